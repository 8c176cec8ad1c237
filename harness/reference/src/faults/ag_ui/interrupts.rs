//! Faults in what a run waits for (seed, "The three ways a run ends").

use uiconform_json::{Object, Value};
use uiconform_protocols::ag_ui::{End, Outcome, Reference, Session, Update};

use super::{ANY, INTERRUPTS, PAUSED, of_apply};

of_apply! {
    "announces-one-interrupt" aims ["AGU-INT-01"] in INTERRUPTS { told: usize }
    "Gives an update for the first interrupt alone." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.told = 0;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if matches!(update, Update::Interrupt(_)) {
                self.told += 1;
                if self.told > 1 {
                    return;
                }
            }
            out(update);
        }
    }

    "waits-for-one-interrupt" aims ["AGU-INT-02"] in INTERRUPTS
    "Ends a run that waits for several with the first alone." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Done(End::Interrupted { interrupts }) => {
                    let interrupts = interrupts.iter().take(1).cloned().collect();
                    out(Update::Done(&End::Interrupted { interrupts }));
                }
                other => out(other),
            }
        }
    }

    "takes-an-interrupt-for-a-success" aims ["AGU-INT-02"] in PAUSED
    "Announces interrupts and ends the run as a success." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Done(End::Interrupted { .. }) => {
                    out(Update::Done(&End::Success { result: None }));
                }
                other => out(other),
            }
        }
    }

    "announces-the-id-of-an-interrupt" aims ["AGU-INT-03"] in INTERRUPTS
    "Announces of an interrupt its id and its reason alone." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Interrupt(interrupt) => {
                    let known = ["id", "reason"].into_iter();
                    let brief: Object = known
                        .filter_map(|name| Some((name, interrupt.get(name)?.clone())))
                        .collect();
                    out(Update::Interrupt(&brief));
                }
                other => out(other),
            }
        }
    }

    "forgets-interrupts-at-the-done" aims ["AGU-INT-05"] in INTERRUPTS
    "Keeps no interrupts once the run is over." => {
        fn wait(&mut self, _: &mut Session, _: &[Object]) {}
    }

    "keeps-answered-interrupts" aims ["AGU-INT-06"] in INTERRUPTS
    "Keeps the interrupts of an earlier run beside those of the next." => {
        fn begin(&mut self, _: &mut Session) {}

        fn wait(&mut self, session: &mut Session, interrupts: &[Object]) {
            session.interrupts.extend(interrupts.iter().cloned());
        }
    }

    "announces-an-interrupt-on-a-success" aims ["AGU-INT-08"] in ANY
    "Announces an interrupt that says that there is none." => {
        fn finish(&mut self, result: Option<Value>, outcome: &Outcome) -> End {
            match outcome {
                Outcome::Success => {
                    let none: Object = [("id", Value::from("none"))].into_iter().collect();
                    End::Interrupted { interrupts: vec![none] }
                }
                _ => Reference.finish(result, outcome),
            }
        }
    }
}
