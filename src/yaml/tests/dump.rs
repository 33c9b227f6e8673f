use super::*;
#[test]
fn dump() {
    let Ok(path) = std::env::var("DUMP") else {
        return;
    };
    for y in std::fs::read_to_string(path).unwrap().split("=====\n") {
        let y = y
            .replace("\\t", "\t")
            .replace("\\r", "\r")
            .replace("\\BOM", "\u{feff}");
        println!("-----------------\n{y}");
        let (docs, diags) = read(FILE, &y);
        println!("  => {}", outlines(&docs));
        for d in diags {
            println!("  {} ^ {}", line_of(&y, &d), d.primary.message);
            if let Some(h) = &d.help {
                println!("      help: {h}");
            }
            for f in &d.fixes {
                let mut edits = f.edits.clone();
                edits.sort_by_key(|e| std::cmp::Reverse(e.at.start));
                let mut fixed = y.clone();
                for e in edits {
                    fixed.replace_range(e.at.range(), &e.text);
                }
                let (fd, fg) = read(FILE, &fixed);
                println!(
                    "      fix {:?}: {} => {} {}",
                    f.safety,
                    f.title,
                    outlines(&fd),
                    fg.iter()
                        .map(|d| line_of(&fixed, d))
                        .collect::<Vec<_>>()
                        .join(" / ")
                );
            }
        }
    }
}
