// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CleanupStep } from '#run-ledger/cleanup-step.js';

const child = join(import.meta.dirname, 'launch-and-wait.mjs');

/** A step of a harness that launches a runtime. */
export interface HarnessMessage {
  readonly left?: CleanupStep['kind'];
  readonly endpoint?: string;
}

export interface HarnessOptions {
  readonly spec: string;
  /** Where its ledger goes. */
  readonly state: string;
  readonly directory: string;
  readonly registry: string;
}

/** Starts a harness from dist and kills it as soon as it has said what is waited for. */
export async function killedAt(
  { spec, state, directory, registry }: HarnessOptions,
  moment: (said: HarnessMessage) => boolean | Promise<boolean>,
): Promise<void> {
  const harness = spawn(process.execPath, [child, spec, state, directory, registry], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // jest's own, in which a spec has named its engine.
    env: process.env,
  });
  try {
    for await (const line of createInterface(harness.stdout)) {
      const said = JSON.parse(line) as HarnessMessage;
      if (await moment(said)) return;
      // It says no more. What it would have made, such as /var/lib/containers/cache, may be somebody else's.
      if (said.endpoint !== undefined) throw new Error('the runtime was up, and that moment had not come');
    }
    throw new Error('the harness ended before that moment');
  } finally {
    if (harness.exitCode === null && harness.kill('SIGKILL')) await once(harness, 'exit');
  }
}
