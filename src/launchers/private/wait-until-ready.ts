// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiVersion } from '#cri/api-version.js';
import type { CriClient } from '#cri/client/client.js';
import type { RuntimeCondition } from '#cri/proto/generated/messages.js';
import { connectToRead } from '#guard/connect.js';
import { NotReady } from '../launch-failure.js';

export interface ReadyOptions {
  readonly withinMs: number;
  /** How the process ended, if it did. */
  readonly ended: () => string | undefined;
  readonly apiVersion?: ApiVersion;
}

const pauseMs = 50;

/** A slow node needs more than this for an answer, and one that gets none at all is not worth the whole time. */
const leastMs = 2_000;

/** Resolves once the runtime says that it and its network are ready; throws NotReady when it ends or takes too long. */
export async function waitUntilReady(endpoint: string, options: ReadyOptions): Promise<void> {
  const end = performance.now() + options.withinMs;
  const deadlineMs = Math.max(leastMs, options.withinMs / 4);
  const client = connectToRead({ runtimeEndpoint: endpoint, apiVersion: options.apiVersion ?? 'v1' });
  try {
    for (;;) {
      const problem = await notReadyBecause(client, deadlineMs);
      if (problem === undefined) return;
      const ended = options.ended();
      if (ended !== undefined) throw new NotReady(`it ended with ${ended}`);
      if (performance.now() > end)
        throw new NotReady(`not ready after ${Math.round(options.withinMs / 1_000)} s: ${problem}`);
      await sleep(pauseMs);
    }
  } finally {
    client.close();
  }
}

async function notReadyBecause(client: CriClient, deadlineMs: number): Promise<string | undefined> {
  const outcome = await client.call('Status', {}, { deadlineMs });
  if (outcome.kind === 'refused' && outcome.code === 'UNIMPLEMENTED')
    throw new NotReady(`it serves no CRI: ${outcome.message}`);
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
