# SPDX-License-Identifier: Apache-2.0
# Steps of a run, each with its seconds, and a table of all of them at the end, however that comes.
took=()
step_at=$SECONDS
step_name=

step() { # name
  step_over
  step_name=$1 step_at=$SECONDS
  printf '\n==> %s (%s)\n' "$1" "$(date +%T)"
}

step_over() {
  [ -z "$step_name" ] || took+=("$(printf '%5d s  %s' "$((SECONDS - step_at))" "$step_name")")
  step_name=
}

# Something that needs the network more than the processor goes on beside the next steps, in a process group of its own.
aside_pid=
aside() { # name, log, command
  aside_name=$1 aside_log=$2 aside_at=$SECONDS
  shift 2
  set -m
  (step_name='' && "$@") >"$aside_log" 2>&1 &
  aside_pid=$!
  set +m
  printf '==> %s goes on beside this (%s)\n' "$aside_name" "$aside_log"
}

join_aside() {
  local status=0
  step "waiting for: $aside_name"
  wait "$aside_pid" || status=$?
  aside_pid=
  cat "$aside_log"
  took+=("$(printf '%5d s  %s (beside the others, until they were done)' "$((SECONDS - aside_at))" "$aside_name")")
  return "$status"
}

summary() { # exit code
  local failed=$step_name
  step_over
  [ -z "$aside_pid" ] || kill -- "-$aside_pid" 2>/dev/null || true
  printf '\n'
  printf '%s\n' "${took[@]}"
  if [ "$1" = 0 ]; then
    printf '%5d s  everything is green\n' "$SECONDS"
  else
    printf '%5d s  RED in: %s (exit %s)\n' "$SECONDS" "$failed" "$1"
  fi
}
