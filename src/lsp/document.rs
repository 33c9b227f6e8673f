//! A document that is open in the editor.

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use smol_str::SmolStr;

use super::position::{Encoding, LineIndex};

#[derive(Clone, Debug)]
pub(super) struct Document {
    /// The URI as the client writes it.
    pub uri: Uri,
    pub version: i32,
    pub text: SmolStr,
}

impl Document {
    /// Applies changes one after the other.
    pub fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, encoding: Encoding) {
        use TextDocumentContentChangeEvent::{
            TextDocumentContentChangePartial as Partial,
            TextDocumentContentChangeWholeDocument as Whole,
        };
        let mut text = self.text.to_string();
        for change in changes {
            match change {
                Whole(change) => text = change.text,
                Partial(change) => {
                    let bytes = LineIndex::new(&text, encoding).bytes(change.range);
                    text.replace_range(bytes, &change.text);
                }
            }
        }
        self.text = text.into();
    }
}
