//! No two source files depend on each other, directly or through other files.
//!
//! Parent modules and their own children are exempt: a parent names its children, and children use what it shares.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use crate::architecture::{
    char_length, collect, raw_length, tests_of, text_length, without_comments, without_tests,
};
use crate::support::root;

/// A path of names: the crate, its modules, an item.
type Names = Vec<String>;

#[derive(Default)]
struct File {
    path: String,
    /// Names and punctuation, without comments, tests, literals and `use` items.
    tokens: Vec<String>,
    /// What `use` brings in: the name in this file, and the path it refers to. `*` is the name of a glob.
    imports: Vec<(String, Names)>,
}

type Files = BTreeMap<Names, File>;

/// For each file, the files it uses, with an item for which it does.
type Uses<'a> = BTreeMap<&'a Names, BTreeMap<&'a Names, String>>;

#[test]
fn no_circle_of_files() {
    let files = files();
    let uses = uses(&files);
    let edges: usize = uses.values().map(BTreeMap::len).sum();
    assert!(
        edges > files.len(),
        "{edges} edges between {} files",
        files.len()
    );
    let mut reported = BTreeSet::new();
    let mut circles = String::new();
    for start in files.keys() {
        let Some(circle) = circle(start, &uses).filter(|_| !reported.contains(start)) else {
            continue;
        };
        for (user, used) in circle.iter().zip(circle.iter().cycle().skip(1)) {
            let item = &uses[user][used];
            circles += &format!(
                "{} uses {item} of {}\n",
                files[*user].path, files[*used].path
            );
        }
        circles.push('\n');
        reported.extend(circle);
    }
    assert!(
        circles.is_empty(),
        "files use each other in a circle:\n{circles}"
    );
}

#[test]
fn circles_are_found() {
    let file = |name: &str, code: &str| {
        let names: Names = name.split("::").map(str::to_owned).collect();
        (names, parse(name.to_owned(), code))
    };
    let files: Files = [
        file("it", "pub mod a; pub mod b; pub use b::shared;"),
        file("it::a", "use crate::b::{inner::{self, Deep as D}, c};"),
        file("it::b", "mod inner; pub use inner::*;"),
        file(
            "it::b::inner",
            "use super::B; fn f() { crate::shared::<'a'>(\"crate::a::X\"); } struct Glob;",
        ),
        file(
            "it::b::shared",
            "fn f() { let x = super::super::a::A; x.b::<u8>() }",
        ),
        file("it::c", "use crate::b::Glob;"),
    ]
    .into();
    let uses = uses(&files);
    let used = |name: &str| -> Vec<String> {
        let names: Names = name.split("::").map(str::to_owned).collect();
        let used = uses.get(&names).into_iter().flat_map(BTreeMap::keys);
        used.map(|names| names.join("::")).collect()
    };
    assert_eq!(used("it::a"), ["it::b", "it::b::inner"]);
    assert_eq!(used("it::b"), [""; 0], "a parent may use its children");
    assert_eq!(
        used("it::b::inner"),
        ["it::b::shared"],
        "re-exports are followed"
    );
    assert_eq!(used("it::b::shared"), ["it::a"]);
    assert_eq!(used("it::c"), ["it::b::inner"], "globs are followed");
    let names = |circle: Vec<&Names>| {
        circle
            .iter()
            .map(|names| names.join("::"))
            .collect::<Vec<_>>()
    };
    let start = files
        .keys()
        .find(|names| names.ends_with(&["a".to_owned()]));
    let circle = circle(start.expect("a"), &uses).map(names);
    let expected = ["it::a", "it::b::inner", "it::b::shared"].map(str::to_owned);
    assert_eq!(circle, Some(expected.to_vec()));
}

