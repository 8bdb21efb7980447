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
    title: 'The value of --managed is not a runtime that can be started',
    exit: exitCode.usage,
    seen: 'the value',
    likely: 'a typo, or a relative directory after the @',
    fix: 'write one of the forms that criprobe run --help lists for --managed; reference needs nothing',
  },
  'E-LAUNCH-MISSING': {
    title: 'This machine lacks something a private runtime needs',
    exit,
    seen: 'the missing program, permission or kernel feature',
    likely: 'the runtime is not installed, or you are not root',
    fix: 'install what is named, or use --managed reference, which needs nothing',
  },
  'E-LAUNCH-FAILED': {
    title: 'A private runtime started but did not become ready',
    exit,
    seen: 'the errors and the last lines of its log',
    likely: 'see these lines',
    fix: 'criprobe doctor --managed …; --managed reference needs nothing',
  },
  'E-LAUNCH-TIMEOUT': {
    title: 'A private runtime did not become ready in time',
    exit,
    seen: 'what it still lacks, and the last lines of its log',
    likely: 'a slow or busy machine, or a runtime that hangs',
    fix: 'give it more time: --wait-ready 5m (default: two minutes)',
  },
  'E-LAUNCH-CRASHED': {
    title: 'A private runtime crashed on start',
    exit,
    seen: 'panic, fatal error or a signal such as SIGSEGV in the last lines of its log',
    likely: 'a bug in the runtime, or binaries for another architecture',
    fix: 'report it to its authors with the log, or use other binaries',
  },
  'E-LAUNCH-CONFIG': {
    title: 'A private runtime rejects its generated configuration',
    exit,
    seen: 'its error, with the key or the line',
    likely: 'a version or a modified build that criprobe does not know',
    fix: 'report it with these lines; binaries of a released version are known to work',
  },
  'E-LAUNCH-NETWORK': {
    title: 'A private runtime started, but its pod network does not become ready',
    exit,
    seen: 'NetworkReady is false, with its reason and message',
    likely: 'CNI plugins that are missing, broken or too old',
    fix: 'apt-get install containernetworking-plugins',
  },
  'E-LAUNCH-CGROUP': {
    title: 'A private runtime cannot use the cgroups of this machine',
    exit,
    seen: 'its error',
    likely: 'cgroups are not mounted, or mounted read-only, as in an unprivileged container',
    fix: 'mount -t cgroup2 none /sys/fs/cgroup; in a container: --privileged --cgroupns=host',
  },
  'E-LAUNCH-DISK': {
    title: 'The disk is too full for a private runtime',
    exit,
    seen: 'no space left on device, or a disk quota',
    likely: 'the disk that holds the state directory of criprobe is full',
    fix: 'make room there, or CRIPROBE_STATE=/directory/on/another/disk',
  },
  'E-LAUNCH-IN-USE': {
    title: 'An address of a private runtime is in use',
    exit,
    seen: 'address already in use',
    likely: 'the runtime of an earlier run is still running',
    fix: 'criprobe cleanup, or another directory: CRIPROBE_STATE=/other/directory',
  },
  'E-LAUNCH-DIRECTORY': {
    title: 'The directory for a private runtime is not empty',
    exit,
    seen: 'its content',
    likely: 'another run uses it, or a killed run left it',
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
    title: 'A private runtime could not be removed completely',
    exit,
    seen: 'processes, mounts or directories that remain',
    likely: 'a process that does not exit, or a busy mount',
    fix: 'criprobe cleanup, which can be repeated',
  },
  'E-DAEMON-STAYS': {
    title: 'A runtime does not stop',
    exit,
    seen: 'the process that is still running, and how long criprobe waited',
    likely: 'a call that does not return, or a process that hangs in the kernel',
    fix: 'read the end of its log; criprobe cleanup kills what is left of it',
  },
};
