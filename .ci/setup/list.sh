# SPDX-License-Identifier: Apache-2.0
# What was set up, for people and for programs: a line in .records for each, all of them in $CRIPROBE_RUNTIMES/runtimes.json.

record() { # name, kind, version, directory, what --managed wants
  mkdir -p "$cache/.records"
  printf '{ "name": "%s", "kind": "%s", "version": "%s", "directory": "%s", "managed": %s }' \
    "$1" "$2" "$3" "$4" "${5:+\"}${5:-null}${5:+\"}" >"$cache/.records/$1"
  write_list
  say "$1: $4"
}

# In the order of the catalogue, whichever of them this set-up was asked for.
write_list() {
  local name comma=''
  {
    printf '{\n  "runtimes": ['
    for name in $(names_of_pieces); do
      [ -e "$cache/.records/$name" ] || continue
      printf '%s\n    %s' "$comma" "$(cat "$cache/.records/$name")"
      comma=,
    done
    printf '\n  ]\n}\n'
  } >"$cache/.runtimes.json"
  mv "$cache/.runtimes.json" "$cache/runtimes.json"
}
