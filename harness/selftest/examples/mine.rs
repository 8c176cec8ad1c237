#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]
use std::collections::*;
use uiconform_catalogue::Level;
use uiconform_runner::suites;
fn main() {
    let profile = std::env::args().nth(1).unwrap();
    let dir = std::env::args().nth(2).unwrap();
    let files = suites::read_case_files(std::path::Path::new(&dir)).unwrap();
    let catalogue = suites::load_other("agentue-1.1", &files)
        .unwrap()
        .unwrap_or_else(|e| panic!("{e}"));
    let mut useful = HashSet::new();
    let mut aimed: HashSet<String> = HashSet::new();
    let mut near: HashMap<String, (usize, &str, String)> = HashMap::new();
    let faults: Vec<_> = uiconform_reference::agentue_faults()
        .into_iter()
        .filter(|f| f.profiles.contains(&profile.as_str()))
        .collect();
    println!("{} faults, {} cases", faults.len(), catalogue.cases.len());
    for (case, record) in
        uiconform_runner::run_in_process(&catalogue, uiconform_reference::reference, |_| true)
    {
        if let Some(f) = record.failure {
            println!("REFERENCE {}: {}", catalogue.cases[case].id, f.message);
        }
    }
    for fault in &faults {
        let row = uiconform_selftest::kills(&catalogue, fault.name).unwrap();
        if row.kills.is_empty() {
            println!("UNCAUGHT {}", fault.name);
        }
        if std::env::args().any(|a| a == "-v") {
            println!("{}: {}", fault.name, row.kills.len());
            for k in row.kills.iter().take(400) {
                println!(
                    "    {} {} {}",
                    k.verdict,
                    catalogue.cases[k.case].id.name(),
                    k.message
                );
            }
        }
        for k in &row.kills {
            useful.insert(k.case);
        }
        let cites = |c: usize, r: &str| catalogue.cases[c].requirements.iter().any(|x| x == r);
        for aim in fault.aims {
            if !row.kills.iter().any(|k| cites(k.case, aim)) {
                println!("MISSED {} {}", fault.name, aim);
            }
        }
        let req: Vec<usize> = row
            .kills
            .iter()
            .map(|k| k.case)
            .filter(|c| catalogue.cases[*c].level == Level::Required)
            .collect();
        for r in &catalogue.requirements {
            let own = req.iter().any(|c| cites(*c, &r.id));
            if !own {
                continue;
            }
            let beyond: Vec<_> = req.iter().filter(|c| !cites(**c, &r.id)).collect();
            if beyond.is_empty() {
                aimed.insert(r.id.clone());
            } else {
                let e = near
                    .entry(r.id.clone())
                    .or_insert((usize::MAX, "", String::new()));
                if beyond.len() < e.0 {
                    *e = (
                        beyond.len(),
                        fault.name,
                        catalogue.cases[*beyond[0]].id.to_string(),
                    );
                }
            }
        }
    }
    for r in &catalogue.requirements {
        let uiconform_catalogue::Showing::Profiles(p) = &r.showing else {
            continue;
        };
        if !p.contains(&profile) {
            continue;
        }
        if !catalogue
            .cases
            .iter()
            .any(|c| c.requirements.contains(&r.id))
        {
            println!("UNCOVERED {}", r.id);
        }
        if r.level == Level::Required && !aimed.contains(&r.id) {
            println!("UNAIMED {} {:?}", r.id, near.get(&r.id));
        }
    }
    for (i, c) in catalogue.cases.iter().enumerate() {
        if c.level != Level::Informative && !useful.contains(&i) {
            println!("IDLE {}", c.id);
        }
    }
}
