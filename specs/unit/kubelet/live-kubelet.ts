// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#host/system-clock.js';
import type { CriClient } from '#cri/client/client.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import { nodeFiles, type NodeFiles } from '#kubelet/context/node-files.js';
import { recordedNode } from './recorded-node.js';

export interface LiveKubelet {
  readonly kubelet: Kubelet;
  readonly dir: string;
  readonly notes: string[];
  end(): Promise<void>;
}

export function liveKubelet(
  cri: CriClient,
  options: Partial<KubeletOptions> = {},
  change: (node: NodeFiles) => NodeFiles = (node) => node,
): LiveKubelet {
  const dir = mkdtempSync(join(tmpdir(), 'criprobe-kubelet-'));
  const notes: string[] = [];
  const node = change(sayingOnly(nodeFiles({ podLogsDir: join(dir, 'logs'), rootDir: join(dir, 'root') })));
  const note = (what: string): void => {
    notes.push(what);
  };
  const kubelet = new Kubelet(
    { cri, clock: systemClock, node, note, onLogRenamed: () => undefined },
    { pace: 'compressed', version: '1.37', source: 'api', facts: recordedNode, ...options },
  );
  const end = async (): Promise<void> => {
    await kubelet.close();
    await rm(dir, { recursive: true, force: true });
  };
  return { kubelet, dir, notes, end };
}

/** Host paths of pods are paths of this very machine: what would be made there is only said to be there. */
function sayingOnly(node: NodeFiles): NodeFiles {
  const said = new Map<string, 'directory' | 'file'>();
  const say = (path: string, kind: 'directory' | 'file'): Promise<void> => {
    said.set(path, kind);
    return Promise.resolve();
  };
  return {
    ...node,
    host: {
      ...node.host,
      makeDir: (path) => say(path, 'directory'),
      makeFile: (path) => say(path, 'file'),
      look: async (path) => {
        const kind = said.get(path);
        return (await node.host.look(path)) ?? (kind && { kind, mode: 0o755, size: 0 });
      },
    },
  };
}
