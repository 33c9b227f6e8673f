//! Every dependency has a reason and an allowed licence.

use std::collections::BTreeSet;
use std::process::Command;

use crate::support::{read, root};

#[test]
fn every_package_has_its_reason() {
    let crates = [
        "",
        "crates/base/",
        "crates/core/",
        "crates/grammar/",
        "crates/ir/",
        "crates/play/",
    ];
    let manifests = crates.map(|folder| {
        let manifest = read(&format!("{folder}Cargo.toml"));
        manifest.parse::<toml::Table>().expect("Cargo.toml is TOML")
    });
    let names = |table: Option<&toml::Value>| -> BTreeSet<String> {
        let table = table.and_then(toml::Value::as_table);
        table
            .into_iter()
            .flat_map(|table| table.keys().cloned())
            .collect()
    };
    let mut wanted = BTreeSet::new();
    for manifest in &manifests {
        let targets = manifest.get("target").and_then(toml::Value::as_table);
        let targets = targets.into_iter().flat_map(toml::Table::values);
        for target in targets.chain([&toml::Value::Table(manifest.clone())]) {
            wanted.extend(names(target.get("dependencies")));
            wanted.extend(names(target.get("dev-dependencies")));
        }
    }
    wanted.retain(|package| !package.starts_with("cardwright"));
    let page = read("docs/dependencies.md");
    let mut listed = BTreeSet::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let [_, packages, reason, _] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("two columns: {line}");
        };
        assert!(reason.trim().len() > 10, "a reason: {line}");
        for package in packages.split(',') {
            let package = package.trim().trim_matches('`').to_owned();
            assert!(listed.insert(package), "listed twice: {line}");
        }
    }
    assert_eq!(listed, wanted);
}

#[test]
fn every_licence_is_allowed() {
    let rules: toml::Table = read("deny.toml").parse().expect("deny.toml is TOML");
    let allowed: BTreeSet<&str> = rules["licenses"]["allow"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(toml::Value::as_str)
        .collect();
    // Every package of the lock file is available, because this test was built with it.
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", host().trim()])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 50, "{}", packages.len());
    for package in packages {
        let licence = package["license"]
            .as_str()
            .unwrap_or_default()
            .replace('/', " OR ");
        let fits = |one: &str| {
            let all = one.trim().trim_matches(['(', ')']);
            allowed.contains(all)
                || all
                    .split(" AND ")
                    .all(|one| allowed.contains(one.trim_matches(['(', ')'])))
        };
        // Brackets can be ignored: a term that is not allowed is never in the list of allowed ones.
        let fits = licence.split(" OR ").any(fits)
            || licence
                .split(" AND ")
                .all(|all| all.split(" OR ").any(fits));
        assert!(fits, "{}: {licence}", package["name"]);
    }
}

/// The target platform of this build.
fn host() -> String {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}
