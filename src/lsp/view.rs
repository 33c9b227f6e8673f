//! A compiled project in the terms of the protocol: URIs and ranges for files and spans.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gen_lsp_types::{Location, Range, Uri};

use super::address;
use super::position::{Encoding, LineIndex};
use super::project::{Compiled, Documents};
use crate::collections::HashMap;
use crate::source::{FileId, SourceFile, Span};

/// The real path and the URI of each folder of the workspace.
pub(super) type Folders = Vec<(PathBuf, Uri)>;

pub(super) struct View<'v> {
    pub compiled: &'v Compiled,
    pub documents: &'v Documents,
    folders: &'v Folders,
    encoding: Encoding,
    /// The lines of the files that were needed.
    indexes: RefCell<HashMap<FileId, Rc<LineIndex<'v>>>>,
}

impl<'v> View<'v> {
    pub fn new(
        compiled: &'v Compiled,
        documents: &'v Documents,
        folders: &'v Folders,
        encoding: Encoding,
    ) -> Self {
        View {
            compiled,
            documents,
            folders,
            encoding,
            indexes: RefCell::default(),
        }
    }

    pub fn file(&self, file: FileId) -> &'v SourceFile {
        self.compiled.run.sources.file(file)
    }

    pub fn path(&self, file: FileId) -> Option<&'v Path> {
        self.compiled.run.paths.get(&file).map(PathBuf::as_path)
    }

    pub fn lines(&self, file: FileId) -> Rc<LineIndex<'v>> {
        let mut indexes = self.indexes.borrow_mut();
        let index = indexes
            .entry(file)
            .or_insert_with(|| Rc::new(LineIndex::new(&self.file(file).text, self.encoding)));
        Rc::clone(index)
    }

    pub fn range(&self, span: Span) -> Range {
        self.lines(span.file).range(span.range())
    }

    pub fn location(&self, span: Span) -> Location {
        Location {
            uri: self.uri(span.file),
            range: self.range(span),
        }
    }

    pub fn uri(&self, file: FileId) -> Uri {
        match self.path(file) {
            Some(path) => uri_of(path, self.documents, self.folders),
            None => address::inside(&self.file(file).path),
        }
    }

    /// Returns the version of a file, if it is open.
    pub fn version(&self, file: FileId) -> Option<i32> {
        let document = self.documents.get(self.path(file)?)?;
        Some(document.version)
    }
}

/// Returns the URI of a file as the client writes it.
pub(super) fn uri_of(path: &Path, documents: &Documents, folders: &Folders) -> Uri {
    if let Some(document) = documents.get(path) {
        return document.uri.clone();
    }
    let below = |(folder, uri): &(PathBuf, Uri)| {
        let below = path.strip_prefix(folder).ok()?;
        let whole = address::uri(&Path::new("/").join(below));
        let below = whole.0.strip_prefix("file://")?;
        Some(Uri(uri.0.trim_end_matches('/').to_owned() + below))
    };
    let found = folders.iter().find_map(below);
    found.unwrap_or_else(|| address::uri(path))
}
