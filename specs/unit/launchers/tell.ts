// SPDX-License-Identifier: Apache-2.0
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serveReferenceRuntime, type ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';

/** A runtime that shell commands can make go and come back, as a service manager does. */
export interface ToldRuntime extends AsyncDisposable {
  readonly runtime: ServedReferenceRuntime;
  /** The line for a shell. */
  readonly command: (act: 'stop' | 'crash' | 'start') => string;
  /** What was told, in order. */
  readonly told: string[];
}

const acts = ['stop', 'crash', 'start'] as const;

export async function toldRuntime(directory: string): Promise<ToldRuntime> {
  const runtime = await serveReferenceRuntime({ listen: join(directory, 's') });
  const told: string[] = [];
  const orderFor = (act: string): string => join(directory, `order-${act}`);
  let busy = false;
  const obey = async (): Promise<void> => {
    const act = acts.find((one) => existsSync(orderFor(one)));
    if (busy || act === undefined) return;
    busy = true;
    told.push(act);
    await runtime[act]();
    rmSync(orderFor(act));
    busy = false;
  };
  const watching = setInterval(() => void obey(), 5);
  return {
    runtime,
    told,
    command: (act) =>
      `> ${orderFor(act)}; while [ -e ${orderFor(act)} ]; do sleep 0.02; done; echo ${act} done`,
    [Symbol.asyncDispose]: async () => {
      clearInterval(watching);
      await runtime.close();
    },
  };
}
