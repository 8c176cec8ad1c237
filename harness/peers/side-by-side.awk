# Puts the summaries of clients beside each other, as `harness/peers/run` publishes them. Each file is named like its client.

FNR == 1 {
  client = FILENAME
  sub(/.*\//, "", client)
  sub(/[.]md$/, "", client)
  clients[++count] = client
  implementation[client] = $0
  sub(/^## uiconform: /, "", implementation[client])
}

/^### `ag-ui\// {
  verdict = $0
  sub(/^### [^ ]+ /, "", verdict)
  put($2, verdict)
}

/^Profiles unsupported: / {
  line = $0
  while (match(line, /`[^`]+`/)) {
    put(substr(line, RSTART, RLENGTH), "not offered")
    line = substr(line, RSTART + RLENGTH)
  }
}

function put(profile, verdict) {
  if (!(profile in seen)) {
    seen[profile] = 1
    profiles[++rows] = profile
  }
  cell[profile, client] = verdict
}

END {
  print "| client | implementation | deviations |"
  print "| --- | --- | --- |"
  for (i = 1; i <= count; i++) {
    client = clients[i]
    printf "| [%s](%s/summary.md) | %s | [%s/deviations.toml](%s/deviations.toml) |\n",
      client, client, implementation[client], client, client
  }
  printf "\n| profile |"
  for (i = 1; i <= count; i++) printf " %s |", clients[i]
  printf "\n| --- |"
  for (i = 1; i <= count; i++) printf " --- |"
  print ""
  for (row = 1; row <= rows; row++) {
    printf "| %s |", profiles[row]
    for (i = 1; i <= count; i++) printf " %s |", cell[profiles[row], clients[i]]
    print ""
  }
}
