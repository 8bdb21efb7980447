// SPDX-License-Identifier: Apache-2.0
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { socketPath } from '#cri/endpoint.js';
import { detectApiVersion } from '#cri/detect-api-version.js';
import { connectToRead } from '#guard/connect.js';
import { socketAnswers } from '#cri/socket-answers.js';
import { isAlive } from '../process-identity.js';
import { runShellCommand } from '../shell-command.js';
import type { Trace } from '../trace.js';
import { becomesTrue } from './poll.js';
import { joinReports, nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

type Away = Extract<Trace, { kind: 'away' }>;

export interface BringBackOptions {
  /** The ledger that the commands stand in. */
  readonly file: string;
  /** How long a socket is watched for what may just be happening to it. */
  readonly settleMs: number;
  readonly limitMs?: number;
}

const defaultLimitMs = 120_000;
const deadlineMs = 5_000;

/** Runs the start commands that people gave for runtimes of theirs, if these are still away. */
export async function bringBack(traces: readonly Trace[], options: BringBackOptions): Promise<UndoReport> {
  const away = traces.filter((trace) => trace.kind === 'away');
  const { limitMs = defaultLimitMs } = options;
  await becomesTrue(() => !away.some(isAtWork), limitMs);
  return joinReports(
    await Promise.all(stillAway(traces).map((trace) => bringOneBack(trace, { ...options, limitMs }))),
  );
}

/** The last word on each endpoint, where it is not that it came back. */
function stillAway(traces: readonly Trace[]): readonly Away[] {
  const latest = new Map<string, Away>();
  for (const trace of traces) {
    if (trace.kind === 'away') latest.set(trace.endpoint, trace);
    if (trace.kind === 'back') latest.delete(trace.endpoint);
  }
  return [...latest.values()];
}

const isAtWork = ({ running }: Away): boolean =>
  running !== undefined && isAlive(running.pid, running.startTicks);

async function bringOneBack(
  { command, cwd, endpoint }: Away,
  { file, settleMs, limitMs }: Required<BringBackOptions>,
): Promise<UndoReport> {
  const isBack = (): Promise<boolean> => becomesTrue(() => lists(endpoint), limitMs);
  if (await settled(socketPath(endpoint), settleMs))
    return (await isBack()) ? nothingToUndo : remains(`the runtime at ${endpoint} does not answer`);
  const what = `the runtime at ${endpoint} is away`;
  if (!isPrivate(file))
    return remains(`${what}; others may write to ${file}, so start it yourself: ${command}`);
  const { problem, output } = await runShellCommand({ command, cwd, limitMs });
  if (problem !== undefined)
    return remains(
      `${what}, and ${command} did not start it: ${[problem, output].filter(Boolean).join(': ')}`,
    );
  if (await isBack()) return removed(`the outage of ${endpoint}, with ${command}`);
  return remains(`${what}, also after ${command}`);
}

/** Whether somebody listens, once that has changed or had the time to. */
async function settled(path: string, settleMs: number): Promise<boolean> {
  const answers = await socketAnswers(path);
  await becomesTrue(async () => (await socketAnswers(path)) !== answers, settleMs);
  return socketAnswers(path);
}

async function lists(endpoint: string): Promise<boolean> {
  const { kind: apiVersion } = await detectApiVersion(endpoint, deadlineMs);
  if (apiVersion === 'none') return false;
  const client = connectToRead({ runtimeEndpoint: endpoint, apiVersion });
  try {
    return (await client.call('ListPodSandbox', {}, { deadlineMs })).kind === 'ok';
  } finally {
    client.close();
  }
}

/** Nobody but us, or root, can have written it: only then are its words commands. */
function isPrivate(file: string): boolean {
  const trusted = new Set([0, process.getuid?.()]);
  return [file, dirname(file)].every((path) => {
    const { uid, mode } = statSync(path);
    return trusted.has(uid) && (mode & 0o022) === 0;
  });
}
