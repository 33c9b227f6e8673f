//! `lsp`: the language server over standard input and output.

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};

use lsp_server::Message as Framed;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::Outcome;
use super::discovery::Discovery;
use super::error::{CliError, show};
use super::output;
use super::paths::{around_in, game_of};
use super::progress::Progress;
use super::project;
use super::read::{self, Text};
use super::request::Request;
use super::test_files;
use super::walk::{DEFAULT_FOLDER, is_test_file};
use cardwright::diagnostic::Levels;
use cardwright::lsp::{Content, Disk, DiskFile, Listing, Message, Server};
use cardwright::source::FileId;
use cardwright::words;

/// What a person reads who starts the command on a terminal.
const FOR_EDITORS: &str = "\
This command is for editors, which start it and talk to it over standard input and output: then mistakes
in cards are shown while you type, and can be fixed with a click.

To set up your editor, tell it to run `cardwright lsp` for YAML files in folders with `cards`, `game.yaml`
or `cardwright.toml`. docs/editor.md has the settings for Neovim, Helix, Emacs and VS Code.
";

/// Something that happened outside of the server.
enum Event {
    Client(Framed),
    /// Files changed that the client does not watch.
    Changed(notify::Event),
    /// The client is gone.
    Closed,
    Failed(io::Error),
}

pub fn lsp() -> Result<Outcome, CliError> {
    if io::stdin().is_terminal() {
        output::to_stdout(FOR_EDITORS)?;
        return Ok(Outcome::Clean);
    }
    words::prepare();
    let (send, events) = mpsc::channel();
    let from_client = send.clone();
    std::thread::spawn(move || read_client(&from_client));
    serve(&events, &send)
}

/// Reads messages until the client closes standard input.
fn read_client(send: &Sender<Event>) {
    let mut input = BufReader::new(io::stdin());
    loop {
        let event = match Framed::read(&mut input) {
            Ok(Some(message)) => Event::Client(message),
            Ok(None) => Event::Closed,
            Err(error) => Event::Failed(error),
        };
        let is_last = !matches!(event, Event::Client(_));
        if send.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Answers messages until the client ends the session.
fn serve(events: &Receiver<Event>, send: &Sender<Event>) -> Result<Outcome, CliError> {
    let mut server = Server::new(Box::new(Files));
    let mut watcher: Option<RecommendedWatcher> = None;
    loop {
        let event = match events.try_recv() {
            Ok(event) => event,
            // Nothing waits, so there is time to compile.
            Err(TryRecvError::Empty) => {
                write(server.settle())?;
                match events.recv() {
                    Ok(event) => event,
                    Err(_) => return Ok(Outcome::Clean),
                }
            }
            Err(TryRecvError::Disconnected) => return Ok(Outcome::Clean),
        };
        let message = match event {
            Event::Client(Framed::Notification(message)) if message.method == "exit" => {
                return Ok(match server.is_shut_down() {
                    true => Outcome::Clean,
                    false => Outcome::ErrorsFound,
                });
            }
            Event::Client(Framed::Notification(message)) if message.method == "initialized" => {
                watcher = watch(&server.unwatched(), send);
                unframed(&message.into())
            }
            Event::Client(message) => unframed(&message),
            Event::Changed(event) => {
                use notify::event::{EventKind, ModifyKind};
                let may_be_gone = matches!(
                    event.kind,
                    EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
                );
                Some(Server::changed(&event.paths, may_be_gone))
            }
            Event::Closed => return Ok(Outcome::Clean),
            Event::Failed(source) => {
                return Err(CliError::Read {
                    path: "standard input".to_owned(),
                    source,
                });
            }
        };
        if let Some(message) = message {
            write(server.handle(message))?;
        }
        // The watcher works as long as it exists.
        let _ = &watcher;
    }
}

/// Converts a message; `None` if its form is not that of the protocol.
fn unframed(message: &Framed) -> Option<Message> {
    serde_json::from_value(serde_json::to_value(message).ok()?).ok()
}

fn write(messages: Vec<Message>) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    for message in messages {
        let value = serde_json::to_value(message);
        let framed: Result<Framed, _> = value.and_then(serde_json::from_value);
        let framed = framed.map_err(|error| CliError::Output {
            source: error.into(),
        })?;
        framed
            .write(&mut out)
            .and_then(|()| out.flush())
            .map_err(|source| CliError::Output { source })?;
    }
    Ok(())
}

/// Watches folders for a client that cannot.
fn watch(folders: &[PathBuf], send: &Sender<Event>) -> Option<RecommendedWatcher> {
    let send = send.clone();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if let Ok(event) = event
            && !event.kind.is_access()
        {
            // The receiver is gone only at the end of the session.
            let _ = send.send(Event::Changed(event));
        }
    })
    .ok()?;
    for folder in folders {
        // A folder that cannot be watched is read once.
        let _ = watcher.watch(folder, RecursiveMode::Recursive);
    }
    Some(watcher)
}

