// SPDX-License-Identifier: Apache-2.0
import type { ContainerConfig, NamespaceOption, PodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { NodeInside, NodeNamespaces } from '#evidence/node-observation.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { glimpsesOf, judgeOnNode, living } from '../../occasions/node-looks.js';

export const nodeNamespacesAsRequested: Contract = {
  id: 'node.namespaces.as-requested',
  level: 'must',
  since: '0.1.0',
  title: 'Containers are in the namespaces that were requested, and share nothing else with the node',
  reference: {
    source: 'CRI v1, NamespaceOption and NamespaceMode',
    says: 'POD: shared by the containers of the pod; CONTAINER: of one container; NODE: of the host',
  },
  consequence: 'A pod sees and signals the processes of others, or its containers cannot reach each other.',
  covers: ['A5'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence.containers().flatMap((life) => {
          const inside = insideOf(evidence, life.id);
          return inside === undefined ? [] : [{ life, inside }];
        }),
      none: 'no container was seen from inside',
      judge: ({ life, inside }) => {
        const wrong = complaints({ evidence, life, inside });
        return holds([life.create], wrong.length === 0, {
          expected: wrong.map(({ expected }) => expected).join('; '),
          actual: wrong.map(({ actual }) => actual).join('; '),
        });
      },
    }),
};

interface Complaint {
  readonly expected: string;
  readonly actual: string;
}

function insideOf(evidence: Evidence, id: string): NodeInside | undefined {
  return glimpsesOf(evidence, id).find(({ object }) => object.inside !== undefined)?.object.inside;
}

type Kind = 'net' | 'ipc' | 'pid';
type Mode = NonNullable<NamespaceOption['pid']>;

/** A container, and what it was seen in. */
interface SeenInside {
  readonly evidence: Evidence;
  readonly life: ContainerHistory;
  readonly inside: NodeInside;
}

function optionsOf({
  linux,
}: Pick<PodSandboxConfig, 'linux'> | Pick<ContainerConfig, 'linux'>): NamespaceOption {
  return linux?.security_context?.namespace_options ?? {};
}

function complaints(seen: SeenInside): readonly Complaint[] {
  const { evidence, life } = seen;
  const ofPod = optionsOf(evidence.sandbox(life.sandboxId)?.config ?? {});
  return [
    ...ofKind(seen, 'net', ofPod.network ?? 'POD'),
    ...ofKind(seen, 'ipc', ofPod.ipc ?? 'POD'),
    ...ofKind(seen, 'pid', optionsOf(life.config).pid ?? 'POD'),
    ...notOfNode(seen, 'mnt'),
    ...(ofPod.userns_options?.mode === 'POD' ? notOfNode(seen, 'user') : []),
  ];
}

function ofKind(seen: SeenInside, kind: Kind, mode: Mode): readonly Complaint[] {
  const { inside } = seen;
  if (mode !== 'NODE' && isOfNode(inside, kind)) return notOfNode(seen, kind);
  const actual = inside.namespaces[kind];
  const expected =
    actual === undefined ? undefined : { ...expectations, TARGET: () => undefined }[mode](seen, kind);
  return expected === undefined
    ? []
    : [{ expected: `${kind} ${expected}`, actual: `${kind} ${actual ?? ''}` }];
}

type Expectation = (seen: SeenInside, kind: Kind) => string | undefined;

/** By mode: what is not so; undefined: it is. */
const expectations: Readonly<Record<'NODE' | 'POD' | 'CONTAINER', Expectation>> = {
  NODE: ({ inside }, kind) => {
    const ofNode = inside.ofRuntime?.[kind];
    return ofNode === undefined || ofNode === inside.namespaces[kind] ? undefined : `of the node, ${ofNode}`;
  },
  POD: ({ evidence, life, inside }, kind) => {
    const ofPod = podsOwn(evidence, life, kind);
    return ofPod === undefined || ofPod === inside.namespaces[kind]
      ? undefined
      : `shared with the pod, ${ofPod}`;
  },
  CONTAINER: ({ evidence, life, inside }, kind) => {
    const isShared = others(evidence, life).some(
      ({ life: other, namespaces }) =>
        namespaces[kind] === inside.namespaces[kind] && !targets(other, life.id),
    );
    return isShared ? 'of its own, shared with no other container' : undefined;
  },
};

function notOfNode({ inside }: SeenInside, kind: keyof NodeNamespaces): readonly Complaint[] {
  const actual = `${kind} ${inside.namespaces[kind] ?? ''}`;
  return isOfNode(inside, kind) ? [{ expected: `${kind} that is not the one of the node`, actual }] : [];
}

/** It was asked to share the namespace of that container. */
function targets({ config }: ContainerHistory, id: string): boolean {
  return optionsOf(config).target_id === id;
}

/** What the sandbox's own process has, or another container of the pod that shares as well. */
function podsOwn(evidence: Evidence, life: ContainerHistory, kind: Kind): string | undefined {
  const pause = insideOf(evidence, life.sandboxId)?.namespaces[kind];
  if (pause !== undefined) return pause;
  const shared = others(evidence, life).filter(
    ({ life: other }) =>
      other.sandboxId === life.sandboxId &&
      (kind !== 'pid' || (optionsOf(other.config).pid ?? 'POD') === 'POD'),
  );
  return shared[0]?.namespaces[kind];
}

interface OtherContainer {
  readonly life: ContainerHistory;
  readonly namespaces: NodeNamespaces;
}

/** Seen alive at a moment when this one was, too: the kernel gives the numbers of namespaces again. */
function others(evidence: Evidence, life: ContainerHistory): readonly OtherContainer[] {
  const own = seenAlive(evidence, life);
  return evidence.containers().flatMap((other) => {
    const namespaces = other === life ? undefined : insideOf(evidence, other.id)?.namespaces;
    const { firstMs, lastMs } = seenAlive(evidence, other);
    const isAlong = firstMs <= own.lastMs && own.firstMs <= lastMs;
    return namespaces === undefined || !isAlong ? [] : [{ life: other, namespaces }];
  });
}

function seenAlive(
  evidence: Evidence,
  { id }: ContainerHistory,
): { readonly firstMs: number; readonly lastMs: number } {
  const alive = glimpsesOf(evidence, id).filter(({ object }) => living(object).length > 0);
  return { firstMs: alive[0]?.atMs ?? Infinity, lastMs: alive.at(-1)?.atMs ?? -Infinity };
}

function isOfNode({ namespaces, ofNode, ofRuntime }: NodeInside, kind: keyof NodeNamespaces): boolean {
  const own = namespaces[kind];
  return own !== undefined && (own === ofNode[kind] || own === ofRuntime?.[kind]);
}
