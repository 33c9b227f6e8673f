//! `cargo xtask new-lint`: a code with its page, a file in `src/lint`, its place in the registry, and its cases.

use std::path::Path;

use crate::code;
use crate::names;
use crate::source::{Changes, insert, read};

/// The registry of lints.
const REGISTRY: &str = "src/lint/mod.rs";
/// The lint whose code the templates contain in place of the new one.
const MODEL: &str = "OwnEvent";

/// The templates for one kind of lint.
struct Template {
    lint: &'static str,
    cases: &'static str,
}

const OF_CARD: Template = Template {
    lint: include_str!("../templates/lint_of_card.rs"),
    cases: include_str!("../templates/cases_of_card.txt"),
};
const OF_SET: Template = Template {
    lint: include_str!("../templates/lint_of_set.rs"),
    cases: include_str!("../templates/cases_of_set.txt"),
};

/// Adds a lint. Returns what was written and what is left to do.
pub fn add(root: &Path, name: &str, family: &str) -> Result<String, String> {
    if !family.starts_with('L') {
        return Err(format!(
            "`{family}` is not a family of lints; {}",
            code::families(root)
        ));
    }
    let mut changes = Changes::default();
    let new = code::plan(root, name, family, &mut changes)?;
    let template = if family == "L03" { OF_SET } else { OF_CARD };
    let module = names::module(name);
    let lint = template.lint.replace(MODEL, &new.variant);
    changes.create(root, format!("src/lint/{module}.rs"), lint)?;
    changes.create(
        root,
        format!("src/lint/tests/{name}.txt"),
        template.cases.to_owned(),
    )?;
    let registry = registered(
        &read(root, REGISTRY)?,
        &module,
        &new.code,
        &code::list(root)?,
    )?;
    changes.change(REGISTRY, registry);
    Ok(format!(
        "{}\n{} is `Code::{}`. Next:\n\
         1. Replace each FILL IN: the meaning in the list of codes, the check in src/lint/{module}.rs, the page, the cases.\n\
         2. Run `cargo xtask bless cases`, and read what was found in src/lint/tests/{name}.txt.\n\
         3. Run `cargo xtask bless rules`, and judge the message in docs/rules/scores.md.\n\
         4. Run `cargo xtask bless schemas` and `cargo test`.\n",
        changes.write(root)?,
        new.code,
        new.variant
    ))
}

/// Adds a module and a lint to the registry. Modules are ordered by name, lints by code.
fn registered(registry: &str, module: &str, new_code: &str, codes: &str) -> Result<String, String> {
    let lines: Vec<&str> = registry.lines().collect();
    let end = lines
        .iter()
        .position(|line| line.starts_with("const LINTS"));
    let end = end.ok_or(format!("{REGISTRY} has no `const LINTS`"))?;
    let lints = lines
        .iter()
        .enumerate()
        .skip(end + 1)
        .take_while(|(_, line)| **line != "];");
    let code_of = |module: &str| {
        code::rows(codes)
            .find(|row| names::module(row.name) == module)
            .map(|row| row.code)
    };
    let earlier = lints.filter(|(_, line)| {
        let lint = line.trim().strip_suffix("::LINT,").and_then(code_of);
        lint.is_some_and(|code| code < new_code)
    });
    let after = earlier.map(|(at, _)| at).last().unwrap_or(end);
    let with_lint = insert(registry, after + 1, &format!("    {module}::LINT,\n"));

    let modules: Vec<(usize, &str)> = lines
        .iter()
        .enumerate()
        .take(end)
        .filter_map(declared)
        .collect();
    if modules.is_empty() {
        return Err(format!("{REGISTRY} declares no modules"));
    }
    let later = modules
        .iter()
        .find(|(_, name)| *name > module)
        .map(|(at, _)| *at);
    let mut at = later
        .or(modules.last().map(|(at, _)| at + 1))
        .unwrap_or_default();
    // Insert before the attributes and comments of the later module.
    while at > 0
        && later.is_some()
        && lines
            .get(at - 1)
            .is_some_and(|line| line.starts_with(['#', '/']))
    {
        at -= 1;
    }
    Ok(insert(&with_lint, at, &format!("mod {module};\n")))
}

