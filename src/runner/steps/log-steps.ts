// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { LogFileObservation } from '#evidence/observation.js';
import { pollUntil } from './poll.js';
import { emit, Stuck, type ScenarioContext } from '../scenario-context.js';

/** Enough for every scenario; a runaway log must not fill the evidence. */
const maxBytes = 1 << 20;

/** How much of the log's end is searched. */
const maxSearchedBytes = 4 << 20;

/** A kubelet appends a dot and a time when it rotates a log; ours is easy to find. */
const rotatedEnding = '.rotated';

interface OfContainer {
  readonly container: string;
}

export async function waitForLog(
  ctx: ScenarioContext,
  { container, line }: OfContainer & { line: string },
): Promise<void> {
  const what = `the line "${line}" in the log of ${container}`;
  const hasEnded = endedLongAgo(ctx, container);
  await pollUntil(ctx, { kind: 'a line in a log', what }, async () => {
    const path = pathOf(ctx, container);
    const end = path === undefined ? undefined : await ctx.node.readTail(path, maxSearchedBytes);
    const isThere = end
      ?.toString()
      .split('\n')
      .some((entry) => isLine(entry, line));
    return isThere === true || (await hasEnded());
  });
  // A program may print before its start is answered; until then, nothing can be asked about the container.
  const isStarted = (): boolean =>
    ctx.cri.count('StartContainer', 'any') >= ctx.cri.count('StartContainer', 'begun');
  await pollUntil(
    ctx,
    { kind: 'a start to be answered', what: `the start of ${container} to be answered` },
    isStarted,
  );
}

/** What a program printed before its end is in its log by then, or never will be. */
const lastWordsMs = 5_000;

/** A container whose processes were seen has had none for some time: it prints nothing more. */
function endedLongAgo(ctx: ScenarioContext, container: string): () => Promise<boolean> {
  let goneMs: number | undefined;
  return async () => {
    const id = ctx.ids.idOf(`container:${container}`);
    if (id === undefined || !ctx.seenProcesses.has(id)) return false;
    const nowMs = ctx.writer.nowMs();
    goneMs = (await ctx.processes.count(id)) > 0 ? undefined : (goneMs ?? nowMs);
    return goneMs !== undefined && nowMs - goneMs >= lastWordsMs;
  };
}

/** `2026-11-18T17:31:50.05Z stdout F beat 3`, as `beat 3` or `beat *`. */
function isLine(entry: string, line: string): boolean {
  return line.endsWith('*') ? entry.includes(` ${line.slice(0, -1)}`) : entry.endsWith(` ${line}`);
}

export async function captureLog(
  ctx: ScenarioContext,
  { container, rotated = false }: OfContainer & { rotated?: boolean },
): Promise<void> {
  const log = pathOf(ctx, container) ?? '';
  const path = rotated ? (ctx.rotatedLogs.get(log) ?? `${log}${rotatedEnding}`) : log;
  const id = ctx.ids.idOf(`container:${container}`) ?? '';
  const seen = await contentOf(ctx, path);
  const facts = { path, container: id, ...(rotated ? { rotated } : {}), ...seen };
  emit(ctx, { type: 'observation', of: 'log-file', name: container, facts });
}

/** Regular files only: the target of a link is not a container log of ours. */
async function contentOf(
  { node }: ScenarioContext,
  path: string,
): Promise<Pick<LogFileObservation['facts'], 'exists' | 'kind' | 'content' | 'bytes'>> {
  const found = await node.look(path);
  const content = found?.kind === 'file' ? await node.readFile(path, maxBytes) : undefined;
  if (found && content !== undefined) return { exists: true, content, bytes: found.size };
  return { exists: false, ...(found && { kind: found.kind }), content: '', bytes: 0 };
}

export async function renameLog(ctx: ScenarioContext, { container }: OfContainer): Promise<void> {
  const path = pathOf(ctx, container);
  if (path === undefined) return;
  const rotated = `${path}${rotatedEnding}`;
  await ctx.node.rename(path, rotated).catch((cause: unknown) => {
    throw new Stuck(`the log of ${container} cannot be renamed: ${errorMessage(cause)}`);
  });
  ctx.rotatedLogs.set(path, rotated);
  const id = ctx.ids.idOf(`container:${container}`) ?? '';
  emit(ctx, { type: 'log-renamed', container: id, name: container, path, rotated });
}

function pathOf(ctx: ScenarioContext, container: string): string | undefined {
  ctx.ids.update(ctx.controller.view());
  return ctx.ids.logOf(container);
}
