// SPDX-License-Identifier: Apache-2.0
import { callsOf, type RecordedCall, type Recording } from '../recording.js';

/** How one run of a program ended. */
export type Outcome =
  /** By itself. */
  | { readonly kind: 'ended'; readonly afterMs: number; readonly code: number; readonly reason: string }
  /** On the first signal of its StopContainer. */
  | { readonly kind: 'stopped'; readonly afterMs: number; readonly code: number }
  /** It did not react to TERM, or its end was not seen. */
  | { readonly kind: 'ran' };

interface Status {
  readonly state?: string;
  readonly started_at?: string;
  readonly finished_at?: string;
  readonly exit_code?: number;
  readonly reason?: string;
}

interface CommandRequest {
  readonly config?: { readonly command?: readonly string[]; readonly args?: readonly string[] };
  readonly cmd?: readonly string[];
}

export const commandKey = (argv: readonly string[]): string => JSON.stringify(argv);

/** The runs of each command, in order: of containers from their status, of ExecSync from its answer. */
export function outcomesIn(recording: Recording): ReadonlyMap<string, readonly Outcome[]> {
  const calls = callsOf(recording);
  const found = new Map<string, Outcome[]>();
  for (const call of calls) {
    const run = runOf(call, calls);
    if (run === undefined) continue;
    const key = commandKey(run.argv);
    found.set(key, [...(found.get(key) ?? []), run.outcome]);
  }
  return found;
}

interface Run {
  readonly argv: readonly string[];
  readonly outcome: Outcome;
}

function runOf(call: RecordedCall, calls: readonly RecordedCall[]): Run | undefined {
  const { config = {}, cmd = [] } = call.request as CommandRequest;
  if (call.rpc === 'CreateContainer') {
    const argv = [...(config.command ?? []), ...(config.args ?? [])];
    return { argv, outcome: outcomeOf(String(call.response?.['container_id']), calls) };
  }
  if (call.rpc !== 'ExecSync') return undefined;
  const code = Number(call.response?.['exit_code'] ?? 0);
  return { argv: cmd, outcome: { kind: 'ended', afterMs: call.took_ms, code, reason: '' } };
}

function outcomeOf(id: string, calls: readonly RecordedCall[]): Outcome {
  const isAbout = ({ request }: RecordedCall): boolean => request['container_id'] === id;
  const seen = calls.findIndex((call) => isAbout(call) && statusOf(call)?.state === 'CONTAINER_EXITED');
  const status = calls[seen] && statusOf(calls[seen]);
  if (status === undefined) return { kind: 'ran' };
  const { started_at: started = '0', finished_at: finished = '0', exit_code: code = 0, reason = '' } = status;
  const stop = calls.slice(0, seen).find((call) => call.rpc === 'StopContainer' && isAbout(call));
  if (stop === undefined) {
    const afterMs = Number((BigInt(finished) - BigInt(started)) / 1_000_000n);
    return { kind: 'ended', afterMs: Math.max(afterMs, 0), code, reason };
  }
  const graceMs = 1000 * Number(stop.request['timeout'] ?? 0);
  return stop.took_ms < graceMs ? { kind: 'stopped', afterMs: stop.took_ms, code } : { kind: 'ran' };
}

function statusOf({ rpc, response }: RecordedCall): Status | undefined {
  if (rpc !== 'ContainerStatus') return undefined;
  return (response as { readonly status?: Status } | undefined)?.status;
}
