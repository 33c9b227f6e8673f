//! A client with files in memory, which keeps what the server tells it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use cardwright::compile::Role;
use cardwright::lsp::{Content, Disk, DiskFile, Encoding, Id, LineIndex, Listing, Message, Server};
use gen_lsp_types::{
    Diagnostic, DidChangeTextDocumentNotification, DidChangeWatchedFilesNotification,
    DidCloseTextDocumentNotification, DidOpenTextDocumentNotification, InitializeRequest,
    InitializedNotification, Notification, Request,
};
use serde_json::{Value, json};

/// The folder of the workspace.
pub const ROOT: &str = "/project";

/// The files of the disk by path, relative to the folder of the workspace.
pub type Files = BTreeMap<String, String>;

struct Memory(Rc<RefCell<Files>>);

impl Disk for Memory {
    fn list(&self, root: &Path) -> Listing {
        let files = self.0.borrow();
        let cards = root.join("cards");
        let below = |folder: &Path, path: &str| Path::new(ROOT).join(path).starts_with(folder);
        let checked = match files.keys().any(|path| below(&cards, path)) {
            true => cards,
            false => root.to_owned(),
        };
        let all = files.iter().filter(|(path, _)| below(&checked, path));
        let all = all.filter(|(path, _)| path.ends_with(".yaml"));
        let all = all.map(|(path, text)| DiskFile {
            path: Path::new(ROOT).join(path),
            role: Role::Checked,
            content: Content::from(text.as_str()),
        });
        let is_test = |file: &DiskFile| file.path.to_string_lossy().ends_with(".test.yaml");
        let (tests, files) = all.partition(is_test);
        Listing {
            folder: root.to_owned(),
            checked: vec![checked],
            files,
            tests,
            game: "card-game".to_owned(),
            ..Listing::default()
        }
    }

    fn read(&self, path: &Path) -> Option<Content> {
        let path = path.strip_prefix(ROOT).ok()?.to_str()?;
        let files = self.0.borrow();
        files.get(path).map(|text| Content::from(text.as_str()))
    }
}

pub struct Client {
    server: Server,
    disk: Rc<RefCell<Files>>,
    encoding: Encoding,
    next_id: i32,
    version: i32,
    /// The texts of the open documents.
    pub open: Files,
    /// What the server pushed, by URI, without files that have no diagnostics.
    pub findings: BTreeMap<String, Vec<Diagnostic>>,
}

/// What a usual client can do.
pub fn capabilities(encoding: Encoding) -> Value {
    let name = match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
        Encoding::Utf32 => "utf-32",
    };
    json!({
        "general": { "positionEncodings": [name] },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
    })
}

impl Client {
    pub fn new(files: Files, encoding: Encoding) -> Self {
        Client::with(files, encoding, capabilities(encoding))
    }

    pub fn with(files: Files, encoding: Encoding, capabilities: Value) -> Self {
        let disk = Rc::new(RefCell::new(files));
        let mut client = Client {
            server: Server::new(Box::new(Memory(Rc::clone(&disk)))),
            disk,
            encoding,
            next_id: 0,
            version: 0,
            open: Files::new(),
            findings: BTreeMap::new(),
        };
        let params = json!({
            "processId": null,
            "capabilities": capabilities,
            "workspaceFolders": [{ "uri": format!("file://{ROOT}"), "name": "project" }],
        });
        client.request::<InitializeRequest>(params);
        client.notify::<InitializedNotification>(json!({}));
        client.settle();
        client
    }

    /// Sends a request, and returns its result.
    pub fn request<R: Request>(&mut self, params: Value) -> Value {
        self.try_request(&R::METHOD.to_string(), params)
            .unwrap_or_else(|error| panic!("{}: {error:?}", R::METHOD))
    }

