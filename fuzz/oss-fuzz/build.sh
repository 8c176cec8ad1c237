#!/bin/bash -eu
# Builds what OSS-Fuzz and ClusterFuzzLite run: every target, its seeds and its dictionary, into $OUT.
# SANITIZER is set there; FUZZ_FLAGS says how to build elsewhere, as a test of these steps does.
cd "${SRC:?}/uiconform"
out=${OUT:?}

# shellcheck disable=SC2086 # Several words on purpose.
cargo fuzz build ${FUZZ_FLAGS:--O}
# A build without a sanitizer, too, lies below the triple of the machine.
built=$(ls -d fuzz/target/*/release | head -1)

seeds=$(mktemp -d)
cargo run --quiet --package uiconform-fuzzer --example seeds -- "$seeds"

for target in $(cargo fuzz list); do
  cp "$built/$target" "$out/"
  (cd "$seeds/$target" && python3 -m zipfile -c "$out/${target}_seed_corpus.zip" ./*)
  dictionary=agentue
  [ "$target" = sse ] && dictionary=sse
  cp "fuzz/dictionaries/$dictionary.dict" "$out/$target.dict"
done
