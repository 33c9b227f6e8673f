//! `cargo xtask bless`: writes the generated files. It runs the tests that normally compare them.

use std::path::Path;

use crate::cargo::Cargo;
use crate::{grammar, options};

/// A group of generated files, and the tests that write them.
struct Generated {
    name: &'static str,
    /// A description of the files, for `--list`.
    files: &'static str,
    stage: Stage,
    /// The arguments of `cargo test` that select the test crate.
    target: &'static [&'static str],
    /// The tests that write the files. If empty, all tests of the crate run.
    tests: &'static [&'static str],
}

/// The order in which files are written. Files of a later stage may depend on files of an earlier one, so one pass is
/// enough. The pages of codes are last: they are compiled into the library, which is built again after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Grammar,
    Schemas,
    Files,
    Pages,
}

const LIB: &[&str] = &["--lib"];
const IT: &[&str] = &["--test", "it"];
const CLI: &[&str] = &["--test", "cli"];
const QUALITY: &[&str] = &["--test", "quality"];

/// xtask writes this file itself: a test cannot, because the library is built from it.
const KEYWORDS: Generated = Generated {
    name: "keywords",
    files: "grammar/keywords.pest",
    stage: Stage::Grammar,
    target: &[],
    tests: &[],
};

/// All generated files, in the order in which they are written.
const GENERATED: &[Generated] = &[
    KEYWORDS,
    Generated {
        name: "schemas",
        files: "schema/*.json and the types of other languages",
        stage: Stage::Schemas,
        target: IT,
        tests: &["schemas::generated_files_are_up_to_date"],
    },
    Generated {
        name: "versions",
        files: "schema/versions",
        stage: Stage::Files,
        target: IT,
        tests: &[
            "versions::bundle_version_matches_its_shape",
            "versions::ir_version_matches_its_shape",
            "versions::table_version_matches_the_tables",
        ],
    },
    Generated {
        name: "ir",
        files: "the examples and the index of docs/ir.md",
        stage: Stage::Files,
        target: IT,
        tests: &["ir_docs::examples_and_index_are_up_to_date"],
    },
    Generated {
        name: "language",
        files: "docs/language.md and tests/language/ir",
        stage: Stage::Files,
        target: IT,
        tests: &[
            "language::reference_is_up_to_date",
            "language::ir_snapshots_are_up_to_date",
        ],
    },
    Generated {
        name: "outline",
        files: "tests/outline/cases.txt",
        stage: Stage::Files,
        target: IT,
        tests: &["outline::outlines_match_the_table"],
    },
    Generated {
        name: "words",
        files: "tests/words/spanish.txt",
        stage: Stage::Files,
        target: IT,
        tests: &["words::spanish::every_canonical_sentence_is_printed_as_in_the_table"],
    },
    Generated {
        name: "faults",
        files: "the findings in tests/faults",
        stage: Stage::Files,
        target: IT,
        tests: &["faults::faulty_texts_are_explained_word_for_word"],
    },
    Generated {
        name: "fix",
        files: "the results in tests/fix",
        stage: Stage::Files,
        target: IT,
        tests: &["fix::fixed_files_match_the_tables"],
    },
    Generated {
        name: "format",
        files: "the results in tests/format/cases.txt",
        stage: Stage::Files,
        target: IT,
        tests: &["format::formatted_files_match_the_table"],
    },
    Generated {
        name: "scenario",
        files: "the findings in tests/scenario",
        stage: Stage::Files,
        target: IT,
        tests: &["scenario::findings_match_the_golden_files"],
    },
    Generated {
        name: "codes",
        files: "the example in docs/codes.md",
        stage: Stage::Files,
        target: IT,
        tests: &["codes::page_example_matches_the_code_of_its_set"],
    },
    Generated {
        name: "terminal-width",
        files: "tests/terminal_width",
        stage: Stage::Files,
        target: IT,
        tests: &["terminal_width::drawings_match_the_files"],
    },
    Generated {
        name: "limits",
        files: "the tables in docs/limits.md",
        stage: Stage::Files,
        target: IT,
        tests: &["hostile::page::limits_page_is_up_to_date"],
    },
    Generated {
        name: "dictionaries",
        files: "fuzz/dictionaries",
        stage: Stage::Files,
        target: IT,
        tests: &["no_panic::dictionaries::dictionaries_are_up_to_date"],
    },
    Generated {
        name: "docs",
        files: "the outputs in README.md and docs/report.md",
        stage: Stage::Files,
        target: IT,
        tests: &[
            "docs::outputs_in_the_readme_are_up_to_date",
            "docs::outputs_in_the_report_page_are_up_to_date",
        ],
    },
    Generated {
        name: "report",
        files: "docs/report.svg",
        stage: Stage::Files,
        target: CLI,
        tests: &["report::svg_of_the_starter_set_is_up_to_date"],
    },
    Generated {
        name: "snapshots",
        files: "tests/cli/snapshots",
        stage: Stage::Files,
        target: CLI,
        tests: &["diff::a_changelog_of_the_starter_cards"],
    },
    Generated {
        name: "cases",
        files: "the findings in src/**/tests/*.txt",
        stage: Stage::Files,
        target: LIB,
        tests: &[],
    },
    Generated {
        name: "quality",
        files: "docs/quality.md",
        stage: Stage::Files,
        target: QUALITY,
        tests: &["seeded_faults_reach_the_bars"],
    },
    Generated {
        name: "rules",
        files: "the heads and outputs of the pages in docs/rules, their index and their scores",
        stage: Stage::Pages,
        target: IT,
        tests: &[
            "rules::every_page_is_up_to_date",
            "rules::index::index_lists_every_code",
            "rules::scores::every_code_reaches_the_minimum_score",
        ],
    },
];

