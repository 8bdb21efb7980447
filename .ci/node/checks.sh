#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What criprobe reads of a node with cgroup v2, systemd and AppArmor, and what it leaves on one: checks.sh CRIPROBE…
set -uo pipefail
criprobe=("$@")
bad=0
cgroups=/sys/fs/cgroup
foreign=kubepods-besteffort-podfeed0000.slice

check() { # what, command…
  local what=$1
  shift
  if "$@"; then echo "  ok   $what"; else echo "  BAD  $what" && bad=1; fi
}
appears() { # seconds, command…: its output, once there is some
  local until=$((SECONDS + $1)) out
  shift
  while out=$("$@" 2>/dev/null || true) && [ -z "$out" ] && [ $SECONDS -lt $until ]; do sleep 0.2; done
  echo "$out"
}
pods() { find $cgroups/kubepods.slice -type d -name '*-pod*.slice' ! -name $foreign 2>/dev/null; }
scopes() { find $cgroups/kubepods.slice -type d -name 'cri-containerd-*.scope' 2>/dev/null; }
processes() { scopes | sed 's#$#/cgroup.procs#' | xargs -r cat 2>/dev/null; }
confined() { processes | while read -r pid; do grep -l '^cri-containerd.apparmor.d (enforce)' "/proc/$pid/attr/current"; done; }
favoured() { processes | while read -r pid; do grep -l '^-998$' "/proc/$pid/oom_score_adj"; done; }
limited() { scopes | while read -r scope; do grep -l '^67108864$' "$scope/memory.max"; done; }

doctor=$("${criprobe[@]}" doctor --managed containerd)
check 'doctor finds nothing wrong' [ $? = 0 ]
check 'doctor knows cgroup v2' grep -q 'cgroup v2' <<<"$doctor"
check 'doctor misses no capability' bash -c '! grep -q "CAP_SYS_RESOURCE" <<<"$1"' _ "$doctor"

facts=$(node --input-type=module -e '
  import { readNodeFacts } from "/job/suite/dist/app/target/read-node-facts.js";
  const { cgroupVersion, swapAccounting, hugePageSizes, appArmor, seLinux } = await readNodeFacts();
  console.log(cgroupVersion, swapAccounting, hugePageSizes.toSorted().join(), appArmor, seLinux);')
expected="v2 true $(ls /sys/kernel/mm/hugepages | sed 's/hugepages-2048kB/2MB/;s/hugepages-1048576kB/1GB/' | sort | paste -sd,) true false"
check "a kubelet here knows: $facts" [ "$facts" = "$expected" ]

# Somebody else's pod, which is there before, meanwhile and afterwards.
systemd-run --quiet --slice="$foreign" --unit=foreign-pod sleep 3600

"${criprobe[@]}" play pod.yaml --managed containerd --hold 60m >out/killed.txt 2>&1 &
run=$!
check 'pods have slices where a kubelet has them' [ -n "$(appears 900 pods)" ]
check 'containers are in scopes' [ -n "$(appears 600 scopes)" ]
check 'containers are confined by AppArmor' [ -n "$(appears 600 confined)" ]
check 'a negative oom_score_adj is kept' [ -n "$(appears 600 favoured)" ]
check 'a limit of memory arrives in memory.max' [ -n "$(appears 600 limited)" ]
kill -9 "$run"
wait "$run" 2>/dev/null
"${criprobe[@]}" cleanup >out/cleanup.txt 2>&1
check 'cleanup after kill -9 says that nothing remains' [ $? = 0 ]
check 'no slice of our pods is left' [ -z "$(pods)" ]
check 'the slice of somebody else’s pod is, with who lives in it' systemctl --quiet is-active foreign-pod.service "$foreign"
systemctl stop foreign-pod.service
systemctl stop kubepods.slice
[ $bad = 0 ] || cat out/killed.txt out/cleanup.txt
exit $bad
