// SPDX-License-Identifier: Apache-2.0
import type { ContainerStats, PodSandboxStats } from '#cri/proto/generated/messages.js';
import type { Lie } from '../lies.js';
import { lyingAbout } from '../lying-runtime.js';

export type Falsified = (stats: ContainerStats) => ContainerStats;

/** The same false statistics of containers, whoever is asked but their pod. */
export const inContainerStatistics =
  (makeFalsify: () => Falsified): Lie['tell'] =>
  (truth, tell) =>
    ofContainers(makeFalsify())(truth, tell);

/** The same in every answer that has them. */
export const inAllStatistics =
  (makeFalsify: () => Falsified): Lie['tell'] =>
  (truth, tell) => {
    const falsify = makeFalsify();
    const inPod = (stats: PodSandboxStats): PodSandboxStats => ({
      ...stats,
      linux: { ...stats.linux, containers: (stats.linux?.containers ?? []).map(falsify) },
    });
    return {
      ...ofContainers(falsify)(truth, tell),
      ...lyingAbout('PodSandboxStats', async (_, honest) => ({
        stats: inPod((await honest()).stats ?? {}),
      }))(truth, tell),
      ...lyingAbout('ListPodSandboxStats', async (_, honest) => ({
        stats: ((await honest()).stats ?? []).map(inPod),
      }))(truth, tell),
    };
  };

const ofContainers =
  (falsify: Falsified): Lie['tell'] =>
  (truth, tell) => ({
    ...lyingAbout('ContainerStats', async (_, honest) => ({
      stats: falsify((await honest()).stats ?? {}),
    }))(truth, tell),
    ...lyingAbout('ListContainerStats', async (_, honest) => ({
      stats: ((await honest()).stats ?? []).map(falsify),
    }))(truth, tell),
  });
