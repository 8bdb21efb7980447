// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#base/clock.js';
import type { CriClient } from '#cri/client.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { KubeletOptions } from '#kubelet/kubelet-options.js';
import { nodeFiles } from '#kubelet/node-files.js';
import { recordedNode } from './recorded-node.js';

const realClock: Clock = {
  nowMs: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
  },
};

export interface LiveKubelet {
  readonly kubelet: Kubelet;
  readonly dir: string;
  readonly notes: string[];
  end(): Promise<void>;
}

export function liveKubelet(cri: CriClient, options: Partial<KubeletOptions> = {}): LiveKubelet {
  const dir = mkdtempSync(join(tmpdir(), 'criprobe-kubelet-'));
  const notes: string[] = [];
  const node = nodeFiles({ podLogsDir: join(dir, 'logs'), rootDir: join(dir, 'root') });
  const journal = (what: string): void => {
    notes.push(what);
  };
  const kubelet = new Kubelet(
    { cri, clock: realClock, node, journal },
    { pace: 'compressed', version: '1.37', source: 'api', facts: recordedNode, ...options },
  );
  const end = async (): Promise<void> => {
    await kubelet.close();
    await rm(dir, { recursive: true, force: true });
  };
  return { kubelet, dir, notes, end };
}
