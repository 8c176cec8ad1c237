//! Reading the results that a case file expects.

use std::collections::BTreeMap;

use uiconform_catalogue::Described;
use uiconform_json::{JsonString, Located, Node, Value};

use super::{Method, delivery};

/// What a result may refer to.
pub(super) struct Results<'a> {
    pub(super) method: Method,
    /// The models that the file names.
    pub(super) given: &'a BTreeMap<String, Described>,
    /// The model that the case starts from.
    pub(super) start: &'a Described,
}

impl Results<'_> {
    /// Reads a result: a model, for a router an object from stream identifier to model, and for the order of deliveries the set of
    /// the complete streams.
    pub(super) fn read(&self, node: &Node<'_>) -> Result<Described, Located> {
        match self.method {
            Method::Reduce => read_model(node, self.given, Some(self.start)),
            Method::Route => self.read_streams(node),
            Method::Deliver => delivery::read_expected(node),
        }
    }

    fn read_streams(&self, node: &Node<'_>) -> Result<Described, Located> {
        let mut streams: Vec<(JsonString, Described)> = Vec::new();
        for node in node.list()? {
            let mut members = node.object()?;
            let id = members.required("stream_id")?;
            let name = Described::read(&id, false)?.get().into_owned();
            let Value::String(name) = name else {
                return Err(id.error("a stream identifier is a string"));
            };
            if streams.iter().any(|(other, _)| *other == name) {
                return Err(id.error("this stream stands twice"));
            }
            let model = read_model(&members.required("model")?, self.given, None)?;
            members.finish()?;
            streams.push((name, model));
        }
        Ok(Described::object(streams))
    }
}

/// Reads a model: an object, null, or the name of a given one. `unchanged` is `start`, where there is one.
pub(super) fn read_model(
    node: &Node<'_>,
    given: &BTreeMap<String, Described>,
    start: Option<&Described>,
) -> Result<Described, Located> {
    match node.value() {
        Value::Null | Value::Object(_) => Described::read(node, false),
        Value::String(_) => {
            let name = node.text()?;
            if let ("unchanged", Some(start)) = (name, start) {
                return Ok(start.clone());
            }
            given.get(name).cloned().ok_or_else(|| {
                node.error(format!(
                    "`given` has no model `{name}`{}",
                    uiconform_catalogue::did_you_mean(name, given.keys().map(String::as_str))
                ))
            })
        }
        _ => Err(node.error("a model is an object, null, or the name of one in `given`")),
    }
}
