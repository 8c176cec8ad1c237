//! The published JSON Schemas (draft 2020-12) of the formats that others write and read. They are for editors and for tools
//! in other languages: the harness itself reads with its own loaders, which say more and name the place.

/// A case file of the suite `agentue-1.1`, as `urn:uiconform:case:1`. Whatever the loader takes fits it, save a few slips
/// that the loader lets pass; what needs other places of the file, such as that a twin differs at one place, is the loader's
/// alone.
pub const CASE: &str = include_str!("../schemas/case.schema.json");

/// A case file of the suite `agent-ui-1`, as `urn:uiconform:case:agent-ui:1`; see [`CASE`].
pub const AGENT_UI_CASE: &str = include_str!("../schemas/agent-ui-case.schema.json");

/// A case file of the suite `ag-ui`, as `urn:uiconform:case:ag-ui:1`; see [`CASE`].
pub const AG_UI_CASE: &str = include_str!("../schemas/ag-ui-case.schema.json");

/// One line of the driver protocol, in either direction, as `urn:uiconform:driver:1`. Params and results have definitions
/// of their own, for tools that know the method.
pub const DRIVER: &str = include_str!("../schemas/driver.schema.json");

/// One line of a result file, as `urn:uiconform:result:1`: a [`Record`](crate::record::Record).
pub const RESULT: &str = include_str!("../schemas/result.schema.json");

/// A baseline, as `urn:uiconform:baseline:1`: what its TOML text means, as JSON. See [`Baseline`](crate::baseline::Baseline).
pub const BASELINE: &str = include_str!("../schemas/baseline.schema.json");
