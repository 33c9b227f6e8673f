//! The nearest legal set, found by brute force.

use super::games::{BADGES, Counts, LEAD, Small, ZONES, between};

/// No zone of a small game needs more cards.
const MOST: [u64; 4] = [2, 3, 4, 3];

/// Returns the distance of the nearest legal set that is nearer than `limit`.
pub fn nearest(small: &Small, limit: u64) -> Option<u64> {
    let zones: Vec<Vec<(u64, Vec<u64>)>> = (0..ZONES.len())
        .map(|zone| {
            if zone == BADGES && small.implied {
                return vec![(0, vec![0; 2])];
            }
            let kinds = small.set[zone].len();
            let mut all = Vec::new();
            every(kinds, MOST[zone], &mut vec![0; kinds], 0, &mut |counts| {
                let distance = between(&small.set[zone], counts);
                if distance < limit && small.may_be(zone, counts) {
                    all.push((distance, counts.to_vec()));
                }
            });
            all.sort();
            all
        })
        .collect();
    let mut best = limit;
    let mut found = None;
    for (a, lead) in &zones[LEAD] {
        for (b, guard) in &zones[1] {
            for (c, crew) in &zones[2] {
                for (d, badges) in &zones[BADGES] {
                    let distance = a + b + c + d;
                    if distance >= best {
                        break;
                    }
                    let set: Counts = [lead.clone(), guard.clone(), crew.clone(), badges.clone()];
                    if small.keeps_together(&set) && small.is_looked_for(&set) {
                        best = distance;
                        found = Some(distance);
                    }
                }
            }
        }
    }
    found
}

/// Calls back with every distribution of at most this many cards among this many kinds.
fn every(kinds: usize, left: u64, counts: &mut Vec<u64>, at: usize, call: &mut impl FnMut(&[u64])) {
    if at == kinds {
        call(counts);
        return;
    }
    for count in 0..=left {
        counts[at] = count;
        every(kinds, left - count, counts, at + 1, call);
    }
    counts[at] = 0;
}
