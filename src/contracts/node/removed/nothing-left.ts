// SPDX-License-Identifier: Apache-2.0
import { isAnswered, type AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { NodeObject } from '#evidence/node-observation.js';
import type { Contract } from '../../contract.js';
import { glimpsesOf, judgeOnNode, mustBeGone, processesLeft } from '../../occasions/node-looks.js';

export const nodeRemovedNothingLeft: Contract = {
  id: 'node.removed.nothing-left',
  level: 'must',
  since: '0.1.0',
  title: 'Nothing is left on the node of a container or sandbox that was removed',
  reference: {
    source: 'CRI v1, RPC RemoveContainer and RPC RemovePodSandbox',
    says: 'what is removed has given back its processes, cgroups, mounts and namespaces',
  },
  consequence: 'Mounts, cgroups and monitors pile up until the node is drained; volumes cannot be unmounted.',
  covers: ['S6', 'S7'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () => removals(evidence),
      none: 'nothing that was seen on the node was removed',
      judge: ({ call, of }) => mustBeGone(evidence, call, { of, left: remains, what: 'trace on the node' }),
    }),
};

interface Removal {
  readonly call: AnsweredCall;
  readonly of: ReadonlySet<string>;
}

function removals(evidence: Evidence): readonly Removal[] {
  const containers = evidence
    .containers()
    .flatMap(({ id, removes }) => removes.filter(isAnswered).map((call) => ({ call, ids: [id] })));
  const sandboxes = evidence.sandboxes().flatMap(({ id, removes }) => {
    const inside = evidence.containers().filter(({ sandboxId }) => sandboxId === id);
    return removes.filter(isAnswered).map((call) => ({ call, ids: [id, ...inside.map((one) => one.id)] }));
  });
  return [...containers, ...sandboxes].flatMap(({ call, ids }): Removal[] => {
    const of = new Set(ids.filter((id) => wasThereBefore(evidence, id, call.beganMs)));
    return of.size === 0 ? [] : [{ call, of }];
  });
}

function wasThereBefore(evidence: Evidence, id: string, atMs: number): boolean {
  return glimpsesOf(evidence, id).some((one) => one.atMs <= atMs && remains(one.object).length > 0);
}

function remains(object: NodeObject): readonly string[] {
  const { cgroup, mountsOnNode = [], monitor } = object;
  const isWatched = monitor?.isAlive === true && monitor.command.includes(object.id);
  return [
    ...processesLeft(object),
    ...(cgroup === undefined ? [] : [`cgroup ${cgroup.path}`]),
    ...mountsOnNode.map((point) => `mount ${point}`),
    ...(isWatched ? [`pid ${monitor.pid} (${monitor.command})`] : []),
  ];
}
