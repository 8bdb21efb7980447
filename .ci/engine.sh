# SPDX-License-Identifier: Apache-2.0
# What .ci/dockerd and .ci/podman share: `<engine> start DIR` prints its DOCKER_HOST and pid, `<engine> stop DIR` ends it by that pid.
# All of it is below DIR (on a real file system, path of at most 70 bytes); the host's network and settings stay as they are.
# An engine is `engine`, its name; `launch`, which starts it on $dir/engine.sock and sets `pid`; `mine`, how its command line is
# known; `fixed`, what it makes elsewhere whatever it is told; and `sweep`, which takes away what else it leaves.
cache=${CRIPROBE_RUNTIMES:-/var/cache/criprobe-runtimes}
die() {
  printf '%s: %s\n' "$engine" "$*" >&2
  exit 1
}

# The runtime that lacks nothing, unless the machine lacks CAP_SYS_RESOURCE.
runtime() {
  local capabilities
  capabilities=$(awk '/^CapEff:/ { print $2 }' /proc/self/status)
  if (((0x$capabilities >> 24) & 1)); then echo runc; else echo lenient; fi
}

# The program on PATH, else what .ci/setup-runtimes unpacked.
binary() {
  command -v "$engine" || compgen -G "$cache/$engine-*/$engine" | tail -n 1 | grep . || die "no $engine: run .ci/setup-runtimes"
}

is_ours() { tr '\0' ' ' <"/proc/$1/cmdline" 2>/dev/null | grep -qF -- "$mine"; }

start() {
  local place
  mkdir -p "$dir"
  # Gone again after stop, unless it was there before.
  for place in "${fixed[@]}"; do [ -e "$place" ] || echo "$place"; done >"$dir/absent"
  install -m 755 "$here/../examples/lenient-runc" "$dir/lenient-runc"
  launch
  echo "$pid" >"$dir/pid"
  for _ in $(seq 300); do
    [ "$(curl -s --unix-socket "$dir/engine.sock" http://x/_ping 2>/dev/null)" = OK ] && break
    kill -0 "$pid" 2>/dev/null || { tail -n 5 "$dir/engine.log" >&2; die 'it ended'; }
    sleep 0.1
  done
  [ -S "$dir/engine.sock" ] || die "no socket after 30 s: $(tail -n 1 "$dir/engine.log")"
  printf 'DOCKER_HOST=unix://%s/engine.sock\nPID=%s\n' "$dir" "$pid"
}

stop() {
  local pid place
  pid=$(cat "$dir/pid" 2>/dev/null) || pid=
  if [ -n "$pid" ] && is_ours "$pid"; then end "$pid"; fi
  sweep
  awk -v dir="$dir/" 'index($2, dir) == 1 { print $2 }' /proc/mounts | tac | while read -r place; do umount "$place"; done
  [ -e "$dir/absent" ] || return 0
  while read -r place; do
    if [ -f "$place" ]; then rm -f "$place"; else rmdir "$place" 2>/dev/null || true; fi
  done <"$dir/absent"
}

end() {
  kill -TERM "$1"
  for _ in $(seq 300); do
    is_ours "$1" || return 0
    sleep 0.1
  done
  kill -KILL "$1"
}

engine_main() {
  [ $# = 2 ] || die 'usage: start|stop DIR'
  case $2 in /*) dir=$2 ;; *) die 'DIR must be absolute' ;; esac
  describe
  "$1"
}
