//! The workflow in `docs/examples`, run command by command, as somebody would have it who copied it.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use saphyr::{LoadableYamlNode as _, Yaml};

/// A folder with what the workflow takes for granted: the options, the implementation, and the known failures.
struct Project {
    folder: PathBuf,
}

impl Project {
    fn new(name: &str, fault: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("workflow-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("my_reducer.py"), "# the implementation\n").unwrap();
        let project = Self { folder };
        project.with_fault(fault);
        project
    }

    /// Lets the driver have a fault from now on.
    fn with_fault(&self, fault: &str) {
        let options = format!(
            "[run]\ndriver = [\"uiconform\", \"driver\", \"reference\", \"--fault\", \"{fault}\"]\n"
        );
        fs::write(self.folder.join("uiconform.toml"), options).unwrap();
    }

    fn run(&self, command: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_uiconform"));
        let mut path = vec![program.parent().unwrap().to_owned()];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        Command::new("bash")
            .args(["-e", "-c", command])
            .current_dir(&self.folder)
            .env("PATH", env::join_paths(path).unwrap())
            .env("GITHUB_STEP_SUMMARY", self.folder.join("step-summary.md"))
            .output()
            .unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// Runs both jobs, with what the actions between them do; the exit code of each step of the second one, by name.
    fn workflow(&self, jobs: &Jobs) -> Vec<(String, i32)> {
        let _ = fs::remove_dir_all(self.folder.join("shards"));
        fs::create_dir(self.folder.join("shards")).unwrap();
        for shard in ["1", "2"] {
            for (name, command) in &jobs.run {
                let output = self.run(&command.replace("${{ matrix.shard }}", shard));
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{name}: {said}");
            }
            let name = format!("shard-{shard}");
            fs::rename(
                self.folder.join(&name),
                self.folder.join("shards").join(&name),
            )
            .unwrap();
        }
        let code = |command: &str| self.run(command).status.code().unwrap();
        jobs.verdict
            .iter()
            .map(|(name, command)| (name.clone(), code(command)))
            .collect()
    }
}

/// The steps that are commands, by name.
struct Jobs {
    run: Vec<(String, String)>,
    verdict: Vec<(String, String)>,
    /// What the second one keeps.
    uploaded: Vec<String>,
}

fn jobs() -> Jobs {
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/conformance.yml"),
    )
    .unwrap();
    let documents = Yaml::load_from_str(&text).unwrap();
    let jobs = &documents[0]["jobs"];
    let shards = &jobs["run"]["strategy"]["matrix"]["shard"];
    assert_eq!(shards.as_sequence().unwrap().len(), 2);
    let steps = |job: &str| -> Vec<(String, String)> {
        let steps = jobs[job]["steps"].as_sequence().unwrap().iter();
        let commands: Vec<(String, String)> = steps
            .filter_map(|step| {
                let command = step.as_mapping_get("run")?.as_str()?;
                Some((
                    step["name"].as_str().unwrap().to_owned(),
                    command.to_owned(),
                ))
            })
            .collect();
        // Only the installation cannot be tried here.
        let (install, rest): (Vec<_>, Vec<_>) = commands
            .into_iter()
            .partition(|(_, command)| command.starts_with("cargo install "));
        assert_eq!(install.len(), 1, "{job}");
        let tag = concat!(" --tag v", env!("CARGO_PKG_VERSION"), " ");
        assert!(install[0].1.contains(tag), "{}", install[0].1);
        rest
    };
    let kept = jobs["verdict"]["steps"].as_sequence().unwrap().iter();
    let kept = kept.filter_map(|step| {
        step.as_mapping_get("with")?
            .as_mapping_get("path")?
            .as_str()
    });
    Jobs {
        run: steps("run"),
        verdict: steps("verdict"),
        uploaded: kept.map(str::to_owned).collect(),
    }
}

#[test]
fn a_missing_shard_leaves_a_summary_that_says_so() {
    let jobs = jobs();
    let project = Project::new("missing", "seq-may-be-digits");
    project.run("uiconform run --write-baseline known-failures.toml");
    for (_, command) in &jobs.run {
        project.run(&command.replace("${{ matrix.shard }}", "1"));
    }
    project.run("mkdir shards && mv shard-1 shards");
    let codes: Vec<Option<i32>> = jobs.verdict[..2]
        .iter()
        .map(|(_, command)| project.run(command).status.code())
        .collect();
    assert_eq!(codes, [Some(5), Some(0)]);
    let summary = project.read("step-summary.md");
    assert!(summary.contains("shard 2 of 2 is missing"), "{summary}");
}

#[test]
fn every_command_of_the_workflow_does_what_it_says() {
    let jobs = jobs();
    let project = Project::new("known", "seq-may-be-digits");
    let written = project.run("uiconform run --write-baseline known-failures.toml");
    assert_eq!(written.status.code(), Some(0));

    let codes = project.workflow(&jobs);
    assert!(codes.len() >= 4);
    for (name, code) in &codes {
        assert_eq!(*code, 0, "{name}");
    }
    assert!(project.read("step-summary.md").contains("known failure"));
    assert!(
        project
            .read("report/junit.xml")
            .contains("known: unexplained")
    );
    assert!(project.read("certificate.json").contains("my_reducer.py"));
    // All that a verifier needs is kept.
    let names = ["certificate.json", "whole.jsonl", "my_reducer.py"];
    let kept = jobs.uploaded.iter();
    let mut kept = kept.map(|paths| paths.lines().collect::<Vec<_>>());
    assert!(kept.any(|paths| paths == names), "{:?}", jobs.uploaded);
    let verify = "uiconform report certificate whole.jsonl --artifact my_reducer.py --verify certificate.json";
    let verified = project.run(verify);
    assert_eq!(verified.status.code(), Some(1));
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(said.contains("the certificate says FAILED"), "{said}");
    let certify = "uiconform report certificate whole.jsonl --artifact my_reducer.py";
    let said = String::from_utf8(project.run(certify).stderr).unwrap();
    assert!(
        said.contains("note: the certificate says FAILED: "),
        "{said}"
    );
    assert!(
        project
            .read("predicate.json")
            .starts_with("{\"result\": \"FAILED\"")
    );

    // The known failure is mended and another one comes.
    project.with_fault("start-merges-blocks");
    let codes = project.workflow(&jobs);
    let failed: Vec<&str> = codes
        .iter()
        .filter(|(_, code)| *code != 0)
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(
        failed,
        ["Judge the whole, with annotations at the lines of the cases"]
    );
    assert!(
        project
            .read("report/annotations.txt")
            .contains("::error file=spec-cases/")
    );
}
