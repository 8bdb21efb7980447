// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { podUidLabel } from '#base/pod-labels.js';
import { runLabel } from '#base/run-marks.js';
import type { CriClient } from '#cri/client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import { joinReports, remains, removed, type UndoReport } from './undo/undo-report.js';

/** What tells our objects on a runtime from everybody else's. */
export interface OurObjects {
  readonly run: string;
  readonly podUids: ReadonlySet<string>;
  readonly imagePrefixes: readonly string[];
}

type Labels = Readonly<Record<string, string>> | undefined;
const deadlineMs = 30_000;

/** A call that was cut off by our death may still be at work in the runtime, and refuse removal until it is done. */
const defaultSettleMs = 30_000;
const betweenMs = 250;

/** Removes the run's containers, sandboxes and images from a runtime that is not ours. Nothing else is touched. */
export async function cleanUpRuntime(
  client: CriClient,
  ours: OurObjects,
  settleMs: number = defaultSettleMs,
): Promise<UndoReport> {
  const giveUpMs = performance.now() + settleMs;
  const removedSoFar: string[] = [];
  for (;;) {
    const pass = await cleanUpOnce(client, ours);
    if (typeof pass === 'string') return { removed: removedSoFar, remains: [pass] };
    const { removed: gone, remains: left } = pass;
    removedSoFar.push(...gone);
    // One more look after a pass that found something: what was being made meanwhile shows only now.
    const settled = left.length === 0 && gone.length === 0;
    if (settled || performance.now() > giveUpMs)
      return { removed: [...new Set(removedSoFar)], remains: left };
    await sleep(betweenMs);
  }
}

/** Or why nothing can be seen on the runtime. */
async function cleanUpOnce(client: CriClient, ours: OurObjects): Promise<UndoReport | string> {
  const isOurs = (labels: Labels): boolean =>
    labels?.[runLabel] === ours.run || ours.podUids.has(labels?.[podUidLabel] ?? '');
  const sandboxes = await list(client, 'ListPodSandbox', (answer) => answer.items);
  const containers = await list(client, 'ListContainers', (answer) => answer.containers);
  if (typeof sandboxes === 'string') return sandboxes;
  if (typeof containers === 'string') return containers;
  const ourSandboxes = idsOf(sandboxes.filter((sandbox) => isOurs(sandbox.labels)));
  const ourContainers = idsOf(
    containers.filter((one) => isOurs(one.labels) || ourSandboxes.includes(one.pod_sandbox_id ?? '')),
  );
  const reports = [
    ...(await Promise.all(ourContainers.map((id) => removeContainer(client, id)))),
    ...(await Promise.all(ourSandboxes.map((id) => removeSandbox(client, id)))),
    await removeImages(client, ours.imagePrefixes),
  ];
  return joinReports(reports);
}

async function removeContainer(client: CriClient, id: string): Promise<UndoReport> {
  await attempt(client, 'StopContainer', { container_id: id });
  return say(`container ${id}`, await attempt(client, 'RemoveContainer', { container_id: id }));
}

async function removeSandbox(client: CriClient, id: string): Promise<UndoReport> {
  const stopped = await attempt(client, 'StopPodSandbox', { pod_sandbox_id: id });
  const gone = await attempt(client, 'RemovePodSandbox', { pod_sandbox_id: id });
  return say(`sandbox ${id}`, gone === '' ? '' : [stopped, gone].filter(Boolean).join('; '));
}

async function removeImages(client: CriClient, prefixes: readonly string[]): Promise<UndoReport> {
  if (prefixes.length === 0) return joinReports([]);
  const images = await list(client, 'ListImages', (answer) => answer.images);
  if (typeof images === 'string') return remains(images);
  const isOurs = (name: string): boolean => prefixes.some((prefix) => name.startsWith(prefix));
  const reports = images.map(async ({ id, repo_tags: tags = [], repo_digests: digests = [] }) => {
    const names = [...tags, ...digests];
    const [first] = names.filter(isOurs);
    if (first === undefined) return joinReports([]);
    // A runtime removes an image under all its names at once.
    const foreign = names.find((name) => !isOurs(name));
    if (foreign !== undefined) return remains(`image ${first}: the same image is in use as ${foreign}`);
    return say(`image ${first}`, await attempt(client, 'RemoveImage', { image: { image: id ?? first } }));
  });
  return joinReports(await Promise.all(reports));
}

/** What is listed, or why it cannot be. */
async function list<M extends UnaryMethod, Item>(
  client: CriClient,
  method: M,
  items: (answer: ResponseOf<M>) => readonly Item[] | undefined,
): Promise<readonly Item[] | string> {
  const outcome = await client.call(method, {} as RequestOf<M>, { deadlineMs });
  return outcome.kind === 'ok' ? (items(outcome.response) ?? []) : `${method}: ${outcome.message}`;
}

/** Empty when it was done, or was not needed any more. */
async function attempt<M extends UnaryMethod>(
  client: CriClient,
  method: M,
  request: RequestOf<M>,
): Promise<string> {
  const outcome = await client.call(method, request, { deadlineMs });
  if (outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND')) return '';
  return `${method}: ${outcome.message}`;
}

function say(what: string, problem: string): UndoReport {
  return problem === '' ? removed(what) : remains(`${what}: ${problem}`);
}

function idsOf(items: readonly { readonly id?: string | undefined }[]): string[] {
  return items.flatMap((item) => item.id ?? []);
}
