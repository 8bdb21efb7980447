// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Adjustments of a container's configuration before the OCI runtime reads it. */
export interface OciCompat {
  /** No oom_score_adj can be lowered here. */
  readonly oomScore: boolean;
  /** The kernel has the hugetlb controller, but it is not mounted, and CRI-O passes its limits on. */
  readonly hugepages: boolean;
  /**
   * The runtime is too old for CRI-O's configuration: it rejects the version of the specification, and -1 for
   * no limit.
   */
  readonly old: boolean;
  /** The runtime refuses to run if cgroup v2 is mounted next to v1, so that mount is hidden from it. */
  readonly hidden: HiddenMount | undefined;
}

export interface HiddenMount {
  readonly point: string;
  /** The mount above it: made private first, so that the host keeps the hidden one. */
  readonly parent: string;
}

export function isCompatNeeded(compat: OciCompat): boolean {
  return compat.hidden !== undefined || editsFor(compat).length > 0;
}

type Edit = Exclude<keyof OciCompat, 'hidden'>;

const edits: Readonly<Record<Edit, readonly string[]>> = {
  oomScore: ['s/"oomScoreAdj": *-[0-9]+/"oomScoreAdj": 0/g'],
  hugepages: [
    String.raw`s/"hugepageLimits": *\[[^]]*\] *,//g`,
    String.raw`s/,[[:space:]]*"hugepageLimits": *\[[^]]*\]//g`,
  ],
  old: [
    's/"ociVersion": *"[^"]*"/"ociVersion": "1.0.2"/',
    String.raw`s/("pids": *\{[[:space:]]*"limit": *)-1/\10/`,
  ],
};

function editsFor(compat: OciCompat): string[] {
  const kinds = (Object.keys(edits) as Edit[]).filter((kind) => compat[kind]);
  return kinds.flatMap((kind) => edits[kind]);
}

/** The program for a handler: the runtime itself, or a wrapper script. */
export function writeRuntime(directory: string, program: string, compat: OciCompat): string {
  if (!isCompatNeeded(compat)) return program;
  const script = join(directory, `compat-${basename(program)}`);
  writeFileSync(script, wrappedRuntime(program, compat), { mode: 0o755 });
  return script;
}

/** A shell script that edits the bundle of a new container and then execs the runtime. */
export function wrappedRuntime(program: string, compat: OciCompat): string {
  return [
    '#!/bin/sh',
    '# SPDX-License-Identifier: Apache-2.0',
    '# Written by criprobe for a private CRI-O.',
    ...editing(editsFor(compat)),
    `exec ${hiding(compat.hidden)}${quoted(program)} "$@"`,
    '',
  ].join('\n');
}

function editing(expressions: readonly string[]): string[] {
  if (expressions.length === 0) return [];
  return [
    `bundle=.
creates=
awaited=
for word; do
  [ -z "$awaited" ] || bundle=$word
  awaited=
  case $word in
  create) creates=yes ;;
  --bundle=*) bundle=\${word#--bundle=} ;;
  --bundle | -b) awaited=yes ;;
  esac
done
if [ -n "$creates" ] && [ -f "$bundle/config.json" ]; then
  sed -i -z -E ${expressions.map((edit) => `-e ${quoted(edit)}`).join(' ')} "$bundle/config.json" || exit
fi`,
  ];
}

/** Hides the mount in a mount namespace of its own. Mounts of containers still propagate. */
function hiding(mount: HiddenMount | undefined): string {
  if (mount === undefined) return '';
  const steps = [`mount --make-private ${quoted(mount.parent)}`, `umount ${quoted(mount.point)}`];
  const script = [...steps, 'exec "$0" "$@"'].join(' && ');
  return `unshare --mount --propagation unchanged /bin/sh -c ${quoted(script)} `;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
