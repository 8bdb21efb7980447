// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { Decoy } from './decoys.js';
import { allOf, inSandboxStatuses } from '../in-every-view.js';
import { lyingAbout } from '../lying-runtime.js';

/** It takes its time for this, whatever else goes on. */
const slowly = (rpc: UnaryMethod): Decoy['tell'] =>
  lyingAbout(rpc, async (_, honest) => {
    await setTimeout(2500);
    return { ...(await honest()) };
  });

/** What is missing is told by another code. */
const otherCode = (rpc: UnaryMethod): Decoy['tell'] =>
  lyingAbout(rpc, async (_, honest) => {
    await honest().catch((refusal: unknown) => {
      throw new CriRefusal('UNKNOWN', String(refusal));
    });
    return undefined;
  });

/** Whoever reads a log cannot tell whether its last line was ended. */
const endedLine: Decoy['tell'] = (truth, tell) => ({
  ContainerStatus: async (request, call) => {
    const answer = await truth.ContainerStatus(request, call);
    const { state, log_path: path = '' } = answer.status ?? {};
    if (state !== 'CONTAINER_EXITED' || path === '') return answer;
    const content = await readFile(path, 'utf8').catch(() => '');
    const ended = content.replace(/ (P|F) (and the end of it)$/m, (_, tag: string, text: string) =>
      tag === 'P' ? ` F ${text}` : ` P ${text}`,
    );
    if (content !== ended) {
      await writeFile(path, ended);
      tell({ rpc: 'ContainerStatus', request });
    }
    return answer;
  },
});

/** Ways to a false red of the contracts that the occasion lies are about. */
export const occasionDecoys: readonly Decoy[] = [
  {
    name: 'every program has variables that nobody asked for',
    tell: lyingAbout('CreateContainer', ({ config = {}, ...request }, honest) => {
      const more = ['TERM', 'HOSTNAME'].map((key) => ({
        key,
        value: Buffer.from('xterm').toString('base64'),
      }));
      return honest({ ...request, config: { ...config, envs: [...more, ...(config.envs ?? [])] } });
    }),
    scenarios: ['inside.image-defaults', 'inside.second-attempt', 'inside.environment'],
  },
  {
    name: 'what is missing cannot be updated or rotated for an unknown reason',
    tell: allOf(otherCode('UpdateContainerResources'), otherCode('ReopenContainerLog')),
    scenarios: ['containers.odd-requests'],
  },
  {
    name: 'creations and starts take some seconds, also while a container is being stopped',
    tell: allOf(slowly('RunPodSandbox'), slowly('CreateContainer'), slowly('StartContainer')),
    scenarios: ['stop.beside-others'],
  },
  {
    name: 'a last line without an end is told as the other kind of line',
    tell: endedLine,
    scenarios: ['logs.odd-lines'],
  },
  {
    name: 'a sandbox that has stopped has no address any more',
    tell: inSandboxStatuses((status) =>
      status.state === 'SANDBOX_NOTREADY' ? { ...status, network: {} } : undefined,
    ),
    scenarios: ['containers.two-in-a-pod', 'inside.second-attempt', 'sandbox.second-attempt'],
  },
];
