//! Quick fixes and formatting give the texts that the command line gives.

use cardwright::lsp::Encoding;
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionRequest, Diagnostic, DocumentChange, Edit, TextEdit,
    WorkspaceEdit,
};
use serde_json::{Value, json};

use crate::cases;
use crate::client::{Client, Files, path, uri};
use crate::same_as_check::ENCODINGS;
use crate::support::Folder;

/// Applies the edits of some files to their texts.
pub fn apply(client: &Client, edit: &WorkspaceEdit) -> Files {
    let mut files = Files::new();
    for change in edit.document_changes.iter().flatten() {
        let DocumentChange::TextDocumentEdit(change) = change else {
            panic!("only texts change: {change:?}");
        };
        let path = path(&change.text_document.text_document_identifier.uri.0);
        let edits = change.edits.iter().map(|edit| match edit {
            Edit::TextEdit(edit) => edit.clone(),
            Edit::AnnotatedTextEdit(edit) => edit.text_edit.clone(),
            Edit::SnippetTextEdit(edit) => panic!("a plain text: {edit:?}"),
        });
        let text = client.text(&path);
        files.insert(path, edited(client, &text, edits.collect()));
    }
    files
}

fn edited(client: &Client, text: &str, mut edits: Vec<TextEdit>) -> String {
    edits.sort_by_key(|edit| edit.range.start);
    let mut new = text.to_owned();
    for edit in edits.iter().rev() {
        new.replace_range(client.lines(text).bytes(edit.range), &edit.new_text);
    }
    new
}

fn actions(
    client: &mut Client,
    path: &str,
    found: &Diagnostic,
    only: Option<&[&str]>,
) -> Vec<CodeAction> {
    let params = json!({
        "textDocument": { "uri": uri(path) },
        "range": found.range,
        "context": { "diagnostics": [found], "only": only },
    });
    let found = client.request::<CodeActionRequest>(params);
    serde_json::from_value(found).expect("code actions")
}

/// Returns the findings with their paths.
fn findings(client: &Client) -> Vec<(String, Diagnostic)> {
    let files = client.findings.iter();
    files
        .flat_map(|(uri, found)| found.iter().map(move |one| (path(uri), one.clone())))
        .collect()
}

/// All files with mistakes that a fix may resolve.
fn files() -> Files {
    let mut files = cases::pages();
    files.extend(cases::faults());
    files
}

#[test]
fn every_fix_of_check_is_offered() {
    for (files, at_least) in [
        (files(), 500),
        (
            cases::rewritten(&cases::pages(), |text| text.replace('\n', "\r\n")),
            20,
        ),
    ] {
        let folder = Folder::new();
        for (path, text) in &files {
            folder.write(path, text.as_bytes());
        }
        let report = folder.run(&["check", "--format", "json"]).stdout;
        let report: Value = serde_json::from_str(&report).expect("JSON");
        let mut client = Client::new(files.clone(), Encoding::Utf16);
        let mut fixes = 0;
        for finding in report["diagnostics"].as_array().expect("diagnostics") {
            let own = finding["file"].as_str().expect("a path");
            let code = finding["code"].as_str().expect("a code");
            let at = &finding["range"];
            let byte = |end: &str| at[end]["offset"].as_u64().expect("a number") as usize;
            let range = client.lines(&files[own]).range(byte("start")..byte("end"));
            let found = Diagnostic {
                range,
                ..Diagnostic::default()
            };
            let all = actions(&mut client, own, &found, Some(&["quickfix"]));
            for fix in finding["fixes"].as_array().expect("fixes") {
                let expected = by_hand(&files, fix);
                let is_safe = fix["safety"] == "safe";
                let offered = all.iter().any(|action| {
                    let edit = action.edit.as_ref().expect("an edit");
                    action.title.ends_with(" (a guess)") != is_safe
                        && apply(&client, edit) == expected
                });
                assert!(offered, "{own} {code}: {fix}\n{all:#?}");
                fixes += 1;
            }
        }
        assert!(fixes > at_least, "{fixes}");
    }
}

/// Applies a fix of a report.
fn by_hand(files: &Files, fix: &Value) -> Files {
    let mut changed = Files::new();
    let mut edits: Vec<&Value> = fix["edits"].as_array().expect("edits").iter().collect();
    let start =
        |edit: &Value, end: &str| edit["range"][end]["offset"].as_u64().expect("a number") as usize;
    edits.sort_by_key(|edit| (start(edit, "start"), start(edit, "end")));
    for edit in edits.iter().rev() {
        let path = edit["file"].as_str().expect("a path").to_owned();
        let text = changed
            .entry(path.clone())
            .or_insert_with(|| files[&path].clone());
        let new = edit["text"].as_str().expect("a text").replace("\r\n", "\n");
        let new = match files[&path].contains("\r\n") {
            true => new.replace('\n', "\r\n"),
            false => new,
        };
        text.replace_range(start(edit, "start")..start(edit, "end"), &new);
    }
    changed
}

