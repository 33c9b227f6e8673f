//! JSON Merge Patches (RFC 7396) between states, which have no `null`.

use serde_json::{Map, Value};

/// Returns the patch from `before` to `after`.
pub(super) fn between(
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Map<String, Value> {
    let mut changes = Map::new();
    for (key, _) in before.iter().filter(|(key, _)| !after.contains_key(*key)) {
        changes.insert(key.clone(), Value::Null);
    }
    for (key, new) in after {
        match (before.get(key), new) {
            (Some(old), new) if old == new => {}
            (Some(Value::Object(old)), Value::Object(new)) => {
                changes.insert(key.clone(), Value::Object(between(old, new)));
            }
            _ => {
                changes.insert(key.clone(), new.clone());
            }
        }
    }
    changes
}

/// Applies a patch to a state.
pub(super) fn merge(state: &mut Map<String, Value>, changes: &Map<String, Value>) {
    for (key, new) in changes {
        match (new, state.get_mut(key)) {
            (Value::Null, _) => {
                state.remove(key);
            }
            (Value::Object(new), Some(Value::Object(old))) => merge(old, new),
            (Value::Object(new), _) => {
                let mut made = Map::new();
                merge(&mut made, new);
                state.insert(key.clone(), Value::Object(made));
            }
            (new, _) => {
                state.insert(key.clone(), new.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Map, Value, between, merge};

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    #[test]
    fn changes_make_the_state_afterwards_of_the_state_before() {
        let before = object(json!({ "a": 1, "b": { "c": [1], "d": 2 }, "e": 3 }));
        let after =
            object(json!({ "a": 1, "b": { "c": [2, 3], "f": { "g": 1 } }, "h": { "i": 1 } }));
        let changes = between(&before, &after);
        let wanted =
            json!({ "b": { "c": [2, 3], "d": null, "f": { "g": 1 } }, "e": null, "h": { "i": 1 } });
        assert_eq!(changes, object(wanted));
        let mut made = before.clone();
        merge(&mut made, &changes);
        assert_eq!(made, after);
        assert!(between(&after, &made).is_empty());
    }
}