    pub fn try_request(
        &mut self,
        method: &str,
        params: Value,
    ) -> Result<Value, cardwright::lsp::ResponseError> {
        self.next_id += 1;
        let id = Id::Number(self.next_id);
        let answers = self.server.handle(Message::Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        });
        let mut result = None;
        for answer in answers {
            match answer {
                Message::Response {
                    id: of,
                    result: ok,
                    error,
                } if of == id => {
                    assert!(result.is_none(), "{method} has one answer");
                    result = Some(error.map_or(Ok(ok.unwrap_or_default()), Err));
                }
                other => self.take(other),
            }
        }
        result.expect("an answer")
    }

    pub fn notify<N: Notification>(&mut self, params: Value) {
        let method = N::METHOD.to_string();
        self.send(Message::Notification { method, params });
    }

    pub fn send(&mut self, message: Message) -> Vec<Message> {
        let answers = self.server.handle(message);
        answers.iter().cloned().for_each(|answer| self.take(answer));
        answers
    }

    pub fn settle(&mut self) {
        let messages = self.server.settle();
        messages.into_iter().for_each(|message| self.take(message));
    }

    fn take(&mut self, message: Message) {
        let Message::Notification { method, params } = message else {
            return;
        };
        if method == "textDocument/publishDiagnostics" {
            let uri = params["uri"].as_str().expect("a URI").to_owned();
            let found = params["diagnostics"].clone();
            let found: Vec<Diagnostic> = serde_json::from_value(found).expect("diagnostics");
            match found.is_empty() {
                true => self.findings.remove(&uri),
                false => self.findings.insert(uri, found),
            };
        }
    }

    pub fn open(&mut self, path: &str, text: &str) {
        self.open.insert(path.to_owned(), text.to_owned());
        self.version += 1;
        self.notify::<DidOpenTextDocumentNotification>(json!({ "textDocument": {
            "uri": uri(path), "languageId": "yaml", "version": self.version, "text": text,
        }}));
    }

    /// Replaces a range of bytes of an open document.
    pub fn edit(&mut self, path: &str, bytes: std::ops::Range<usize>, new: &str) {
        let text = self.open.get_mut(path).expect("an open document");
        let range = LineIndex::new(text, self.encoding).range(bytes.clone());
        text.replace_range(bytes, new);
        self.version += 1;
        let version = self.version;
        self.notify::<DidChangeTextDocumentNotification>(json!({
            "textDocument": { "uri": uri(path), "version": version },
            "contentChanges": [{ "range": range, "text": new }],
        }));
    }

    pub fn close(&mut self, path: &str) {
        self.open.remove(path);
        self.notify::<DidCloseTextDocumentNotification>(
            json!({ "textDocument": { "uri": uri(path) } }),
        );
    }

    /// Writes a file of the disk, or removes it.
    pub fn write(&mut self, path: &str, text: Option<&str>) {
        let before = match text {
            Some(text) => {
                let mut disk = self.disk.borrow_mut();
                disk.insert(path.to_owned(), text.to_owned())
            }
            None => self.disk.borrow_mut().remove(path),
        };
        let kind = match (before, text) {
            (None, Some(_)) => 1,
            (_, Some(_)) => 2,
            (_, None) => 3,
        };
        self.notify::<DidChangeWatchedFilesNotification>(
            json!({ "changes": [{ "uri": uri(path), "type": kind }] }),
        );
    }

    pub fn disk(&self) -> Files {
        self.disk.borrow().clone()
    }

    /// Returns the text of a file as the server knows it.
    pub fn text(&self, path: &str) -> String {
        let open = self.open.get(path).cloned();
        open.unwrap_or_else(|| self.disk.borrow()[path].clone())
    }

    pub fn lines<'t>(&self, text: &'t str) -> LineIndex<'t> {
        LineIndex::new(text, self.encoding)
    }
}

pub fn uri(path: &str) -> String {
    format!("file://{ROOT}/{path}")
}

/// Returns the path of a URI below the folder of the workspace.
pub fn path(uri: &str) -> String {
    let path = uri.strip_prefix("file://").expect("a file");
    let path = PathBuf::from(path);
    let below = path.strip_prefix(ROOT).expect("a file of the workspace");
    below.to_string_lossy().into_owned()
}
