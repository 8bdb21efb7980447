// SPDX-License-Identifier: Apache-2.0
import { poll } from '#base/poll.js';
import type { ApiVersion } from '#cri/api-version.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RuntimeCondition } from '#cri/proto/generated/messages.js';
import { connectToRead } from '#guard/connect.js';
import { NotReady } from '../launch-failure.js';

export interface ReadyOptions {
  readonly withinMs: number;
  /** How the process exited, if it did. */
  readonly ended: () => string | undefined;
  readonly apiVersion?: ApiVersion;
  /** Gives up waiting. */
  readonly interrupted?: AbortSignal | undefined;
}

const everyMs = 50;

/** The minimum deadline of a call. A slow node gets a quarter of the whole time. */
const minDeadlineMs = 2_000;

/**
 * Resolves once the runtime reports that it and its network are ready; throws NotReady if it exits or takes
 * too long, and another error if it is interrupted.
 */
export async function waitUntilReady(endpoint: string, options: ReadyOptions): Promise<void> {
  const { withinMs, interrupted: signal } = options;
  const patience = { deadlineMs: Math.max(minDeadlineMs, withinMs / 4), ...(signal && { signal }) };
  const client = connectToRead({ runtimeEndpoint: endpoint, apiVersion: options.apiVersion ?? 'v1' });
  let problem: string | undefined;
  const isReady = async (): Promise<true | undefined> => {
    problem = await notReadyBecause(client, patience);
    if (problem === undefined) return true;
    const ended = options.ended();
    if (ended !== undefined) throw new NotReady(`it ended with ${ended}`);
    return undefined;
  };
  try {
    if ((await poll(isReady, { withinMs, everyMs, signal })) === true) return;
    if (signal?.aborted === true) throw new Error('interrupted before the runtime was ready');
    throw new NotReady(`not ready after ${Math.round(withinMs / 1_000)} s: ${problem ?? ''}`);
  } finally {
    client.close();
  }
}

async function notReadyBecause(client: CriClient, patience: CallOptions): Promise<string | undefined> {
  const outcome = await client.call('Status', {}, patience);
  if (outcome.kind === 'refused' && outcome.code === 'UNIMPLEMENTED')
    throw new NotReady(`it does not serve CRI: ${outcome.message}`);
  if (outcome.kind !== 'ok') return outcome.message;
  const conditions = outcome.response.status?.conditions ?? [];
  return ['RuntimeReady', 'NetworkReady']
    .map((type) =>
      unmet(
        type,
        conditions.find((condition) => condition.type === type),
      ),
    )
    .find((problem) => problem !== undefined);
}

function unmet(type: string, condition: RuntimeCondition | undefined): string | undefined {
  if (condition?.status === true) return undefined;
  return [`${type} is false`, condition?.reason, condition?.message].filter(Boolean).join(': ');
}
