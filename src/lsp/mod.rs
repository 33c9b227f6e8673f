//! The language server: messages of the protocol in, messages out.
//!
//! The server does no I/O: its adapter passes messages, and provides files ([`Disk`]). Documents that are open in the
//! editor replace the files of the disk. After a change, nothing is compiled until a request needs it, or until
//! [`Server::settle`]: so the work for each of several changes in a row is not done in vain.

mod action;
mod address;
mod client;
mod completion;
mod disk;
mod document;
mod edit;
mod finding;
mod format;
mod hover;
mod mention;
mod message;
mod navigation;
mod outline;
mod position;
mod project;
mod publish;
mod rename;
mod request;
mod view;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::{
    self as lsp, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    FileChangeType, InitializeParams, LspNotificationMethod, Uri, WorkspaceFolder,
    WorkspaceFolders,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use client::Client;
use document::Document;
use project::{Documents, Project, is_read};
use publish::Published;
use view::Folders;

pub use disk::{Content, Disk, DiskFile, Listing};
pub use message::{Id, Message, ResponseError};
pub use position::{Encoding, LineIndex};

/// The name of the file with the settings of a project.
const SETTINGS: &str = "cardwright.toml";

/// The stages of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Uninitialized,
    Running,
    ShutDown,
}

/// A language server with one client.
pub struct Server {
    disk: Box<dyn Disk>,
    stage: Stage,
    client: Client,
    folders: Folders,
    documents: Documents,
    projects: Vec<Project>,
    /// Something may have changed since the client was last told.
    is_news: bool,
    /// What the client was told, by file.
    published: BTreeMap<PathBuf, Published>,
    /// The id of the next request to the client.
    next_id: i32,
    out: Vec<Message>,
}

impl Server {
    pub fn new(disk: Box<dyn Disk>) -> Self {
        Server {
            disk,
            stage: Stage::Uninitialized,
            client: Client::default(),
            folders: Folders::default(),
            documents: Documents::default(),
            projects: Vec::new(),
            is_news: false,
            published: BTreeMap::new(),
            next_id: 0,
            out: Vec::new(),
        }
    }

