//! The command `cardwright lsp`, as an editor uses it.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use lsp_server::Message;
use serde_json::{Value, json};

use crate::cases;
use crate::support::Folder;

struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: i32,
}

impl Session {
    fn start(folder: &Folder) -> Self {
        let mut command = folder.command();
        let command = command.args(["lsp", "--stdio"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        Session {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            id: 0,
        }
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        let header = format!("Content-Length: {}\r\n\r\n", text.len());
        self.input.write_all(header.as_bytes()).expect("written");
        self.input.write_all(text.as_bytes()).expect("written");
        self.input.flush().expect("written");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and returns its result.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let id = self.id;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            if let Message::Response(response) = self.read()
                && response.id == id.into()
            {
                return response.response_result.expect("a result");
            }
        }
    }

    fn read(&mut self) -> Message {
        let message = Message::read(&mut self.output).expect("a message");
        message.expect("the server runs")
    }

    /// Waits for the diagnostics of a file, and returns their codes.
    fn codes(&mut self, name: &str) -> Vec<String> {
        loop {
            if let Message::Notification(message) = self.read()
                && message.method == "textDocument/publishDiagnostics"
                && message.params["uri"]
                    .as_str()
                    .is_some_and(|uri| uri.ends_with(name))
            {
                let found = message.params["diagnostics"]
                    .as_array()
                    .expect("diagnostics");
                let codes = found
                    .iter()
                    .map(|one| one["code"].as_str().expect("a code"));
                return codes.map(str::to_owned).collect();
            }
        }
    }
}

#[test]
fn an_editor_talks_to_the_command() {
    let folder = Folder::new();
    for (path, text) in cases::small() {
        folder.write(&path, text.as_bytes());
    }
    folder.write("cardwright.toml", b"[lints]\nall = \"allow\"\n");
    let root = folder.path().canonicalize().expect("a folder");
    let uri = |path: &str| format!("file://{}/{path}", root.display());
    let mut session = Session::start(&folder);
    let started = session.request(
        "initialize",
        json!({ "processId": null, "rootUri": uri("").trim_end_matches('/'), "capabilities": {} }),
    );
    assert_eq!(started["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(started["serverInfo"]["name"], "cardwright");
    session.notify("initialized", json!({}));
    assert_eq!(session.codes("bone-call.yaml"), ["E0203"]);

    let path = "cards/bone-call.yaml";
    let text = folder.read(path);
    session.notify(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": uri(path), "languageId": "yaml", "version": 1, "text": text } }),
    );
    let fixed = text.replace("Skelton", "Skeleton");
    session.notify(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": uri(path), "version": 2 },
            "contentChanges": [{ "text": fixed }],
        }),
    );
    assert_eq!(session.codes("bone-call.yaml"), [""; 0]);

    // The client cannot watch files, so the server does.
    std::fs::remove_file(root.join("cards/sub/howl.yaml")).expect("removed");
    assert_eq!(session.codes("howl.yaml"), [""; 0]);
    folder.write(
        "cards/sub/wail.yaml",
        text.replace("Bone Call", "Wail").as_bytes(),
    );
    assert_eq!(session.codes("wail.yaml"), ["E0203"]);

    assert_eq!(session.request("shutdown", json!(null)), Value::Null);
    session.notify("exit", json!(null));
    let status = session.child.wait().expect("the server ends");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_session_without_shutdown_fails() {
    let folder = Folder::new();
    let mut session = Session::start(&folder);
    session.notify("exit", json!(null));
    assert_eq!(
        session.child.wait().expect("the server ends").code(),
        Some(1)
    );
}

#[test]
fn the_session_ends_with_the_editor() {
    let folder = Folder::new();
    let ran = folder.run(&["lsp"]).expect(0);
    assert_eq!(ran.stdout, "");
}
