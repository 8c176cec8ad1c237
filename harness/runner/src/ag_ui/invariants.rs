//! What holds in every case.

use std::collections::HashMap;

use uiconform_json::{JsonString, Value};

use super::answer::RunAnswer;
use super::update::{Kind, text};
use crate::wrong::Wrong;

/// Checks what holds in every run. `silent` says that nothing is wrong with it, so that whoever makes a success of it has nothing to
/// report.
pub(super) fn check(run: &RunAnswer<'_>, silent: bool) -> Result<(), Wrong> {
    check_end(run, silent)?;
    let mut messages = Messages::default();
    for (index, update) in run.updates.iter().enumerate() {
        messages
            .add(update)
            .map_err(|why| Wrong::new(format!("update {}: {why}", index + 1)))?;
    }
    messages.check_places(run)
}

fn check_end(run: &RunAnswer<'_>, silent: bool) -> Result<(), Wrong> {
    let is = |update: &Value, kind| Kind::of(update) == Some(kind);
    let count = |kind| run.updates.iter().filter(|update| is(update, kind)).count();
    let dones = count(Kind::Done);
    let last = run.updates.last().filter(|last| is(last, Kind::Done));
    let Some(done) = last.filter(|_| dones == 1) else {
        return Err(Wrong::new(match dones {
            0 => "no done came; every run ends with one".to_owned(),
            1 => "something came after the done".to_owned(),
            more => format!("{more} dones came; every run ends with exactly one"),
        }));
    };
    let errors = count(Kind::Error);
    match text(done, "end") {
        Some("failed") if errors == 0 => Err(Wrong::new(
            "the run failed, and no error was reported before its done",
        )),
        Some("success" | "interrupted") if silent && errors > 0 => Err(Wrong::new(
            "an error was reported where nothing is wrong with what the agent streamed",
        )),
        Some(_) => Ok(()),
        None => Err(Wrong::bad_answer(
            "the done does not say how the run ended: `end`",
        )),
    }
}

/// The messages of a run, as the updates tell of them.
#[derive(Default)]
struct Messages {
    /// The text of a message, or of a call of it, by their ids.
    texts: HashMap<(JsonString, Option<JsonString>), JsonString>,
    places: HashMap<JsonString, u64>,
}

impl Messages {
    fn add(&mut self, update: &Value) -> Result<(), String> {
        match Kind::of(update) {
            Some(Kind::Messages) => {
                *self = Self::default();
                return Ok(());
            }
            Some(Kind::Message) => {}
            _ => return Ok(()),
        }
        let Some(id) = update.get("id").and_then(Value::as_string) else {
            return Err("an update of a message has the `id` of that".to_owned());
        };
        let change = text(update, "change").unwrap_or_default();
        if matches!(change, "tool_result" | "activity") {
            // It may stand before others.
            self.places.clear();
        }
        if let Some(place) = update.get("index").and_then(Value::as_number) {
            let place = place.to_u64().unwrap_or(u64::MAX);
            if let Some(before) = self.places.insert(id.clone(), place)
                && before != place
            {
                return Err(format!("the index of {id:?} was {before} and is {place}"));
            }
        }
        match update.get("message").filter(|message| !message.is_null()) {
            Some(message) => self.add_message(id, change, update, message),
            None => Ok(()),
        }
    }

    fn add_message(
        &mut self,
        id: &JsonString,
        change: &str,
        update: &Value,
        message: &Value,
    ) -> Result<(), String> {
        if message.get("id").and_then(Value::as_string) != Some(id) {
            return Err(format!("the message of {id:?} has another id"));
        }
        let string = |value: Option<&Value>| value.and_then(Value::as_string).cloned();
        let delta = string(update.get("delta")).unwrap_or_default();
        let grown = |before: &JsonString| {
            let mut text = before.clone();
            text.push(&delta);
            text
        };
        let content = string(message.get("content")).unwrap_or_default();
        let before = self.texts.insert((id.clone(), None), content.clone());
        if change == "content" && before.is_some_and(|before| grown(&before) != content) {
            return Err(format!(
                "the text of {id:?} is not the one before with the delta behind it"
            ));
        }
        let calls = message.get("toolCalls").and_then(Value::as_array);
        for call in calls.into_iter().flat_map(|calls| calls.iter()) {
            let function = call.get("function");
            let arguments = function.and_then(|function| function.get("arguments"));
            let arguments = string(arguments).unwrap_or_default();
            let key = (id.clone(), string(call.get("id")));
            let before = self.texts.insert(key, arguments.clone());
            let is_told = change == "tool_args" && update.get("tool") == call.get("id");
            if is_told && before.is_some_and(|before| grown(&before) != arguments) {
                return Err(format!(
                    "the arguments of a call of {id:?} are not those before with the delta behind them"
                ));
            }
        }
        Ok(())
    }

    /// Checks that at the end each message stands at its index.
    fn check_places(&self, run: &RunAnswer<'_>) -> Result<(), Wrong> {
        for (id, place) in &self.places {
            let messages = run.messages.as_array();
            let there = usize::try_from(*place)
                .ok()
                .and_then(|place| messages?.get(place)?.get("id")?.as_string());
            if there != Some(id) {
                return Err(Wrong::new(format!(
                    "{id:?} had the index {place}, and does not stand there at the end"
                )));
            }
        }
        Ok(())
    }
}
