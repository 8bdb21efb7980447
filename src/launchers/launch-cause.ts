// SPDX-License-Identifier: Apache-2.0
import type { LaunchCode } from '#base/errors/launch-entries.js';

/** Why a start failed, as far as the runtime's output tells. */
export interface LaunchCause {
  readonly code: LaunchCode;
  /** Follows `containerd 2.1.9 did not start: `. */
  readonly says: string;
  readonly fix: string;
}

interface KnownCause extends LaunchCause {
  readonly pattern: RegExp;
}

const doctor = 'criprobe doctor --managed … says what this machine lacks; --managed reference needs nothing';

/** The first match wins. A full disk makes runtimes crash and report other errors, so it comes first. */
const known: readonly KnownCause[] = [
  {
    pattern: /no space left on device|\bENOSPC\b|disk quota exceeded|\bEDQUOT\b/i,
    code: 'E-LAUNCH-DISK',
    says: 'its disk is full',
    fix: 'make room there, or name a directory on another disk: CRIPROBE_STATE=/other/directory',
  },
  {
    pattern: /address already in use|\bEADDRINUSE\b|already existing connection/i,
    code: 'E-LAUNCH-IN-USE',
    says: 'its address is in use',
    fix: 'stop the runtime of an earlier run: criprobe cleanup; or use another directory: CRIPROBE_STATE=/other/directory',
  },
  {
    pattern: /^(panic|fatal error):|^SIG(SEGV|ABRT|BUS|ILL)\b|signal SIG(SEGV|ABRT|BUS|ILL|TRAP)/m,
    code: 'E-LAUNCH-CRASHED',
    says: 'it crashed',
    fix: 'report it to the authors of the runtime with its log, or use other binaries',
  },
  {
    pattern:
      /failed to load TOML|unmarshal TOML|\btoml: |(config|configuration) version|invalid plugin config|Can't convert .* to \w+|(loading|validating) .*config/i,
    code: 'E-LAUNCH-CONFIG',
    says: 'it rejects the configuration that criprobe wrote for its version',
    fix: 'report it with these lines; binaries of a released version are known to work',
  },
  {
    pattern: /NetworkReady is false/,
    code: 'E-LAUNCH-NETWORK',
    says: 'its pod network does not become ready',
    fix: 'apt-get install containernetworking-plugins, and check that nothing else writes to its network directory',
  },
  {
    pattern: /cgroup.*(read-only file system|permission denied|no such file|not mounted|mountpoint)/i,
    code: 'E-LAUNCH-CGROUP',
    says: 'it cannot use the cgroups of this machine',
    fix: 'mount them so that they can be written (in a container: --privileged --cgroupns=host)',
  },
  {
    pattern: /not ready after \d+ s/,
    code: 'E-LAUNCH-TIMEOUT',
    says: 'it was not ready in time',
    fix: 'on a slow machine give it more time: --wait-ready 5m',
  },
];

/** `end` is how it exited or what it lacked, `complaints` are lines of its log. */
export function launchCause(end: string, complaints: readonly string[]): LaunchCause {
  const text = [end, ...complaints].join('\n');
  const cause = known.find(({ pattern }) => pattern.test(text));
  const complaint = complaints.map(wordsIn).findLast((words) => words !== '');
  const details = complaint === undefined ? end : `${end}; it said “${shortened(complaint)}”`;
  if (cause === undefined) return { code: 'E-LAUNCH-FAILED', says: details, fix: doctor };
  return { code: cause.code, says: `${cause.says}: ${details}`, fix: cause.fix };
}

/** The message in a log line, without time and level. */
function wordsIn(line: string): string {
  const field = (name: string): string =>
    new RegExp(`\\b${name}="((?:[^"\\\\]|\\\\.)*)"`).exec(line)?.[1] ?? '';
  const words = [field('msg'), field('error')].filter((part) => part !== '').join(': ');
  return (words === '' ? line.replace(/^(.*?\blevel=\w+ (msg=)?|(containerd|crio): )/, '') : words)
    .replaceAll('\\"', '"')
    .trim();
}

function shortened(text: string): string {
  return text.length <= 240 ? text : `${text.slice(0, 239)}…`;
}
