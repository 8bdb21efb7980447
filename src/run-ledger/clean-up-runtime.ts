// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { podUidLabel } from '#base/pod-labels.js';
import type { CriClient } from '#cri/client/client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { OwnObjects } from '#guard/own-objects.js';
import { readStatusOf, type PodObject } from '#guard/status-of.js';
import { joinReports, remains, removed, type UndoReport } from './undo/undo-report.js';

export interface CleanUpLimits {
  /**
   * A call that our death interrupted may still be in progress in the runtime, which refuses removal until it
   * is done.
   */
  readonly settleMs: number;
  /** For all of it, whatever hangs. */
  readonly withinMs: number;
}

export const usualCleanUpLimits: CleanUpLimits = { settleMs: 30_000, withinMs: 300_000 };

/** Of one call. */
const maxDeadlineMs = 30_000;
const betweenMs = 250;
/** One empty list may be an error of the runtime, or precede what was being created. */
const quietLooks = 2;
/** A list that is refused for this long will not be answered. */
const maxBlindMs = 5_000;

export interface ToCleanUp {
  readonly own: OwnObjects;
  /** From a run that is still alive: includes what no list shows. */
  readonly made?: OwnObjects | undefined;
}

interface CleanupContext extends ToCleanUp {
  readonly client: CriClient;
  /** Why calls were not sent: waiting does not make somebody else's object ours. */
  readonly refused: Set<string>;
  /** For the next call, so that all of them together stay within the limit. */
  readonly deadlineMs: () => number;
}

/**
 * Removes the run's containers, sandboxes and images from a runtime that is not ours, through a guarded
 * client: lists tell where to look, but not whose an object is.
 */
export async function cleanUpRuntime(
  client: CriClient,
  toCleanUp: ToCleanUp,
  { settleMs, withinMs }: CleanUpLimits = usualCleanUpLimits,
): Promise<UndoReport> {
  const beganMs = performance.now();
  const spentMs = (): number => performance.now() - beganMs;
  const deadlineMs = (): number => Math.max(1, Math.min(maxDeadlineMs, withinMs - spentMs()));
  const all = new Set<string>();
  let blindUntilMs = maxBlindMs;
  const refused = new Set<string>();
  const cleaning = { client, ...toCleanUp, deadlineMs, refused };
  let quiet = 0;
  for (;;) {
    const { removed: gone, remains: left, isBlind } = await cleanUpOnce(cleaning);
    for (const what of gone) all.add(what);
    if (!isBlind) blindUntilMs = spentMs() + maxBlindMs;
    quiet = gone.length === 0 && left.every((line) => isRefused(line, refused)) ? quiet + 1 : 0;
    if (quiet === quietLooks || spentMs() > Math.min(settleMs, withinMs, blindUntilMs))
      return { removed: [...all], remains: left };
    if (quiet === 0) await sleep(betweenMs);
  }
}

const isRefused = (line: string, refused: ReadonlySet<string>): boolean =>
  [...refused].some((why) => line.includes(why));

interface Pass extends UndoReport {
  /** The lists cannot be read. */
  readonly isBlind: boolean;
}

async function cleanUpOnce(cleaning: CleanupContext): Promise<Pass> {
  const { own } = cleaning;
  const sandboxes = await list(cleaning, 'ListPodSandbox', (answer) => answer.items);
  if (typeof sandboxes === 'string') return { ...remains(sandboxes), isBlind: true };
  const containers = await list(cleaning, 'ListContainers', (answer) => answer.containers);
  if (typeof containers === 'string') return { ...remains(containers), isBlind: true };
  const ourSandboxes = idsOf(sandboxes.filter(({ metadata }) => own.isOurUid(metadata?.uid)));
  const ourContainers = idsOf(containers.filter(({ labels }) => own.isOurUid(labels?.[podUidLabel])));
  const [hiddenSandboxes, hiddenContainers] = await Promise.all([
    hiddenFrom(cleaning, 'sandbox', ourSandboxes),
    hiddenFrom(cleaning, 'container', ourContainers),
  ]);
  const reports = [
    ...(await Promise.all(
      [...ourContainers, ...hiddenContainers].map((id) => removeContainer(cleaning, id)),
    )),
    ...(await Promise.all([...ourSandboxes, ...hiddenSandboxes].map((id) => removeSandbox(cleaning, id)))),
    await removeImages(cleaning),
  ];
  return { ...joinReports(reports), isBlind: false };
}