/// Returns the source files of all crates.
fn files() -> Files {
    let members = fs::read_dir(root().join("crates")).into_iter().flatten();
    let members = members.map(|member| member.expect("an entry").path());
    let mut files = Files::new();
    for folder in members.chain([root()]) {
        let source = folder.join("src");
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let name = manifest.split("\nname = \"").nth(1).expect("a name");
        let name = name.split('"').next().unwrap_or(name).replace('-', "_");
        let mut paths = Vec::new();
        if source.is_dir() {
            collect(&source, &mut paths);
        }
        let tests: Vec<_> = paths.iter().flat_map(|path| tests_of(path)).collect();
        for path in paths.iter().filter(|path| !tests.contains(path)) {
            let inner = path.strip_prefix(&source).expect("below src");
            let parts = inner.with_extension("");
            let parts: Names = parts
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if parts.iter().any(|part| part == "tests") || parts == ["main"] {
                continue;
            }
            let own = parts
                .into_iter()
                .filter(|part| part != "mod" && part != "lib");
            let code = fs::read_to_string(path).expect("code");
            let file = parse(shown(path), &without_tests(&without_comments(&code)));
            files.insert([name.clone()].into_iter().chain(own).collect(), file);
        }
    }
    files
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Reads the imports of a file, and the other tokens.
fn parse(path: String, code: &str) -> File {
    let mut file = File {
        path,
        ..File::default()
    };
    let tokens = tokens(code);
    let mut rest = &tokens[..];
    while let [token, after @ ..] = rest {
        rest = after;
        if token == "use" {
            expand(&mut rest, &[], &mut file.imports);
        } else {
            file.tokens.push(token.clone());
        }
    }
    file
}

fn tokens(code: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' => text_length(rest),
            '\'' => char_length(rest),
            'r' if raw_length(rest) > 1 => raw_length(rest),
            _ if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ if rest.starts_with("::") => 2,
            _ => c.len_utf8(),
        };
        let literal = c == '"' || c == '\'' || rest[..length].ends_with(['"', '#']) && length > 1;
        if !literal && !c.is_whitespace() {
            tokens.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

/// Reads one tree of a `use`, up to the comma, brace or semicolon after it.
fn expand(tree: &mut &[String], before: &[String], imports: &mut Vec<(String, Names)>) {
    let mut path = before.to_vec();
    let mut alias = None;
    while let [token, rest @ ..] = *tree {
        match token.as_str() {
            "," | "}" | ";" => break,
            "{" => {
                *tree = rest;
                while tree
                    .first()
                    .is_some_and(|token| token != "}" && token != ";")
                {
                    expand(tree, &path, imports);
                    *tree = tree.strip_prefix(&[",".to_owned()]).unwrap_or(tree);
                }
                *tree = tree.get(1..).unwrap_or_default();
                return;
            }
            "as" => {
                alias = rest.first().cloned();
                *tree = rest;
            }
            "::" => {}
            "self" if !path.is_empty() => {}
            _ => path.push(token.clone()),
        }
        *tree = tree.get(1..).unwrap_or_default();
    }
    if let Some(last) = path.last() {
        imports.push((alias.unwrap_or_else(|| last.clone()), path));
    }
}

/// Finds what each file uses by its `use` items and by paths in its code.
fn uses(files: &Files) -> Uses<'_> {
    let mut uses = Uses::new();
    for (own, file) in files {
        let mut paths: Vec<Names> = file.imports.iter().map(|(_, path)| path.clone()).collect();
        // A path in the code: at least two names with `::` between them.
        let mut tokens = &file.tokens[..];
        while let [first, rest @ ..] = tokens {
            let mut path = vec![first.clone()];
            tokens = rest;
            while let [colons, name, rest @ ..] = tokens {
                if colons != "::" || !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                    break;
                }
                path.push(name.clone());
                tokens = rest;
            }
            if path.len() > 1 {
                paths.push(path);
            }
        }
        for path in paths {
            let full = absolute(files, own, &path);
            let Some(used) = full.and_then(|full| resolve(files, full, 0)) else {
                continue;
            };
            if used.len() > 1 && !own.starts_with(used) && !used.starts_with(own) {
                let item = path.join("::");
                uses.entry(own).or_default().entry(used).or_insert(item);
            }
        }
    }
    uses
}

/// Returns a path with its crate and modules, or `None` if it begins in another package.
fn absolute(files: &Files, own: &Names, path: &[String]) -> Option<Names> {
    let first = path.first()?;
    let mut module = own.clone();
    let mut rest = path;
    match first.as_str() {
        "crate" => module.truncate(1),
        "self" | "super" => {
            let up = path.iter().take_while(|name| *name == "super").count();
            module.truncate(own.len().saturating_sub(up));
            rest = &path[up.max(1) - 1..];
        }
        _ => {
            let child = [own.as_slice(), std::slice::from_ref(first)].concat();
            let mut imports = files[own].imports.iter();
            let imported = imports.find(|(name, import)| name == first && import != path);
            if let Some((_, imported)) = imported {
                module = absolute(files, own, imported)?;
            } else if files.contains_key(&child) {
                module = child;
            } else {
                files.get(&[first.clone()][..])?;
                module = vec![first.clone()];
            }
        }
    }
    module.extend_from_slice(&rest[1..]);
    Some(module)
}

/// Returns the module that contains an item, through re-exports.
fn resolve(files: &Files, path: Names, depth: usize) -> Option<&Names> {
    let length = (1..=path.len())
        .rev()
        .find(|length| files.contains_key(&path[..*length]))?;
    let (module, file) = files.get_key_value(&path[..length])?;
    let Some(name) = path.get(length).filter(|_| depth < 8) else {
        return Some(module);
    };
    let from = |import: &Names, rest: &[String]| {
        let full = [&absolute(files, module, import)?, rest].concat();
        if full == path {
            None
        } else {
            resolve(files, full, depth + 1)
        }
    };
    if let Some((_, import)) = file.imports.iter().find(|(alias, _)| alias == name) {
        return from(import, &path[length + 1..]).or(Some(module));
    }
    let globs = file.imports.iter().filter(|(alias, _)| alias == "*");
    let mut found =
        globs.filter_map(|(_, import)| from(&import[..import.len() - 1].to_vec(), &path[length..]));
    let found = found.find(|found| defines(&files[*found], name));
    Some(found.filter(|_| !defines(file, name)).unwrap_or(module))
}

fn defines(file: &File, name: &str) -> bool {
    let kinds = [
        "struct", "enum", "trait", "type", "const", "static", "fn", "mod", "union",
    ];
    file.tokens
        .windows(2)
        .any(|pair| kinds.contains(&pair[0].as_str()) && pair[1] == name)
}

/// Returns the shortest circle through a file.
fn circle<'a>(start: &'a Names, uses: &Uses<'a>) -> Option<Vec<&'a Names>> {
    let mut before: BTreeMap<&Names, &'a Names> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(user) = queue.pop_front() {
        for used in uses.get(user).into_iter().flat_map(BTreeMap::keys).copied() {
            if used == start {
                let back = |file: &&'a Names| before.get(*file).copied();
                let mut circle: Vec<_> = std::iter::successors(Some(user), back).collect();
                circle.reverse();
                return Some(circle);
            }
            if !before.contains_key(used) {
                before.insert(used, user);
                queue.push_back(used);
            }
        }
    }
    None
}
