//! What the client can do.

use gen_lsp_types::{ClientCapabilities, CodeActionClientCapabilities};

use super::position::Encoding;

#[derive(Clone, Debug, Default)]
pub(super) struct Client {
    pub encoding: Encoding,
    /// The client asks for diagnostics, so they are not pushed.
    pub pulls: bool,
    /// The client asks for all diagnostics again when the server says so.
    pub can_refresh: bool,
    pub can_register_watchers: bool,
    pub has_document_changes: bool,
    pub has_change_annotations: bool,
    /// The client can open files that are inside the program.
    pub reads_inside: bool,
    /// The client asks for the edit of a code action when the author chooses it.
    pub resolves_actions: bool,
}

impl Client {
    pub fn of(capabilities: &ClientCapabilities) -> Self {
        let general = capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref());
        let workspace = capabilities.workspace.as_ref();
        let documents = capabilities.text_document.as_ref();
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let actions = documents.and_then(|documents| documents.code_action.as_ref());
        let watchers = workspace.and_then(|own| own.did_change_watched_files.as_ref());
        let refresh = workspace.and_then(|workspace| workspace.diagnostics.as_ref());
        Client {
            encoding: Encoding::negotiated(encodings.unwrap_or_default()),
            pulls: documents.is_some_and(|documents| documents.diagnostic.is_some()),
            can_refresh: refresh.is_some_and(|own| own.refresh_support == Some(true)),
            can_register_watchers: watchers
                .is_some_and(|own| own.dynamic_registration == Some(true)),
            has_document_changes: edits.is_some_and(|edits| edits.document_changes == Some(true)),
            has_change_annotations: edits
                .is_some_and(|own| own.change_annotation_support.is_some()),
            reads_inside: workspace.is_some_and(|own| own.text_document_content.is_some()),
            resolves_actions: actions.is_some_and(resolves_edits),
        }
    }
}

fn resolves_edits(actions: &CodeActionClientCapabilities) -> bool {
    let keeps_data = actions.data_support == Some(true);
    let resolved = actions.resolve_support.as_ref();
    keeps_data
        && resolved.is_some_and(|own| own.properties.iter().any(|property| property == "edit"))
}
