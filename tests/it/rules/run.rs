//! Runs the examples of a page.

use std::collections::BTreeMap;

use cardwright::render::json::{Report, SafetyName};
use cardwright::rule_pages::Fixes;

use super::page::{Content, Example, File};
use crate::support::Folder;

/// The output of the tool for an example, which is a single diagnostic.
pub struct Shown {
    /// The lines of the call and of its output.
    pub console: Vec<String>,
    /// The message of the diagnostic.
    pub message: String,
    pub has_help: bool,
    /// The safety of its first fix, if it has one.
    pub fix: Option<SafetyName>,
}

/// Runs an example of a code: the wrong files have one diagnostic with the code, the corrected files have none, and the
/// fix turns the wrong files into the corrected ones.
pub fn run(code: &str, example: &Example<'_>) -> Result<Shown, String> {
    let call = example
        .console
        .as_ref()
        .and_then(|console| console.lines.first())
        .ok_or("no call of the tool")?;
    let args: Vec<&str> = call
        .strip_prefix("$ cardwright ")
        .ok_or(format!("not a call of the tool: {call}"))?
        .split_whitespace()
        .collect();

    let wrong = laid_out(&example.files)?;
    let lines = printed(&wrong, &args)?;
    let mut console = vec![(*call).to_owned()];
    console.extend(lines);
    let found = findings(&console);
    let [(found_code, message)] = found.as_slice() else {
        return Err(format!("not one finding:\n{}", console.join("\n")));
    };
    if *found_code != code {
        return Err(format!("another finding:\n{}", console.join("\n")));
    }

    if example.corrected.is_empty() {
        return Err("no corrected file".to_owned());
    }
    let mut corrected = example.files.clone();
    for file in &example.corrected {
        match corrected.iter_mut().find(|old| old.path == file.path) {
            Some(old) => *old = file.clone(),
            None => corrected.push(file.clone()),
        }
    }
    let right = laid_out(&corrected)?;
    let left = printed(&right, &args)?;
    if let Some((_, message)) = findings(&left).first() {
        return Err(format!("corrected, and still: {message}"));
    }

    // The summary of `check` mentions fixes; the last line of other commands does not.
    let fixable = args[0] != "check" || console.iter().any(|line| line.contains(" can be fixed "));
    let fix = match fixable {
        true => report(&wrong, &args)?.diagnostics.remove(0).fixes,
        false => Vec::new(),
    };
    if let Some(fix) = fix.first() {
        check_fix(fix, &example.files, &corrected)?;
    }
    Ok(Shown {
        message: (*message).to_owned(),
        has_help: console.iter().any(|line| line.contains(" = help: ")),
        fix: fix.first().map(|fix| fix.safety),
        console,
    })
}

/// Returns the output of the tool without invisible white space at the ends of lines.
fn printed(folder: &Folder, args: &[&str]) -> Result<Vec<String>, String> {
    let ran = folder.run(args);
    if ran.status == 2 {
        return Err(format!("the call failed: {}", ran.stderr));
    }
    let lines = ran.stdout.trim_end().lines();
    Ok(lines.map(|line| line.trim_end().to_owned()).collect())
}

/// Returns the codes and messages of all printed diagnostics.
fn findings(lines: &[String]) -> Vec<(&str, &str)> {
    lines
        .iter()
        .filter_map(|line| {
            let begins = ["error[", "warning[", "suggestion["];
            let rest = begins
                .iter()
                .find_map(|severity| line.strip_prefix(severity))?;
            rest.split_once("]: ")
        })
        .collect()
}

fn laid_out(files: &[File]) -> Result<Folder, String> {
    let folder = Folder::new();
    for file in files {
        match &file.content {
            Content::Bytes(bytes) => folder.write(&file.path, bytes),
            Content::Size(size) => {
                folder.write(&file.path, b"");
                std::fs::File::options()
                    .write(true)
                    .open(folder.path().join(&file.path))
                    .and_then(|file| file.set_len(*size))
                    .map_err(|error| error.to_string())?;
            }
            Content::Link(to) => {
                // The folder of the link must exist.
                let path = folder.path().join(&file.path);
                std::fs::create_dir_all(path.parent().ok_or("a link at the root")?)
                    .and_then(|()| std::os::unix::fs::symlink(to, path))
                    .map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(folder)
}

fn report(folder: &Folder, args: &[&str]) -> Result<Report, String> {
    let ran = folder.run(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&ran.stdout).map_err(|error| format!("{error}: {}", ran.stderr))
}

/// Compares the fixed files with the corrected ones, byte for byte.
fn check_fix(
    fix: &cardwright::render::json::Fix,
    files: &[File],
    corrected: &[File],
) -> Result<(), String> {
    let mut texts: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for file in files {
        if let Content::Bytes(bytes) = &file.content {
            texts.insert(&file.path, bytes.clone());
        }
    }
    let mut edits: Vec<_> = fix.edits.iter().collect();
    // Go backwards, so that the positions of earlier edits stay right.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start.offset));
    for edit in edits {
        let text = texts
            .get_mut(edit.file.as_str())
            .ok_or(format!("the fix changes {}, which is no file", edit.file))?;
        let range = edit.range.start.offset..edit.range.end.offset;
        text.splice(range, edit.text.bytes());
    }
    for file in corrected {
        let made = texts.get(file.path.as_str());
        if made.is_none_or(|made| Content::Bytes(made.clone()) != file.content) {
            return Err(format!(
                "the fix `{}` makes of {}:\n{}",
                fix.title,
                file.path,
                made.map_or("nothing".into(), |made| String::from_utf8_lossy(made))
            ));
        }
    }
    Ok(())
}

/// Returns the kind of fixes that the examples of a page show.
pub fn fixes(shown: &[Shown]) -> Fixes {
    let firsts: Vec<SafetyName> = shown.iter().filter_map(|shown| shown.fix).collect();
    match firsts.len() {
        0 => Fixes::Never,
        some if some < shown.len() => Fixes::Sometimes,
        _ if firsts.iter().all(|fix| *fix == SafetyName::Safe) => Fixes::Safe,
        _ => Fixes::Unsafe,
    }
}
