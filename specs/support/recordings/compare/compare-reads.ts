// SPDX-License-Identifier: Apache-2.0
import { label } from './aligned.js';
import type { CanonicalCall } from './canonical.js';
import { isRead } from '../heard-call.js';
import { isProbe, storyOf } from './story.js';
import { comparable, settled } from './tolerated.js';

/**
 * The reads between the steps of a story. A step is the start of a container with all that belongs to it, the stop of
 * containers that are stopped together, the removal of containers, or the end of a sandbox; a read in the middle of a
 * step counts for the phase before it. When a relist comes is timing; what it reads, and what the kubelet reads for
 * itself, is not:
 * 1. what is recorded in a phase is read in that phase or in the two after it; not between removals that follow each
 *    other before a relist has to come;
 * 2. nothing is read that the recording does not read in that phase or in its neighbours, between removals: at all;
 * 3. the sandbox is read directly after it was run;
 * 4. a list of the pod goes on as recorded: both lists and then the statuses, or each list with its statuses;
 * 5. a container is read twice before its removal where the recording does so.
 */
export function compareReads(
  recorded: readonly CanonicalCall[],
  made: readonly CanonicalCall[],
  version: string,
): readonly string[] {
  if (!areSameSteps(recorded, made, version)) return [];
  const [theirs, ours] = [phasesOf(recorded, version), phasesOf(made, version)];
  return [
    ...theirs.flatMap((phase, at) => missing(phase, ours.slice(at, at + 3))),
    ...ours.flatMap((phase, at) =>
      surplus(phase, phase.isAmongRemovals ? theirs : theirs.slice(Math.max(at - 1, 0), at + 2)),
    ),
    ...theirs.flatMap((phase, at) => afterRun(phase, ours[at])),
    ...listStyles(recorded, made),
    ...theirs.flatMap((phase, at) => beforeRemoval(phase, ours[at])),
  ];
}

/** Phases of stories that are not alike, or of a crash loop with more rounds, are no pairs. */
function areSameSteps(
  recorded: readonly CanonicalCall[],
  made: readonly CanonicalCall[],
  version: string,
): boolean {
  const [theirs, ours] = [recorded, made].map((calls) =>
    settled(comparable(calls, version)).map(label).join('\n'),
  );
  return theirs === ours;
}

interface Phase {
  /** The step that begins it. */
  readonly since: string;
  readonly reads: readonly CanonicalCall[];
  /** The step that ends it. */
  readonly until: readonly CanonicalCall[];
  /** From the end of the one step to the beginning of the other. */
  readonly lastedMs: number;
  /** Garbage is being collected. */
  readonly isAmongRemovals: boolean;
}

function phasesOf(calls: readonly CanonicalCall[], version: string): readonly Phase[] {
  const story = storyOf(calls, version).filter((call) => !isProbe(call));
  const steps = [[], ...stepsOf(story), []];
  return steps.slice(0, -1).map((step, at) => {
    const until = steps[at + 1] ?? [];
    const [from, to] = [at === 0 ? 0 : endOf(calls, step), endOf(calls, until)];
    const reads = calls.slice(from, to).filter((call) => isRead(call) && !call.failed);
    const lastedMs = (until[0]?.beganMs ?? Infinity) - (step.at(-1)?.endedMs ?? 0);
    const isAmongRemovals = isRemoval(step) && (until.length === 0 || isRemoval(until));
    return { since: step.map(label).join(', ') || 'the beginning', reads, until, lastedMs, isAmongRemovals };
  });
}

const isRemoval = (step: readonly CanonicalCall[]): boolean => step.at(-1)?.rpc.startsWith('Remove') === true;

/** Where the reads after a step begin: after its last call. */
function endOf(calls: readonly CanonicalCall[], step: readonly CanonicalCall[]): number {
  const last = step.at(-1);
  return last === undefined ? calls.length : calls.indexOf(last) + 1;
}

function stepsOf(story: readonly CanonicalCall[]): readonly CanonicalCall[][] {
  const steps: CanonicalCall[][] = [];
  for (const call of story) {
    const before = steps.at(-1)?.at(-1);
    if (before !== undefined && continues(before.rpc, call.rpc)) steps.at(-1)?.push(call);
    else steps.push([call]);
  }
  return steps;
}

