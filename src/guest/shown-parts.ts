// SPDX-License-Identifier: Apache-2.0
import type { OutputPart } from './output-pattern.js';
import type { View } from './statement.js';

const line = (shape: RegExp): OutputPart => ({ kind: 'line', shape });
const open: OutputPart = { kind: 'open' };

const mask = (name: string): OutputPart => line(new RegExp(`^${name}:\\t[0-9a-f]{16}$`));

/** What `show` prints of each: facts of the container, in the form that the program gives them. */
const shown: Readonly<Record<View, readonly OutputPart[]>> = {
  args: [open],
  // A value may have several lines.
  env: [open],
  ids: [line(/^uid=\d+ gid=\d+ euid=\d+ egid=\d+$/)],
  groups: [line(/^groups=[\d ]*$/)],
  caps: [
    mask('CapInh'),
    mask('CapPrm'),
    mask('CapEff'),
    mask('CapBnd'),
    mask('CapAmb'),
    line(/^NoNewPrivs:\t[01]$/),
    line(/^Seccomp:\t[012]$/),
  ],
  hostname: [line(/^/)],
  cwd: [line(/^\//)],
  pid: [line(/^pid=\d+ ppid=\d+$/)],
  mounts: [open],
  cgroup: [open],
  limits: [open],
  oom: [line(/^-?\d+$/)],
  resolv: [open],
  hosts: [open],
};

export const shownParts = (view: View): readonly OutputPart[] => shown[view];

/** The line of `stat`. */
export function startsWithPath(path: string): RegExp {
  return new RegExp(`^${quoted(path)} (missing$|[a-z]+ [0-7]{4} \\d+ \\d+ \\d+$)`);
}

/** The line of `device`. */
export function deviceLine(path: string): RegExp {
  return new RegExp(`^${quoted(path)} (missing$|[a-z]+ \\d+:\\d+ read \\d+ write \\d+$)`);
}

const quoted = (path: string): string => path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
