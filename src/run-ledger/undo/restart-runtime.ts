// SPDX-License-Identifier: Apache-2.0
import { socketPath } from '#cri/client/endpoint.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import { connectToRead } from '#guard/connect.js';
import { socketAnswers } from '#cri/client/socket-answers.js';
import { isAlive } from '#host/process-identity.js';
import { runShellCommand } from '../shell-command.js';
import type { CleanupStep } from '../cleanup-step.js';
import type { StartClaim } from '../start-claim.js';
import { becomesTrue } from './poll.js';
import { joinReports, nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

type Away = Extract<CleanupStep, { kind: 'away' }>;

export interface RestartOptions {
  /** How long a socket is watched for what may just be happening to it. */
  readonly settleMs: number;
  /** For a command that is at work, and for a runtime that was started. */
  readonly backMs?: number;
  /** Asked before the start command of an endpoint is run. */
  readonly claim: (endpoint: string) => StartClaim;
}

/** Of a command: one that is cut short may leave half of a runtime. */
const limitMs = 120_000;
const defaultBackMs = 120_000;
const maxAnswerMs = 5_000;

/** Runs the start commands that people gave for runtimes of theirs, if these are still away. */
export async function restartRuntime(
  traces: readonly CleanupStep[],
  options: RestartOptions,
): Promise<UndoReport> {
  const commands = traces.filter((trace) => trace.kind === 'away' || trace.kind === 'start-tried');
  const { backMs = defaultBackMs } = options;
  await becomesTrue(() => !commands.some(isAtWork), backMs);
  return joinReports(
    await Promise.all(stillAway(traces).map((trace) => bringOneBack(trace, { ...options, backMs }))),
  );
}

/** The last word on each endpoint, where it is not that it came back. */
function stillAway(traces: readonly CleanupStep[]): readonly Away[] {
  const latest = new Map<string, Away>();
  for (const trace of traces) {
    if (trace.kind === 'away') latest.set(trace.endpoint, trace);
    if (trace.kind === 'back') latest.delete(trace.endpoint);
  }
  return [...latest.values()];
}

const isAtWork = ({ running }: Pick<Away, 'running'>): boolean =>
  running !== undefined && isAlive(running.pid, running.startTicks);

async function bringOneBack(
  trace: Away,
  { settleMs, backMs, claim }: Required<RestartOptions>,
): Promise<UndoReport> {
  const { command, cwd, endpoint } = trace;
  const isBack = (): Promise<boolean> => becomesTrue(() => lists(endpoint, backMs), backMs);
  if (await settled(socketPath(endpoint), settleMs))
    return (await isBack()) ? nothingToUndo : remains(`the runtime at ${endpoint} does not answer`);
  const what = `the runtime at ${endpoint} is down`;
  if (isAtWork(trace)) return remains(`${what}; ${command} is still running`);
  const claimed = claim(endpoint);
  if (!claimed.isGranted) return remains(`${what}; of ${command}: ${claimed.why}`);
  const { started } = claimed;
  const { problem, output } = await runShellCommand({ command, cwd, limitMs, started });
  if (problem !== undefined)
    return remains(`${what}; ${command} did not start it: ${[problem, output].filter(Boolean).join(': ')}`);
  if (await isBack()) return removed(`the outage of ${endpoint}, with ${command}`);
  return remains(`${what}, also after ${command}`);
}

/** Whether somebody listens, once that has changed or had the time to. */
async function settled(path: string, settleMs: number): Promise<boolean> {
  const answers = await socketAnswers(path);
  await becomesTrue(async () => (await socketAnswers(path)) !== answers, settleMs);
  return socketAnswers(path);
}

async function lists(endpoint: string, withinMs: number): Promise<boolean> {
  const deadlineMs = Math.min(maxAnswerMs, withinMs);
  const { kind: apiVersion } = await detectApiVersion(endpoint, deadlineMs);
  if (apiVersion === 'none') return false;
  const client = connectToRead({ runtimeEndpoint: endpoint, apiVersion });
  try {
    return (await client.call('ListPodSandbox', {}, { deadlineMs })).kind === 'ok';
  } finally {
    client.close();
  }
}
