// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { UnaryMethod } from '#cri/methods.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

/** A method refuses what it was asked for the nth time, though nothing is wrong with the request. */
function refusing(
  rpc: UnaryMethod,
  nth: number,
  [breaks, scenario]: readonly [contract: ContractId, scenario: ScenarioId],
): Lie {
  return {
    name: `the ${nth}. ${rpc} is refused for no reason`,
    tell: (truth, tell) => {
      let asked = 0;
      return lyingAbout(rpc, () => {
        asked += 1;
        if (asked === nth) throw new CriRefusal('UNKNOWN', 'not now');
        return undefined;
      })(truth, tell);
    },
    scenario,
    breaks: [breaks],
    expected: new RegExp(`^${rpc}.*: OK$`),
    actual: /^UNKNOWN: not now$/,
    proof: [rpc],
  };
}

export const refusalLies: readonly Lie[] = [
  refusing('RunPodSandbox', 2, ['sandbox.run.succeeds', 'pod.happy-path']),
  refusing('CreateContainer', 1, ['container.create.succeeds', 'pod.happy-path']),
  refusing('ContainerStatus', 2, ['container.status.succeeds', 'pod.happy-path']),
  refusing('PodSandboxStatus', 2, ['sandbox.status.succeeds', 'pod.happy-path']),
  refusing('ListContainers', 4, ['container.list.succeeds', 'pod.happy-path']),
  refusing('ListPodSandbox', 4, ['sandbox.list.succeeds', 'pod.happy-path']),
  refusing('ImageStatus', 1, ['image.status.succeeds', 'pod.happy-path']),
  refusing('PullImage', 2, ['image.pull.succeeds', 'images.pulled-always']),
  refusing('ListImages', 3, ['image.list.succeeds', 'images.collected']),
  refusing('ListContainerStats', 1, ['stats.list.succeeds', 'stats.twice']),
  refusing('ContainerStats', 1, ['stats.container.succeeds', 'stats.twice']),
  refusing('StartContainer', 1, ['container.start.succeeds', 'pod.happy-path']),
];
