// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type PodCode =
  | 'E-NODE-DISK'
  | 'E-SANDBOX-IMAGE'
  | 'E-REGISTRY-HTTP'
  | 'E-REGISTRY-AUTH'
  | 'E-REGISTRY-DOWN'
  | 'E-IMAGE-REF'
  | 'E-NAME-RESERVED'
  | 'E-CGROUP-DRIVER';

/** Why the first image or the first sandbox is refused. */
export const podEntries: Readonly<Record<PodCode, ErrorEntry>> = {
  'E-NODE-DISK': {
    title: 'The runtime has no disk space for an image or a sandbox',
    exit,
    seen: 'PullImage or RunPodSandbox: no space left on device, or disk quota exceeded',
    likely: "the disk that holds the runtime's images and state is full",
    fix: 'make room there (crictl rmi --prune; df -h); for a runtime that criprobe starts: CRIPROBE_STATE=/directory/on/another/disk',
  },
  'E-SANDBOX-IMAGE': {
    title: 'The runtime cannot pull its own sandbox (pause) image',
    exit,
    seen: 'RunPodSandbox: failed to get sandbox image "…": failed to pull …',
    likely: 'the node cannot reach the registry of that image',
    fix: 'load it (ctr -n k8s.io images import pause.tar; podman load for CRI-O), or set another: sandbox_image (containerd 1.x), [plugins."io.containerd.cri.v1.images".pinned_images] sandbox (2.x), pause_image (CRI-O)',
  },
  'E-REGISTRY-HTTP': {
    title: 'The runtime refuses plain HTTP from our registry',
    exit,
    seen: 'http: server gave HTTP response to HTTPS client; CRI-O: pinging container registry 127.0.0.1:…',
    likely: 'the runtime (CRI-O, for one) requires TLS even for a loopback registry',
    fix: 'add a file in /etc/containers/registries.conf.d/ with [[registry]], location = "127.0.0.1" and insecure = true, and reload the runtime',
  },
  'E-REGISTRY-AUTH': {
    title: 'The registry requires credentials',
    exit,
    seen: 'PullImage: 401 Unauthorized or 403 Forbidden',
    likely: 'a mirror or proxy is between the runtime and our registry',
    fix: 'exempt 127.0.0.1 from mirrors and proxies of the runtime (hosts.toml, registries.conf, NO_PROXY)',
  },
  'E-REGISTRY-DOWN': {
    title: 'The runtime cannot reach our registry',
    exit,
    seen: 'PullImage: dial tcp …: connect: connection refused (or no route to host, i/o timeout)',
    likely: 'the runtime is in a container or another network namespace, with its own loopback',
    fix: "run criprobe in the runtime's network namespace: nsenter -t <pid of the runtime> -n criprobe …",
  },
  'E-IMAGE-REF': {
    title: 'The runtime cannot parse an image reference',
    exit: exitCode.usage,
    seen: 'PullImage: failed to parse image reference "…": invalid reference format',
    likely: 'capital letters or spaces in the name of an image',
    fix: 'correct the reference: registry/name:tag in lower case',
  },
  'E-NAME-RESERVED': {
    title: 'An earlier run left a name behind',
    exit,
    seen: 'RunPodSandbox: failed to reserve sandbox name "…": name "…" is reserved for "…"',
    likely: 'an earlier run was killed; some runtimes also keep the name of a sandbox that failed to start',
    fix: 'criprobe cleanup; if the name is still reserved, restart the runtime',
  },
  'E-CGROUP-DRIVER': {
    title: 'The runtime needs systemd cgroups, but did not report so',
    exit,
    seen: 'RunPodSandbox: expected cgroupsPath to be of format "slice:prefix:name" for systemd cgroups, got "/k8s.io/…" instead',
    likely: 'neither RuntimeConfig nor a verbose Status names the driver, so pods were not given a slice',
    fix: 'update the runtime, or turn systemd cgroups off for this handler (SystemdCgroup = false, cgroup_manager = "cgroupfs")',
  },
};
