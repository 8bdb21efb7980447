// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#app/system-clock.js';
import type { CriClient } from '#cri/client.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { KubeletOptions } from '#kubelet/kubelet-options.js';
import { nodeFiles, type NodeFiles } from '#kubelet/node-files.js';
import { recordedNode } from './recorded-node.js';

export interface LiveKubelet {
  readonly kubelet: Kubelet;
  readonly dir: string;
  readonly notes: string[];
  end(): Promise<void>;
}

export function liveKubelet(cri: CriClient, options: Partial<KubeletOptions> = {}): LiveKubelet {
  const dir = mkdtempSync(join(tmpdir(), 'criprobe-kubelet-'));
  const notes: string[] = [];
  const node = onlyIn(dir, nodeFiles({ podLogsDir: join(dir, 'logs'), rootDir: join(dir, 'root') }));
  const journal = (what: string): void => {
    notes.push(what);
  };
  const kubelet = new Kubelet(
    { cri, clock: systemClock, node, journal },
    { pace: 'compressed', version: '1.37', source: 'api', facts: recordedNode, ...options },
  );
  const end = async (): Promise<void> => {
    await kubelet.close();
    await rm(dir, { recursive: true, force: true });
  };
  return { kubelet, dir, notes, end };
}

/** Host paths of pods are paths of this very machine: what would be made there is only said to be there. */
function onlyIn(dir: string, node: NodeFiles): NodeFiles {
  const said = new Map<string, 'directory' | 'file'>();
  const isOurs = (path: string): boolean => path.startsWith(`${dir}/`);
  return {
    ...node,
    makeDir: async (path, mode) => {
      if (isOurs(path)) await node.makeDir(path, mode);
      else said.set(path, 'directory');
    },
    writeFile: async (path, text, mode) => {
      if (isOurs(path)) await node.writeFile(path, text, mode);
      else said.set(path, 'file');
    },
    look: async (path) => {
      const kind = said.get(path);
      return (await node.look(path)) ?? (kind && { kind, mode: 0o755 });
    },
    link: async (target, path) => (isOurs(path) ? node.link(target, path) : undefined),
    remove: async (path) => (isOurs(path) ? node.remove(path) : undefined),
  };
}
