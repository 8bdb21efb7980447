// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type LaunchCode =
  | 'E-MANAGED'
  | 'E-LAUNCH-MISSING'
  | 'E-LAUNCH-FAILED'
  | 'E-LAUNCH-TIMEOUT'
  | 'E-LAUNCH-CRASHED'
  | 'E-LAUNCH-CONFIG'
  | 'E-LAUNCH-NETWORK'
  | 'E-LAUNCH-CGROUP'
  | 'E-LAUNCH-DISK'
  | 'E-LAUNCH-IN-USE'
  | 'E-LAUNCH-DIRECTORY'
  | 'E-LAUNCH-SOCKET-PATH'
  | 'E-LAUNCH-LEFTOVERS'
  | 'E-DAEMON-STAYS';

/** Runtimes that criprobe starts: could not start, or could not be removed. */
export const launchEntries: Readonly<Record<LaunchCode, ErrorEntry>> = {
  'E-MANAGED': {
    title: 'The value of --managed names nothing that can be started',
    exit: exitCode.usage,
    seen: 'the value',
    likely: 'a typing error, or a relative directory after the @',
    fix: 'reference, containerd, crio, containerd@/absolute/directory, crio@/absolute/directory, or container:image',
  },
  'E-LAUNCH-MISSING': {
    title: 'This machine lacks something a private runtime needs',
    exit,
    seen: 'the program, right or kernel feature that is missing',
    likely: 'the runtime is not installed, or we are not root',
    fix: 'install what is named, or use --managed reference, which needs nothing',
  },
  'E-LAUNCH-FAILED': {
    title: 'A private runtime was started and did not get ready',
    exit,
    seen: 'the complaints and the last lines of its log',
    likely: 'what these lines say',
    fix: 'criprobe doctor --managed …; --managed reference needs nothing',
  },
  'E-LAUNCH-TIMEOUT': {
    title: 'A private runtime runs, but did not get ready in time',
    exit,
    seen: 'what it still lacks, and the last lines of its log',
    likely: 'a slow or busy machine, or a runtime that hangs',
    fix: 'give it longer: --wait-ready 5m (two minutes without it)',
  },
  'E-LAUNCH-CRASHED': {
    title: 'A private runtime crashed at its start',
    exit,
    seen: 'panic, fatal error or a signal such as SIGSEGV in the last lines of its log',
    likely: 'a bug of the runtime, or binaries for another kind of machine',
    fix: 'report it to its authors with the log, or use other binaries',
  },
  'E-LAUNCH-CONFIG': {
    title: 'A private runtime refuses the configuration that was written for it',
    exit,
    seen: 'its complaint, with the key or the line',
    likely: 'a version, or a changed build of it, that criprobe does not know',
    fix: 'report it with these lines; binaries of a released version are known to work',
  },
  'E-LAUNCH-NETWORK': {
    title: "A private runtime started, and its pod network doesn't get ready",
    exit,
    seen: 'NetworkReady is false, with its reason and message',
    likely: 'CNI plugins that are missing, broken or too old',
    fix: 'apt-get install containernetworking-plugins',
  },
  'E-LAUNCH-CGROUP': {
    title: 'A private runtime cannot use the cgroups of this machine',
    exit,
    seen: 'its complaint',
    likely: 'cgroups are not mounted, or mounted read-only, as in a container without privileges',
    fix: 'mount -t cgroup2 none /sys/fs/cgroup; in a container: --privileged --cgroupns=host',
  },
  'E-LAUNCH-DISK': {
    title: 'There is no room for a private runtime',
    exit,
    seen: 'no space left on device, or a disk quota',
    likely: 'the disk that holds the state directory of criprobe is full',
    fix: 'make room there, or CRIPROBE_STATE=/directory/on/another/disk',
  },
  'E-LAUNCH-IN-USE': {
    title: 'Something else listens where a private runtime is to listen',
    exit,
    seen: 'address already in use',
    likely: 'the runtime of an earlier run still lives',
    fix: 'criprobe cleanup, or another directory: CRIPROBE_STATE=/other/directory',
  },
  'E-LAUNCH-DIRECTORY': {
    title: 'The directory for a private runtime is not empty',
    exit,
    seen: 'what lies in it',
    likely: 'another run uses it, or a killed one left it',
    fix: 'criprobe cleanup, or another directory',
  },
  'E-LAUNCH-SOCKET-PATH': {
    title: "The path of a private runtime's socket is too long for the kernel",
    exit,
    seen: 'the path and its length; 107 bytes are allowed',
    likely: 'a long TMPDIR or CRIPROBE_STATE',
    fix: 'CRIPROBE_STATE=/run/criprobe criprobe …',
  },
  'E-LAUNCH-LEFTOVERS': {
    title: 'Something of a private runtime could not be removed',
    exit,
    seen: 'processes, mounts or directories that remain',
    likely: 'a process that does not end, or a busy mount',
    fix: 'criprobe cleanup, which can be repeated',
  },
  'E-DAEMON-STAYS': {
    title: 'A runtime that was told to end does not',
    exit,
    seen: 'the process that still runs, and for how long it was waited',
    likely: 'a call that does not end, or a process that hangs in the kernel',
    fix: 'look at the end of its log; criprobe cleanup ends what is left of it',
  },
};
