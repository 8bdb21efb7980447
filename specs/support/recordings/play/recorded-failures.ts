// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import type { Outcome } from '#cri/outcome.js';
import { statusNames } from '#cri/status-name.js';
import type { Intervention } from './hearing-client.js';
import { callsOf, type RecordedCall, type Recording } from '../recording.js';

interface FailedRequest {
  readonly config?: { readonly metadata?: { readonly name?: string; readonly attempt?: number } };
  readonly image?: { readonly image?: string };
}

/** Refused by the recorded runtime for reasons that another runtime does not have. */
const refusedAgain: ReadonlySet<string> = new Set(['RunPodSandbox', 'CreateContainer', 'PullImage']);

/**
 * What failed in the recording fails again, with the same message and in the same turn; and the node has what
 * it had.
 */
export function recordedFailures(recording: Recording): Intervention {
  const turns = new Map<string, number>();
  const calls = callsOf(recording);
  return async (rpc, request, ask) => {
    if (rpc === 'Status') return asRecordedNode(await ask());
    if (!refusedAgain.has(rpc)) return ask();
    const key = keyOf(rpc, request as FailedRequest);
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const same = calls.filter((call) => keyOf(call.rpc, call.request as FailedRequest) === key);
    return refusalIn(same[turn] ?? same.at(-1)) ?? ask(mountable(request));
  };
}

function keyOf(rpc: string, { config, image }: FailedRequest): string {
  const { name = '', attempt = 0 } = config?.metadata ?? {};
  return `${rpc} ${rpc === 'PullImage' ? (image?.image ?? '') : `${name} ${attempt}`}`;
}

function refusalIn(call: RecordedCall | undefined): Outcome | undefined {
  const { error } = call ?? {};
  return error && { kind: 'refused', code: statusNames[error.code] ?? 'UNKNOWN', message: error.details };
}

/** The recorded node's host paths need not exist on this machine. */
function mountable(request: unknown): unknown {
  return JSON.parse(JSON.stringify(request), (key, value: unknown) =>
    key === 'mounts' ? (value as Mount[]).filter(isHere) : value,
  ) as unknown;
}

interface Mount {
  readonly host_path?: string;
}

const isHere = ({ host_path: path }: Mount): boolean => path === undefined || path === '' || existsSync(path);

/** runc 1.1.5 is too old for user namespaces of pods. */
function asRecordedNode(outcome: Outcome): Outcome {
  if (outcome.kind !== 'ok') return outcome;
  const features = { recursive_read_only_mounts: true };
  return { ...outcome, response: { ...outcome.response, runtime_handlers: [{ features }] } };
}