/** By the call before. */
const continuations: Readonly<Record<string, readonly string[]>> = {
  ImageStatus: ['ImageStatus', 'PullImage', 'CreateContainer'],
  PullImage: ['ImageStatus', 'CreateContainer'],
  CreateContainer: ['StartContainer'],
  StartContainer: ['ExecSync'],
  ExecSync: ['ExecSync', 'StopContainer'],
  StopContainer: ['ExecSync', 'StopContainer'],
  RemoveContainer: ['RemoveContainer'],
  StopPodSandbox: ['RemovePodSandbox'],
};

const continues = (before: string, rpc: string): boolean => continuations[before]?.includes(rpc) === true;

const labels = (phases: readonly Phase[]): ReadonlySet<string> =>
  new Set(phases.flatMap(({ reads }) => reads.map(label)));

/** A kubelet relists once in a second; ours, compressed, as long as it waits for something. */
const relistMs = { theirs: 1500, ours: 150 };

function missing(phase: Phase, ours: readonly Phase[]): readonly string[] {
  const { since, reads } = phase;
  const isBrief = phase.lastedMs < relistMs.theirs || (ours[0]?.lastedMs ?? 0) < relistMs.ours;
  if (isBrief && phase.isAmongRemovals) return [];
  const made = labels(ours);
  return [...new Set(reads.map(label))]
    .filter((read) => !made.has(read) && !isOfRemoved(read, since))
    .map((read) => `after ${since}: recorded, not made: ${read}`);
}

/** Whoever else wanted to remove it looked for it, too. */
function isOfRemoved(read: string, since: string): boolean {
  const about = read.split(' ')[1] ?? '';
  return since.split(', ').some((step) => step.startsWith('Remove') && step.endsWith(` ${about}`));
}

function surplus({ since, reads }: Phase, theirs: readonly Phase[]): readonly string[] {
  const recorded = labels(theirs);
  return [...new Set(reads.map(label))]
    .filter((read) => !recorded.has(read) && !isOfRemoved(read, since))
    .map((read) => `after ${since}: made, not recorded: ${read}`);
}

function afterRun({ since, reads }: Phase, ours: Phase | undefined): readonly string[] {
  const [first] = reads;
  if (!since.startsWith('RunPodSandbox') || first?.rpc !== 'PodSandboxStatus' || ours === undefined)
    return [];
  const [made] = ours.reads;
  return made !== undefined && label(made) === label(first)
    ? []
    : [`after ${since}: ${label(first)} is not the first read`];
}

function listStyles(recorded: readonly CanonicalCall[], made: readonly CanonicalCall[]): readonly string[] {
  const [theirs, ours] = [styleOf(recorded), styleOf(made)];
  if (theirs === undefined || ours === undefined || theirs === ours) return [];
  return [`after a ListPodSandbox of the pod mostly comes ${ours}; recorded: ${theirs}`];
}

/** What mostly comes after the first list: what another loop reads may come between. */
function styleOf(calls: readonly CanonicalCall[]): string | undefined {
  const reads = calls.filter(({ rpc }) => rpc !== 'ContainerStatus' && isRead({ rpc }));
  const nexts = reads.flatMap(({ rpc }, at) => (rpc === 'ListPodSandbox' ? [reads[at + 1]?.rpc ?? ''] : []));
  const lists = nexts.filter((rpc) => rpc === 'ListContainers').length;
  if (nexts.length === 0) return undefined;
  return lists * 2 >= nexts.length ? 'ListContainers' : 'PodSandboxStatus';
}

function beforeRemoval(phase: Phase, ours: Phase | undefined): readonly string[] {
  return phase.until
    .filter(({ rpc }) => rpc === 'RemoveContainer')
    .flatMap(({ about }) => {
      const [theirs, made] = [statusReads(phase, about), statusReads(ours, about)];
      const isEnough = made >= Math.min(theirs, 2);
      return isEnough ? [] : [`before RemoveContainer ${about}: recorded ${theirs} reads, made ${made}`];
    });
}

function statusReads(phase: Phase | undefined, about: string): number {
  const reads = phase?.reads ?? [];
  return reads.filter((call) => call.rpc === 'ContainerStatus' && call.about === about).length;
}