    /// Handles a message of the client. Returns the answer to a request, and other messages to the client.
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request { id, method, params } => {
                let result = self.request(&method, params);
                self.out.push(Message::response(id, result));
            }
            Message::Notification { method, params } => {
                // A notification has no answer, so one that cannot be read is ignored.
                let _ = self.notification(&method, params);
            }
            Message::Response { .. } => {}
        }
        std::mem::take(&mut self.out)
    }

    /// Compiles what changed, and tells the client about new and resolved diagnostics. The adapter calls this if no
    /// message of the client waits.
    pub fn settle(&mut self) -> Vec<Message> {
        if self.stage == Stage::Running && std::mem::take(&mut self.is_news) {
            self.publish();
        }
        std::mem::take(&mut self.out)
    }

    /// Returns the folders in which files can change without the client telling it, because it cannot.
    pub fn unwatched(&self) -> Vec<PathBuf> {
        match self.client.can_register_watchers {
            true => Vec::new(),
            false => self.folders.iter().map(|(path, _)| path.clone()).collect(),
        }
    }

    /// Returns whether the client has asked the server to end.
    pub fn is_shut_down(&self) -> bool {
        self.stage == Stage::ShutDown
    }

    /// Returns the message that files changed which the client does not watch. They may be gone, and may be folders.
    pub fn changed(paths: &[PathBuf], may_be_gone: bool) -> Message {
        let kind = match may_be_gone {
            true => FileChangeType::Deleted,
            false => FileChangeType::Changed,
        };
        let changes = paths.iter().map(|path| lsp::FileEvent {
            uri: address::uri(path),
            kind,
        });
        Message::notification::<lsp::DidChangeWatchedFilesNotification>(
            &DidChangeWatchedFilesParams {
                changes: changes.collect(),
            },
        )
    }

    fn initialize(&mut self, params: InitializeParams) {
        self.client = Client::of(&params.capabilities);
        self.stage = Stage::Running;
        let folders = params.workspace_folders_initialize_params.workspace_folders;
        #[expect(deprecated, reason = "clients that know no other way to name a folder")]
        let root = params.root_uri;
        match (folders, root) {
            (Some(WorkspaceFolders::WorkspaceFolderList(folders)), _) => {
                folders
                    .iter()
                    .for_each(|folder| self.add_folder(&folder.uri));
            }
            (_, Some(root)) => self.add_folder(&root),
            (_, None) => {}
        }
    }

    fn add_folder(&mut self, uri: &Uri) {
        let path = self.disk.real(&address::path(uri));
        if self.folders.iter().any(|(known, _)| *known == path) {
            return;
        }
        self.folders.push((path.clone(), uri.clone()));
        // A file belongs to the innermost folder.
        let depth = |(path, _): &(PathBuf, Uri)| std::cmp::Reverse(path.components().count());
        self.folders.sort_by_key(depth);
        self.projects.push(Project::new(path, &*self.disk));
        self.settle_loose_documents();
    }

    fn remove_folder(&mut self, folder: &WorkspaceFolder) {
        let path = self.disk.real(&address::path(&folder.uri));
        self.folders.retain(|(known, _)| *known != path);
        self.projects.retain(|project| project.root != path);
        self.settle_loose_documents();
    }

    fn notification(&mut self, method: &str, params: Value) -> Result<(), serde_json::Error> {
        use LspNotificationMethod as Method;
        if self.stage != Stage::Running {
            return Ok(());
        }
        self.is_news = true;
        match Method::from(method) {
            Method::Initialized => self.register_watchers(),
            Method::TextDocumentDidOpen => {
                let DidOpenTextDocumentParams { text_document } = read(params)?;
                self.open(text_document);
            }
            Method::TextDocumentDidChange => self.change(read(params)?),
            Method::TextDocumentDidClose => {
                let DidCloseTextDocumentParams { text_document } = read(params)?;
                self.close(&text_document.uri);
            }
            Method::WorkspaceDidChangeWatchedFiles => self.files_changed(read(params)?),
            Method::WorkspaceDidCreateFiles
            | Method::WorkspaceDidRenameFiles
            | Method::WorkspaceDidDeleteFiles => self.refresh(),
            Method::WorkspaceDidChangeWorkspaceFolders => {
                let DidChangeWorkspaceFoldersParams { event } = read(params)?;
                event
                    .removed
                    .iter()
                    .for_each(|folder| self.remove_folder(folder));
                event
                    .added
                    .iter()
                    .for_each(|folder| self.add_folder(&folder.uri));
            }
            _ => {}
        }
        Ok(())
    }

    fn register_watchers(&mut self) {
        if !self.client.can_register_watchers {
            return;
        }
        let patterns = [
            "**/*.yaml".to_owned(),
            "**/*.yml".to_owned(),
            format!("**/{SETTINGS}"),
        ];
        let watchers = patterns.map(|pattern| lsp::FileSystemWatcher {
            glob_pattern: lsp::Pattern::from(pattern).into(),
            kind: None,
        });
        let options = lsp::DidChangeWatchedFilesRegistrationOptions {
            watchers: watchers.into(),
        };
        let registration = lsp::Registration {
            id: "files".to_owned(),
            method: LspNotificationMethod::WorkspaceDidChangeWatchedFiles.to_string(),
            register_options: Some(message::to_value(&options)),
        };
        self.ask::<lsp::RegistrationRequest>(&lsp::RegistrationParams {
            registrations: vec![registration],
        });
    }

    /// Sends a request to the client, whose answer does not matter.
    fn ask<R: lsp::Request>(&mut self, params: &R::Params) {
        self.next_id = self.next_id.wrapping_add(1);
        self.out.push(Message::request::<R>(self.next_id, params));
    }

    fn tell<N: lsp::Notification>(&mut self, params: &N::Params) {
        self.out.push(Message::notification::<N>(params));
    }

    fn open(&mut self, item: lsp::TextDocumentItem) {
        let path = self.real(&item.uri);
        let is_known_language = item.language_id.to_string().contains("yaml");
        let is_ours = match address::is_without_file(&path) {
            true => is_known_language,
            false => is_read(&path),
        };
        if !is_ours {
            return;
        }
        let document = Document {
            uri: item.uri,
            version: item.version,
            text: item.text.into(),
        };
        self.documents.insert(path.clone(), document);
        self.settle_loose_documents();
        self.touch(&path);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let path = self.real(&params.text_document.text_document_identifier.uri);
        let encoding = self.client.encoding;
        if let Some(document) = self.documents.get_mut(&path) {
            document.version = params.text_document.version;
            document.change(params.content_changes, encoding);
            self.touch(&path);
        }
    }

    fn close(&mut self, uri: &Uri) {
        let path = self.real(uri);
        if self.documents.remove(&path).is_none() {
            return;
        }
        self.file_changed(&path);
        self.settle_loose_documents();
        self.touch(&path);
    }

    fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        let mut is_listing_old = false;
        for event in &params.changes {
            let path = self.real(&event.uri);
            if path.file_name().is_some_and(|name| name == SETTINGS) {
                is_listing_old = true;
            } else if is_read(&path)
                || (event.kind == FileChangeType::Deleted && path.extension().is_none())
            {
                is_listing_old |= !self.reread(&path);
            }
        }
        if is_listing_old {
            self.refresh();
        }
    }

    fn file_changed(&mut self, path: &Path) {
        if !self.reread(path) {
            self.refresh();
        }
    }

    /// Reads a file of the disk again. Returns `false` if the files of the projects have to be listed again.
    fn reread(&mut self, path: &Path) -> bool {
        let Some(content) = self.disk.read(path) else {
            return false;
        };
        let projects = self.projects.iter_mut();
        let unlisted = projects.filter_map(|project| {
            let is_listed = project.reread(path, &content);
            (!is_listed && project.has(path)).then_some(())
        });
        unlisted.count() == 0
    }

    /// Lists the files of all projects again.
    fn refresh(&mut self) {
        for project in &mut self.projects {
            project.refresh(&*self.disk);
        }
    }

    /// Makes a project of each document that belongs to no other, and ends those of closed documents.
    fn settle_loose_documents(&mut self) {
        let is_folder = |path: &Path| self.folders.iter().any(|(folder, _)| folder == path);
        self.projects.retain(|project| {
            is_folder(&project.root) || self.documents.contains_key(&project.root)
        });
        let of_folders: Vec<usize> = (0..self.projects.len())
            .filter(|at| {
                self.projects
                    .get(*at)
                    .is_some_and(|project| is_folder(&project.root))
            })
            .collect();
        let is_in_folder = |projects: &[Project], path: &Path| {
            let mut folders = of_folders.iter().filter_map(|at| projects.get(*at));
            folders.any(|project| project.reads(path))
        };
        let loose: Vec<PathBuf> = self.documents.keys().cloned().collect();
        for path in loose {
            let own = self
                .projects
                .iter()
                .position(|project| project.root == path);
            match (is_in_folder(&self.projects, &path), own) {
                (true, Some(own)) => {
                    self.projects.remove(own);
                }
                (false, None) => self.projects.push(Project::new(path, &*self.disk)),
                _ => {}
            }
        }
    }

    /// Forgets what was compiled of a document.
    fn touch(&mut self, path: &Path) {
        for project in self
            .projects
            .iter_mut()
            .filter(|project| project.reads(path))
        {
            project.touch();
        }
    }

    fn real(&self, uri: &Uri) -> PathBuf {
        let path = address::path(uri);
        match address::is_without_file(&path) {
            true => path,
            false => self.disk.real(&path),
        }
    }

    /// Returns the place of the project that reports the diagnostics of a file: that of the innermost folder.
    fn owner(&self, path: &Path) -> Option<usize> {
        let projects = self.projects.iter().enumerate();
        let owners = projects.filter(|(_, project)| project.reads(path));
        // A project that checks the file precedes one that only needs its cards.
        let rank = |project: &Project| (project.has(path), project.root.components().count());
        let owner = owners.max_by_key(|(_, project)| rank(project));
        owner.map(|(at, _)| at)
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, serde_json::Error> {
    serde_json::from_value(params)
}
