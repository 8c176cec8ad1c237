#!/usr/bin/env python3
"""Compares what `uiconform check --suite ag-ui` and the validator ag-ui-validate find in the recordings of this folder.

    spec-cases/ag-ui/traces/compare.py            # prints the table
    spec-cases/ag-ui/traces/compare.py --write    # and puts it into docs/check-ag-ui.md

Each recording shows one thing, which its name says. Nothing of the validator is kept in this project: it is installed into a temporary
virtual environment, unless AG_UI_VALIDATE names a folder from which it can be imported. UICONFORM names the program `uiconform`; without
it, it is built.

The exit code is 1 if the validator finds an error or a warning where nothing is found here, and 2 if something cannot be run.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
PAGE = ROOT / "docs" / "check-ag-ui.md"
PACKAGE = "ag-ui-validate==0.4.*"
BEGIN = "<!-- made by spec-cases/ag-ui/traces/compare.py: do not edit up to the end mark -->"
END = "<!-- end -->"

# What is said of every recording without times, so that it is shown where it is meant alone.
TIMES = {"AGU-SEND-06", "AGUI902"}


def fail(message):
    print(f"compare.py: {message}", file=sys.stderr)
    sys.exit(2)


def program():
    named = os.environ.get("UICONFORM")
    if named:
        return [named]
    built = subprocess.run(["cargo", "build", "--quiet", "--package", "uiconform"], cwd=ROOT)
    if built.returncode != 0:
        fail("uiconform cannot be built")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return [str(target / "debug" / "uiconform")]


def validator(folder):
    """The words that start the validator, and the environment for it."""
    given = os.environ.get("AG_UI_VALIDATE")
    if given:
        return [sys.executable, "-m", "ag_ui_validate.cli"], {**os.environ, "PYTHONPATH": given}
    environment = pathlib.Path(folder) / "venv"
    python = environment / "bin" / "python"
    steps = [
        [sys.executable, "-m", "venv", str(environment)],
        [str(python), "-m", "pip", "install", "--quiet", PACKAGE],
    ]
    for step in steps:
        if subprocess.run(step).returncode != 0:
            fail(f"{PACKAGE} cannot be installed; AG_UI_VALIDATE may name a folder that it can be imported from")
    return [str(python), "-m", "ag_ui_validate.cli"], dict(os.environ)


def ours(words, path):
    """The rules that are found here, with the heaviest level of each."""
    command = [*words, "check", "--suite", "ag-ui", "--hygiene", "--format", "json", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        fail(f"{' '.join(command)}: {done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        record = json.loads(line)
        if record["record"] == "finding":
            found.setdefault(record["rule"], record["level"])
    return found


def theirs(words, environment, path):
    """The rules that the validator finds, with the severity of each."""
    done = subprocess.run([*words, "--json", str(path)], capture_output=True, text=True, env=environment)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        fail(f"ag-ui-validate did not report on {path.name}: {done.stderr or done.stdout}")
    if report["internalErrors"]:
        fail(f"ag-ui-validate failed on {path.name}: {report['internalErrors']}")
    return {one["rule"]: one["severity"] for one in report["diagnostics"]}, report["tool"]


def told(found, name):
    shown = [f"{rule} ({level})" for rule, level in sorted(found.items()) if name == "events-without-times" or rule not in TIMES]
    return ", ".join(shown) or "–"


def main():
    paths = sorted(path for kind in ("valid", "invalid") for path in (FOLDER / kind).iterdir() if path.suffix in (".jsonl", ".sse"))
    words = program()
    rows, missed, more, fewer, rules = [], [], 0, [], set()
    with tempfile.TemporaryDirectory() as folder:
        other, environment = validator(folder)
        for path in sorted(paths, key=lambda path: path.stem):
            mine = ours(words, path)
            found, tool = theirs(other, environment, path)
            rows.append(f"| {path.stem.replace('-', ' ')} | {told(mine, path.stem)} | {told(found, path.stem)} |")
            rules |= set(found)
            heavy = [rule for rule, severity in found.items() if severity in ("error", "warning")]
            weighed = [rule for rule in mine if rule not in TIMES]
            if heavy and not weighed:
                missed.append(f"{path.name}: {', '.join(heavy)}")
            rest = [rule for rule in found if rule not in TIMES]
            more += bool(weighed and not rest)
            if rest and not weighed:
                fewer.append(path.stem)
    version = tool.get("version", "0.4")
    table = [
        BEGIN,
        "",
        f"{len(rows)} recordings; `uiconform check --suite ag-ui --hygiene` beside ag-ui-validate {version}. In {more} of them something is found here alone,"
        f" and in {len(fewer)} by ag-ui-validate alone; {len(rules)} of its rules are met.",
        "",
        "| the recording shows | uiconform | ag-ui-validate |",
        "| --- | --- | --- |",
        *rows,
        "",
        END,
    ]
    text = "\n".join(table)
    print(text)
    if "--write" in sys.argv[1:]:
        page = PAGE.read_text()
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text(f"{before}{text}{after}")
    for line in missed:
        print(f"compare.py: found by ag-ui-validate alone: {line}", file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
