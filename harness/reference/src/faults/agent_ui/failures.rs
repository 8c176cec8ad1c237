//! Faults in what becomes of renderers that fail or take their time (State Persistence).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{Became, Kind, Reference, Refusal, Report};

use super::tools::refusal;
use super::{ANY, faults};

faults! {
    "failed-charts-are-rendered" aims ["AUI-5-08"] in ANY
    "Says that a chart is rendered whose renderer threw." => {
        fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
            match (kind, &report) {
                (Kind::Chart, Report::Threw(_)) => Became::Rendered,
                _ => Reference.reported(kind, report, fallback),
            }
        }
    }

    "what-failed-is-rendered" aims ["AUI-5-04", "AUI-5-08"] in ANY
    "Says that an envelope is rendered whose renderer threw." => {
        fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
            match report {
                Report::Threw(_) => Became::Rendered,
                report => Reference.reported(kind, report, fallback),
            }
        }
    }

    "what-failed-is-rejected" aims ["AUI-5-09"] in ANY
    "Rejects an envelope whose renderer threw." => {
        fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
            match report {
                Report::Threw(why) => Became::Rejected(why),
                report => Reference.reported(kind, report, fallback),
            }
        }
    }

    "failures-without-a-message" aims ["AUI-5-09"] in ANY
    "Tells of a renderer that threw, and not why." => {
        fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
            match Reference.reported(kind, report, fallback) {
                Became::Error(_) => Became::Error(String::new()),
                became => became,
            }
        }
    }

    "stops-after-a-failure" aims ["AUI-1-06"] in ANY { stopped: bool }
    "Renders nothing more after a renderer that threw." => {
        fn begin(&mut self) {
            self.stopped = false;
        }
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            match self.stopped {
                true => Err(refusal()),
                false => Reference.object(envelope),
            }
        }
        fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
            self.stopped |= matches!(report, Report::Threw(_));
            Reference.reported(kind, report, fallback)
        }
    }

    "stops-while-one-is-held" aims ["AUI-1-06"] in ANY { stopped: bool }
    "Renders nothing while a renderer has not reported, nor after it." => {
        fn begin(&mut self) {
            self.stopped = false;
        }
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            match self.stopped {
                true => Err(refusal()),
                false => Reference.object(envelope),
            }
        }
        fn reported(&mut self, kind: Kind, report: Report, fallback: Option<&JsonString>) -> Became {
            self.stopped |= report == Report::Held;
            Reference.reported(kind, report, fallback)
        }
    }
}
