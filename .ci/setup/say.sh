# SPDX-License-Identifier: Apache-2.0
# How the set-up speaks: one line per step with its seconds, and one line when it cannot go on.
started=$SECONDS

say() { printf '[%4ds] %s\n' "$((SECONDS - started))" "$*"; }

# The exit code says that the line is printed: a subshell's end must not print another.
die() {
  printf 'setup-runtimes: %s\n' "$*" >&2
  exit 70
}
trap '[ $? = 70 ] || die "$BASH_COMMAND failed (${BASH_SOURCE[0]##*/}, line $LINENO)"' ERR

need() { command -v "$1" >/dev/null || die "$1 is missing: $2"; }

retry() {
  local attempt
  for attempt in 1 2 3; do
    "$@" && return 0
    [ "$attempt" = 3 ] || sleep $((attempt * 3))
  done
  return 1
}

# What a quiet step printed is shown only when it failed.
quietly() { # log, what it is for, the words of the command
  local log=$1 what=$2
  shift 2
  "$@" >"$log" 2>&1 && return 0
  tail -n 20 "$log" >&2
  die "$what failed (its output: $log)"
}
