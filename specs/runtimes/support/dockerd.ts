// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unmountBelow } from '#run-ledger/undo/mounts.js';

const script = join(import.meta.dirname, '..', '..', '..', '.ci', 'dockerd');
const run = promisify(execFile);

/** A container engine for a spec: the one that DOCKER_HOST names, or a dockerd of our own that ends with the spec. */
export interface EngineForSpec {
  readonly host: string;
  readonly dispose: () => Promise<void>;
}

export async function openEngine(): Promise<EngineForSpec> {
  const named = process.env['DOCKER_HOST'];
  if (named !== undefined) return { host: named, dispose: () => Promise.resolve() };
  const directory = mkdtempSync('/var/tmp/criprobe-dockerd-');
  const { stdout } = await run(script, ['start', directory]);
  const host = /^DOCKER_HOST=(.+)$/m.exec(stdout)?.[1] ?? '';
  process.env['DOCKER_HOST'] = host;
  return {
    host,
    dispose: async () => {
      delete process.env['DOCKER_HOST'];
      await run(script, ['stop', directory]);
      await unmountBelow(directory);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