#[test]
fn fixing_everything_gives_the_bytes_of_check_fix() {
    // Tables whose faults have safe fixes, and some other files.
    let tables = ["marks", "headings", "misspelt"];
    let is_wanted = |at: usize, path: &str| {
        at.is_multiple_of(8)
            || tables
                .iter()
                .any(|table| path.contains(&format!("/{table}-")))
    };
    // Each file is a project of its own, because `check --fix` changes all files at once.
    let mut changed = 0;
    for (at, (own, text)) in files().into_iter().enumerate() {
        if own.ends_with("game.yaml") || own.ends_with(".test.yaml") || !is_wanted(at, &own) {
            continue;
        }
        let text = match at % 4 {
            0 => text,
            _ => text.replace('\n', "\r\n"),
        };
        let folder = Folder::with(&[(&own, &text)]);
        folder.run(&["check", "--fix"]);
        let mut client = Client::new(Files::from([(own.clone(), text)]), ENCODINGS[at % 3]);
        let whole = Diagnostic::default();
        let all = actions(
            &mut client,
            &own,
            &whole,
            Some(&["source.fixAll.cardwright"]),
        );
        let fixed = match all.as_slice() {
            [] => client.text(&own),
            [all] => match &all.edit {
                Some(edit) => apply(&client, edit)[&own].clone(),
                None => client.text(&own),
            },
            more => panic!("one action: {more:#?}"),
        };
        changed += usize::from(fixed != client.text(&own));
        assert_eq!(fixed, folder.read(&own), "{own}");
    }
    assert!(changed > 3, "{changed}");
}

#[test]
fn a_lint_can_be_allowed_with_a_reason() {
    let files = cases::pages();
    let mut client = Client::new(files.clone(), Encoding::Utf32);
    let mut allowed = 0;
    let all = findings(&client);
    for (own, found) in &all {
        let title = " here, with a reason";
        let actions = actions(&mut client, own, found, Some(&["quickfix"]));
        let of_finding = |action: &CodeAction| {
            let about = action.diagnostics.as_ref().expect("its diagnostic");
            action.title.ends_with(title) && about.as_slice() == [found.clone()]
        };
        let Some(action) = actions.into_iter().find(of_finding) else {
            continue;
        };
        let mut files = files.clone();
        files.extend(apply(&client, action.edit.as_ref().expect("an edit")));
        let after = findings(&Client::new(files, Encoding::Utf32));
        let same = |(path, one): &&(String, Diagnostic)| {
            path == own && one.code == found.code && one.message == found.message
        };
        let count = |findings: &[(String, Diagnostic)]| findings.iter().filter(same).count();
        assert!(count(&after) < count(&all), "{own}: {found:#?}");
        assert!(after.len() < all.len(), "{own}: {found:#?}");
        allowed += 1;
    }
    assert!(allowed > 10, "{allowed}");
}

#[test]
fn an_action_is_resolved_when_the_author_chooses_it() {
    let capabilities = json!({
        "workspace": { "workspaceEdit": { "documentChanges": true } },
        "textDocument": { "codeAction": {
            "dataSupport": true, "resolveSupport": { "properties": ["edit"] },
        }},
    });
    let mut client = Client::with(cases::small(), Encoding::Utf16, capabilities);
    let own = "cards/two.yaml";
    let all = actions(&mut client, own, &Diagnostic::default(), None);
    let fix_all =
        |action: &&CodeAction| action.kind == Some(CodeActionKind::new("source.fixAll.cardwright"));
    let action = all.iter().find(fix_all).expect("fix all");
    assert!(action.edit.is_none());
    let resolved = client.request::<gen_lsp_types::CodeActionResolveRequest>(json!(action));
    let resolved: CodeAction = serde_json::from_value(resolved).expect("an action");
    let fixed = apply(&client, &resolved.edit.expect("an edit"));
    assert!(fixed[own].contains("Discard a card.\n"), "{fixed:?}");
}

#[test]
fn formatting_gives_the_bytes_of_fmt() {
    for by in [
        |text: &str| text.to_owned(),
        |text: &str| text.replace('\n', "\r\n"),
        |text: &str| format!("\u{feff}{text}"),
    ] {
        let files = cases::rewritten(&cases::pages(), by);
        let folder = Folder::new();
        for (path, text) in &files {
            folder.write(path, text.as_bytes());
        }
        folder.run(&["fmt"]);
        let mut client = Client::new(files.clone(), Encoding::Utf16);
        let mut changed = 0;
        for (own, text) in &files {
            let params = json!({
                "textDocument": { "uri": uri(own) },
                "options": { "tabSize": 2, "insertSpaces": true },
            });
            let edits = client.try_request("textDocument/formatting", params);
            let edits = edits.unwrap_or(json!([]));
            let edits: Option<Vec<TextEdit>> = serde_json::from_value(edits).expect("edits");
            let formatted = edited(&client, text, edits.unwrap_or_default());
            changed += usize::from(formatted != *text);
            // An editor shows no byte order mark, so the server cannot remove it.
            let expected = folder.read(own);
            let shown = |text: &str| text.trim_start_matches('\u{feff}').to_owned();
            assert_eq!(shown(&formatted), shown(&expected), "{own}");
        }
        assert!(changed > 3, "{changed}");
    }
}
