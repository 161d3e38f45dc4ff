//! Files of contracts. They are kept and handed out as they came, and never run.

use records::{CompanyId, ContractId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx};

columns! {
    /// A file without its bytes.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AttachmentRow in "contract_attachment t" {
        pub contract_id: ContractId,
        pub id: String,
        pub file_id: String,
        /// CONTRACT, SUPPORTING or SIGNED.
        pub kind: String,
        pub filename: String,
        pub content_type: String,
        pub sha256: String,
        pub created_at: Moment,
    }

    /// A file with its bytes, in base64.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FileRow in "contract_attachment t" {
        pub attachment: AttachmentRow,
        pub content: String,
    }
}

statements! {
    INSERT(FileRow) = "INSERT INTO contract_attachment (company_id, {names})
        VALUES ($1, {values})";
    OF: AttachmentRow = "{select} AND t.contract_id IN {texts $2} ORDER BY t.contract_id, t.id";
    GET: FileRow = "{select} AND t.contract_id = $2 AND t.id = $3";
}

pub fn insert(tx: &mut Tx<'_>, company: &CompanyId, row: &FileRow) -> Result<()> {
    tx.put(&INSERT, company, row).map(|_| ())
}

/// The files of these contracts, in the order in which they came.
pub fn of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    contracts: Vec<ContractId>,
) -> Result<Vec<AttachmentRow>> {
    tx.rows_of(&OF, company, contracts)
}

pub fn get(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    contract: &ContractId,
    id: &str,
) -> Result<Option<FileRow>> {
    tx.row(&GET, &[company.into(), contract.into(), id.into()])
}