function idsOf(items: readonly { readonly id?: string | undefined }[]): readonly string[] {
  return items.map(({ id = '' }) => id);
}

/** Objects that a runtime returned to us and shows by status, but omits from its lists. */
async function hiddenFrom(
  { client, own, made, deadlineMs }: CleanupContext,
  kind: PodObject['kind'],
  listed: readonly string[],
): Promise<readonly string[]> {
  const shown = new Set(listed);
  const unlisted = (made?.unremoved(kind) ?? []).filter((id) => !shown.has(id));
  const options = { deadlineMs: deadlineMs() };
  const reads = await Promise.all(unlisted.map((id) => readStatusOf(client, { kind, id }, options)));
  return unlisted.filter((_, at) => {
    const read = reads[at];
    return read?.kind === 'shown' && own.isOurUid(read.uid);
  });
}

async function removeContainer(cleaning: CleanupContext, id: string): Promise<UndoReport> {
  await attempt(cleaning, 'StopContainer', { container_id: id });
  return say(`container ${id}`, await attempt(cleaning, 'RemoveContainer', { container_id: id }));
}

async function removeSandbox(cleaning: CleanupContext, id: string): Promise<UndoReport> {
  const stopped = await attempt(cleaning, 'StopPodSandbox', { pod_sandbox_id: id });
  const gone = await attempt(cleaning, 'RemovePodSandbox', { pod_sandbox_id: id });
  const problems = [...new Set([stopped, gone].filter((problem) => problem !== ''))];
  return say(`sandbox ${id}`, gone === '' ? '' : problems.join('; '));
}

async function removeImages(cleaning: CleanupContext): Promise<UndoReport> {
  const { own } = cleaning;
  const images = await list(cleaning, 'ListImages', (answer) => answer.images);
  if (typeof images === 'string') return remains(images);
  const names = images.flatMap(
    ({ repo_tags: tags = [], repo_digests: digests = [] }) =>
      [...tags, ...digests].find((name) => own.isOurImageName(name)) ?? [],
  );
  const reports = names.map(async (name) =>
    say(`image ${name}`, await attempt(cleaning, 'RemoveImage', { image: { image: name } })),
  );
  return joinReports(await Promise.all(reports));
}

/** A list, or why it cannot be read. */
async function list<M extends UnaryMethod, Item>(
  { client, deadlineMs }: CleanupContext,
  method: M,
  items: (answer: ResponseOf<M>) => readonly Item[] | undefined,
): Promise<readonly Item[] | string> {
  const outcome = await client.call(method, {} as RequestOf<M>, { deadlineMs: deadlineMs() });
  return outcome.kind === 'ok' ? (items(outcome.response) ?? []) : `${method}: ${outcome.message}`;
}

/** Empty if it succeeded, or was no longer necessary. */
async function attempt<M extends UnaryMethod>(
  { client, deadlineMs, refused }: CleanupContext,
  method: M,
  request: RequestOf<M>,
): Promise<string> {
  const outcome = await client.call(method, request, { deadlineMs: deadlineMs() });
  if (outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND')) return '';
  if (outcome.kind === 'unanswered' && outcome.reason === 'not-ours') refused.add(outcome.message);
  return `${method}: ${outcome.message}`;
}

function say(what: string, problem: string): UndoReport {
  return problem === '' ? removed(what) : remains(`${what}: ${problem}`);
}
