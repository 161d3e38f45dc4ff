//! Files that belong to a contract.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Moment;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContractAttachment {
    pub attachment_type: AttachmentType,
    pub created_at: Moment,
    pub file_id: String,
    #[schema(example = "att_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    #[schema(example = "order-form.pdf")]
    pub original_filename: String,
    pub uploaded_at: Moment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum AttachmentType {
    /// The contract itself, as it was agreed elsewhere.
    Contract,
    #[default]
    Supporting,
    /// The signed document.
    Signed,
}

/// A file: a PDF, PNG or JPEG of at most 5 MiB.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"filename": "order-form.pdf", "content": "JVBERi0xLjcK"}))]
pub struct ContractAttachmentCreate {
    /// SUPPORTING where absent.
    pub attachment_type: Option<AttachmentType>,
    /// The bytes of the file, in base64.
    #[schema(required = true, min_length = 4, max_length = 7000000)]
    pub content: String,
    #[schema(required = true, min_length = 1, max_length = 255)]
    pub filename: String,
}

/// A file with its bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ContractFile {
    pub attachment_type: AttachmentType,
    /// In base64.
    pub content: String,
    /// What the bytes are, by their beginning.
    #[schema(example = "application/pdf")]
    pub content_type: String,
    pub created_at: Moment,
    pub file_id: String,
    pub id: String,
    pub original_filename: String,
    /// Of the bytes, in hexadecimal.
    pub sha256: String,
    pub uploaded_at: Moment,
}