/// The files of the disk.
struct Files;

impl Disk for Files {
    fn list(&self, root: &Path) -> Listing {
        list(root).unwrap_or_else(|error| Listing {
            folder: root.parent().unwrap_or(root).to_owned(),
            checked: vec![root.to_owned()],
            game: game_of(None, &project::Project::default()).to_owned(),
            problem: match error {
                // A new file that is not saved yet.
                CliError::NoSuchPath { .. } => None,
                error => Some(show(&error, false)),
            },
            ..Listing::default()
        })
    }

    fn read(&self, path: &Path) -> Option<Content> {
        path.is_file().then(|| content(read::file(path)))
    }

    fn real(&self, path: &Path) -> PathBuf {
        if let Ok(real) = path.canonicalize() {
            return real;
        }
        // A new file may be in a folder that is a link.
        match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) if folder != path => self.real(folder).join(name),
            _ => path.to_owned(),
        }
    }
}

fn list(root: &Path) -> Result<Listing, CliError> {
    let is_folder = root.is_dir();
    let folder = match root.parent() {
        Some(parent) if !is_folder => parent,
        _ => root,
    };
    let cards = root.join(DEFAULT_FOLDER);
    let checked = match cards.is_dir() {
        true => vec![cards],
        false => vec![root.to_owned()],
    };
    let project = project::of_folder(folder)?;
    let game = game_of(None, &project);
    let library = match is_folder {
        true => Vec::new(),
        false => around_in(folder, &checked, &project).into_iter().collect(),
    };
    let mut request = Request::of(&checked, &library, game, project.lints.clone());
    let tests = test_files::below(&checked);
    let mut discovery = Discovery::of(&request)?;
    let roots = test_files::roots(&tests);
    let only_tests = !tests.is_empty() && (is_test_file(root) || discovery.files.is_empty());
    if only_tests {
        request = test_files::request(&roots, &library, game);
        discovery = Discovery::of(&request)?;
    }
    let texts = discovery.texts(&Progress::of_files(0));
    let files = discovery
        .files
        .iter()
        .zip(texts)
        .map(|(file, text)| DiskFile {
            path: PathBuf::from(&file.real),
            role: file.role,
            content: content(text),
        });
    Ok(Listing {
        folder: folder.to_owned(),
        files: files.collect(),
        tests: tests
            .iter()
            .map(|path| DiskFile {
                path: path.clone(),
                role: cardwright::compile::Role::Checked,
                content: content(read::file(path)),
            })
            .collect(),
        game: game.to_owned(),
        levels: match only_tests {
            true => Levels::silent(),
            false => project.lints,
        },
        checked,
        only_tests,
        problem: None,
    })
}

fn content(text: Text) -> Content {
    Content {
        trouble: text
            .trouble
            .map(|trouble| trouble.diagnostic(FileId::default())),
        text: text.text,
    }
}