pub fn bless(root: &Path, args: &[&str]) -> Result<(), String> {
    match args {
        ["--list"] => {
            for generated in GENERATED {
                println!("{:<16}{}", generated.name, generated.files);
            }
            Ok(())
        }
        ["rules", "--page", page] | ["--page", page] => Cargo::test(root, IT)
            .option(options::BLESS, "1")
            .option(options::PAGE, page)
            .exactly(&["rules::every_page_is_up_to_date"], &[]),
        names => {
            let chosen = chosen(names)?;
            // Run the tests of one stage and crate together, because they do not depend on each other.
            for group in chosen.chunk_by(|a, b| (a.stage, a.target) == (b.stage, b.target)) {
                write(root, group)?;
            }
            Ok(())
        }
    }
}

/// Returns the files with these names in the order in which they are written, or all files if there are no names.
fn chosen(names: &[&str]) -> Result<Vec<&'static Generated>, String> {
    for name in names {
        if !GENERATED.iter().any(|generated| generated.name == *name) {
            let known: Vec<&str> = GENERATED.iter().map(|generated| generated.name).collect();
            return Err(format!(
                "nothing is generated under the name `{name}`; the names are {}",
                known.join(", ")
            ));
        }
    }
    let asked = |generated: &&Generated| names.is_empty() || names.contains(&generated.name);
    Ok(GENERATED.iter().filter(asked).collect())
}

fn write(root: &Path, group: &[&Generated]) -> Result<(), String> {
    let Some(first) = group.first() else {
        return Ok(());
    };
    let names: Vec<&str> = group.iter().map(|generated| generated.name).collect();
    println!("writing {}", names.join(", "));
    if first.stage == Stage::Grammar {
        return grammar::bless(root);
    }
    let cargo = Cargo::test(root, first.target)
        .option(options::BLESS, "1")
        // `insta` compares the snapshots, so it also has to write them.
        .option("INSTA_UPDATE", "always");
    let tests: Vec<&str> = group
        .iter()
        .flat_map(|generated| generated.tests)
        .copied()
        .collect();
    let done = if tests.is_empty() {
        cargo.run()
    } else {
        cargo.exactly(&tests, &[])
    };
    done.map_err(|error| format!("{}: {error}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::root;

    #[test]
    fn stages_are_in_order_and_names_are_unique() {
        assert!(GENERATED.is_sorted_by_key(|generated| generated.stage));
        for (at, generated) in GENERATED.iter().enumerate() {
            let mut earlier = GENERATED.iter().take(at);
            assert!(
                earlier.all(|other| other.name != generated.name),
                "{}",
                generated.name
            );
        }
    }

    #[test]
    fn every_test_exists() {
        for generated in GENERATED
            .iter()
            .filter(|generated| !generated.tests.is_empty())
        {
            let folder = root()
                .join("tests")
                .join(generated.target.last().expect("a target"));
            for test in generated.tests {
                let (module, name) = test.rsplit_once("::").unwrap_or(("main", test));
                let module = module.replace("::", "/");
                let paths = [format!("{module}.rs"), format!("{module}/mod.rs")];
                let text = paths
                    .iter()
                    .find_map(|path| fs::read_to_string(folder.join(path)).ok());
                let text = text.unwrap_or_else(|| panic!("{test}: no such module"));
                assert!(
                    text.contains(&format!("fn {name}(")),
                    "{test}: no such test"
                );
            }
        }
    }

    #[test]
    fn every_name_in_a_text_is_known() {
        let mut named = 0;
        for path in texts() {
            let text = fs::read_to_string(&path).expect("a text");
            for rest in text.split("cargo xtask bless ").skip(1) {
                let name: String = rest
                    .chars()
                    .take_while(|c| c.is_ascii_lowercase() || *c == '-')
                    .collect();
                // Skip usage texts without a name, such as `bless [NAME]` and `bless --list`.
                if !name.is_empty() && !name.starts_with('-') {
                    assert!(chosen(&[&name]).is_ok(), "{}: {name}", path.display());
                    named += 1;
                }
            }
        }
        assert!(named > 10, "{named}");
    }

    /// Returns the files that can contain names: documents, sources and tests.
    fn texts() -> Vec<PathBuf> {
        let mut open = ["tests", "docs", "crates"]
            .map(|folder| root().join(folder))
            .to_vec();
        let mut texts = vec![root().join("README.md"), root().join("ARCHITECTURE.md")];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                match path.extension().and_then(|ending| ending.to_str()) {
                    _ if path.is_dir() => open.push(path),
                    Some("md" | "rs" | "txt") => texts.push(path),
                    _ => {}
                }
            }
        }
        texts
    }

    #[test]
    fn an_unknown_name_is_refused_with_all_names() {
        let refused = chosen(&["rules", "ruls"]).err().expect("an error");
        assert!(
            refused.starts_with(
                "nothing is generated under the name `ruls`; the names are keywords, "
            )
        );
    }
}
