// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { becomesTrue } from '#base/poll.js';
import { socketPath } from '#cri/client/endpoint.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import { connectToRead } from '#guard/connect.js';
import { socketAnswers } from '#cri/client/socket-answers.js';
import { isAlive } from '#host/process-identity.js';
import { runShellCommand } from '../shell-command.js';
import type { CleanupKind } from '../cleanup-kind.js';
import {
  isDown,
  isUp,
  isStartTried,
  type DownStep,
  type UpStep,
  type CleanupStep,
  type StartTriedStep,
} from '../cleanup-step.js';
import type { StartClaim } from '../start-claim.js';
import { plainPath, processId, socketEndpoint } from '../step-schemas.js';
import { joinReports, nothingToUndo, remains, removed, type UndoReport } from './undo-report.js';

// A command that exited at once has no start time.
const running = z.object({ pid: processId, startTicks: z.string().regex(/^\d*$/) }).optional();

/** Undone first, by restartRuntime: objects can only be removed from a runtime that is up. */
export const downKind: CleanupKind<DownStep> = {
  kind: 'runtime-down',
  schema: () =>
    z.object({
      kind: z.literal('runtime-down'),
      command: z.string().min(1),
      cwd: z.union([plainPath, z.literal('/')]),
      endpoint: socketEndpoint,
      running,
    }),
  undo: [],
  outlivesReboot: () => false,
};

export const startTriedKind: CleanupKind<StartTriedStep> = {
  kind: 'start-tried',
  schema: () =>
    z.object({
      kind: z.literal('start-tried'),
      endpoint: socketEndpoint,
      at: z.iso.datetime(),
      by: z.uuid(),
      running,
    }),
  undo: [],
  outlivesReboot: () => false,
};

export const upKind: CleanupKind<UpStep> = {
  kind: 'runtime-up',
  schema: () => z.object({ kind: z.literal('runtime-up'), endpoint: socketEndpoint }),
  undo: [],
  outlivesReboot: () => false,
};

export interface RestartOptions {
  /** How long to watch a socket for a change that is in progress. */
  readonly settleMs: number;
  /** For a command that is running, and for a runtime that was started. */
  readonly backMs?: number;
  /** Asked before the start command of an endpoint runs. */
  readonly claim: (endpoint: string) => StartClaim;
}

/** For a command: interrupting one may leave a runtime half started, or half installed. */
const limitMs = 600_000;
const defaultBackMs = 120_000;
const maxAnswerMs = 5_000;

/** Runs the user's start commands for runtimes that are still down. */
export async function restartRuntime(
  steps: readonly CleanupStep[],
  options: RestartOptions,
): Promise<UndoReport> {
  const commands = steps.filter((step) => isDown(step) || isStartTried(step));
  const { backMs = defaultBackMs } = options;
  await becomesTrue(() => !commands.some(isAtWork), backMs);
  return joinReports(
    await Promise.all(stillDown(steps).map((step) => restartOne(step, { ...options, backMs }))),
  );
}

/** The last entry on each endpoint, unless it says that the runtime is back. */
function stillDown(steps: readonly CleanupStep[]): readonly DownStep[] {
  const latest = new Map<string, DownStep>();
  for (const step of steps) {
    if (isDown(step)) latest.set(step.endpoint, step);
    if (isUp(step)) latest.delete(step.endpoint);
  }
  return [...latest.values()];
}

const isAtWork = ({ running: command }: Pick<DownStep, 'running'>): boolean =>
  command !== undefined && isAlive(command.pid, command.startTicks);

async function restartOne(
  step: DownStep,
  { settleMs, backMs, claim }: Required<RestartOptions>,
): Promise<UndoReport> {
  const { command, cwd, endpoint } = step;
  const isUp = (): Promise<boolean> => becomesTrue(() => lists(endpoint, backMs), backMs);
  if (await settled(socketPath(endpoint), settleMs))
    return (await isUp()) ? nothingToUndo : remains(`the runtime at ${endpoint} does not answer`);
  const what = `the runtime at ${endpoint} is down`;
  if (isAtWork(step)) return remains(`${what}; ${command} is still running`);
  const claimed = claim(endpoint);
  if (!claimed.isGranted) return remains(`${what}; of ${command}: ${claimed.why}`);
  const { started } = claimed;
  const { problem, output } = await runShellCommand({ command, cwd, limitMs, started });
  if (problem !== undefined)
    return remains(`${what}; ${command} did not start it: ${[problem, output].filter(Boolean).join(': ')}`);
  if (await isUp()) return removed(`the outage of ${endpoint}, with ${command}`);
  return remains(`${what}, also after ${command}`);
}

/** Whether anybody listens, once that has changed or had time to. */
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
