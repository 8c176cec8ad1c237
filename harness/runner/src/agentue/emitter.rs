//! The profile `emitter`.

use uiconform_catalogue::FileForm;
use uiconform_json::{Located, Members};

pub(super) fn open(file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
    Err(file
        .node()
        .error("no cases of this profile can be read yet"))
}