/// Returns the module that a line declares, with the index of the line.
fn declared<'l>((at, line): (usize, &&'l str)) -> Option<(usize, &'l str)> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    Some((at, line.strip_prefix("mod ")?.strip_suffix(';')?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    /// Returns a folder with copies of the files that are read or changed.
    fn copy() -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [
            "Cargo.toml",
            "crates/base/src/diagnostic/code.rs",
            "src/lint/mod.rs",
            "docs/rules/README.md",
            "docs/rules/unknown-card.md",
        ] {
            let to = folder.path().join(path);
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            fs::copy(crate::root().join(path), to).expect("a copy");
        }
        fs::create_dir(folder.path().join("src/lint/tests")).expect("a folder");
        folder
    }

    /// Returns the new lines of a changed file, each with the line before it.
    fn new_lines(folder: &TempDir, path: &str) -> Vec<(String, String)> {
        let old = fs::read_to_string(crate::root().join(path)).expect("a file");
        let new = read(folder.path(), path).expect("a file");
        let mut old = old.lines().peekable();
        let mut before = String::new();
        let mut lines = Vec::new();
        for line in new.lines() {
            match old.next_if_eq(&line) {
                Some(_) => {}
                None => lines.push((before, line.to_owned())),
            }
            before = line.to_owned();
        }
        assert_eq!(old.next(), None, "a line of {path} is gone");
        lines
    }

    fn first(text: &str) -> &str {
        text.trim().split(' ').next().unwrap_or_default()
    }

    #[test]
    fn a_code_gets_the_next_number_of_its_family_and_a_page() {
        let folder = copy();
        let report = code::add(folder.path(), "never-ending", "E05").expect("a code");
        let lines = new_lines(&folder, "crates/base/src/diagnostic/code.rs");
        let [(_, comment), (_, row)] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert_eq!(
            comment.trim(),
            "/// FILL IN: what it means, in one sentence."
        );
        let code = row.split('"').nth(1).expect("a code");
        assert!(code.starts_with("E05") && code > "E0513", "{row}");
        assert_eq!(first(row), "NeverEnding");
        assert!(
            report.contains(&format!("{code} is `Code::NeverEnding`")),
            "{report}"
        );
        let page = read(folder.path(), "docs/rules/never-ending.md").expect("a page");
        assert!(
            page.starts_with(&format!("# never-ending\n\n`{code}` · error · since ")),
            "{page}"
        );
        assert!(
            !page.replace("{ power: 1 }", "").contains(['{', '}']),
            "{page}"
        );
        assert!(page.contains("\n## Why it matters\n"), "{page}");
    }

    #[test]
    fn a_lint_is_listed_after_those_with_smaller_codes() {
        let folder = copy();
        add(folder.path(), "own-goal", "L02").expect("a lint");
        add(folder.path(), "zebra-crossing", "L03").expect("a lint");
        let lines = new_lines(&folder, "src/lint/mod.rs");
        let new: Vec<&str> = lines.iter().map(|(_, line)| line.trim()).collect();
        assert_eq!(
            new,
            [
                "mod own_goal;",
                "mod zebra_crossing;",
                "own_goal::LINT,",
                "zebra_crossing::LINT,"
            ]
        );
        assert_eq!(lines[0].0, "mod own_event;");
        let lint = read(folder.path(), "src/lint/own_goal.rs").expect("a lint");
        assert!(
            lint.contains("code: Code::OwnGoal,") && lint.contains("Check::Card"),
            "{lint}"
        );
        assert!(!lint.contains(MODEL), "{lint}");
        let lint = read(folder.path(), "src/lint/zebra_crossing.rs").expect("a lint");
        assert!(
            lint.contains("code: Code::ZebraCrossing,") && lint.contains("Check::Set"),
            "{lint}"
        );
        assert!(read(folder.path(), "src/lint/tests/own-goal.txt").is_ok());
        assert!(read(folder.path(), "docs/rules/zebra-crossing.md").is_ok());
    }

    #[test]
    fn mistakes_are_refused_before_anything_is_written() {
        let folder = copy();
        let files = || {
            let mut files = Vec::new();
            for place in [
                "crates/base/src/diagnostic",
                "src/lint",
                "src/lint/tests",
                "docs/rules",
            ] {
                let entries = fs::read_dir(folder.path().join(place)).expect("a folder");
                files.extend(entries.map(|entry| entry.expect("an entry").path()));
            }
            files.sort();
            files
        };
        let before = files();
        for (name, family, says) in [
            ("OwnGoal", "L02", "`OwnGoal` is not a name"),
            ("own--goal", "L02", "is not a name"),
            ("own-event", "L02", "L0201 has the name `own-event` already"),
            ("own-goal", "E05", "`E05` is not a family of lints"),
            ("own-goal", "L09", "no family `L09`; choose a family"),
        ] {
            let refused = add(folder.path(), name, family).expect_err("a mistake");
            assert!(refused.contains(says), "{refused}");
        }
        // A file with the name of the new cases already exists.
        fs::write(folder.path().join("src/lint/tests/own-goal.txt"), "").expect("a file");
        let refused = add(folder.path(), "own-goal", "L02").expect_err("a mistake");
        assert_eq!(refused, "src/lint/tests/own-goal.txt exists already");
        fs::remove_file(folder.path().join("src/lint/tests/own-goal.txt")).expect("a file");
        assert_eq!(files(), before);
        assert_eq!(new_lines(&folder, "crates/base/src/diagnostic/code.rs"), []);
    }

    #[test]
    fn families_are_listed_with_their_titles() {
        let families = code::families(&crate::root());
        assert!(families.contains("\n  E01  YAML (errors)\n"), "{families}");
        assert!(families.contains("\n  L03  "), "{families}");
    }
}
