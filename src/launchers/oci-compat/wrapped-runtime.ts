// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What is softened in a container's configuration before an OCI runtime sees it. */
export interface OciCompat {
  /** Nobody may lower an oom_score_adj here. */
  readonly oomScore: boolean;
  /** The kernel knows the hugetlb controller, but it is mounted nowhere, and CRI-O passes its limits on. */
  readonly hugepages: boolean;
  /** The runtime is older than what CRI-O writes: it refuses the version of the specification, and -1 for no limit. */
  readonly old: boolean;
  /** The runtime refuses to work where cgroup v2 is mounted beside v1: it is not for the runtime, then. */
  readonly hidden: HiddenMount | undefined;
}

export interface HiddenMount {
  readonly point: string;
  /** The mount that it is mounted in: made private first, or the host would lose it as well. */
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

/** The program that a handler calls: itself, or a script of ours in front of it. */
export function writeRuntime(directory: string, program: string, compat: OciCompat): string {
  if (!isCompatNeeded(compat)) return program;
  const script = join(directory, `compat-${basename(program)}`);
  writeFileSync(script, wrappedRuntime(program, compat), { mode: 0o755 });
  return script;
}

/** A shell script that edits the bundle of a container to be made, and becomes the program then. */
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

/** In a mount namespace of its own, that is. What containers mount is propagated as before. */
function hiding(mount: HiddenMount | undefined): string {
  if (mount === undefined) return '';
  const steps = [`mount --make-private ${quoted(mount.parent)}`, `umount ${quoted(mount.point)}`];
  const script = [...steps, 'exec "$0" "$@"'].join(' && ');
  return `unshare --mount --propagation unchanged /bin/sh -c ${quoted(script)} `;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
