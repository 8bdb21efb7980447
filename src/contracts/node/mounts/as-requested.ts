// SPDX-License-Identifier: Apache-2.0
import type { Mount } from '#cri/proto/generated/messages.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { NodeInside, NodeMount } from '#evidence/node-observation.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { glimpsesOf, judgeOnNode } from '../../occasions/node-looks.js';

export const nodeMountsAsRequested: Contract = {
  id: 'node.mounts.as-requested',
  level: 'must',
  since: '0.1.0',
  title: 'The kernel shows every requested mount in the container, read-only and propagated as requested',
  reference: {
    source: 'CRI v1, Mount and LinuxContainerSecurityContext.readonly_rootfs',
    says: 'each mount has a path in the container, whether it is read-only, and its propagation',
  },
  consequence:
    'Data is written to a layer that is thrown away, or a volume that was to be read only is changed.',
  covers: ['CTR-010', 'A6'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence.containers().flatMap((life) => {
          const seen = glimpsesOf(evidence, life.id).find(({ object }) => object.inside !== undefined);
          return seen?.object.inside === undefined ? [] : [{ life, inside: seen.object.inside }];
        }),
      none: 'no container was seen from inside',
      judge: ({ life, inside }) => {
        const wrong = complaints(life, inside);
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

function complaints({ config }: ContainerHistory, { mounts }: NodeInside): readonly Complaint[] {
  const at = new Map(mounts.map((mount) => [mount.path, mount]));
  const isRootReadOnly = config.linux?.security_context?.readonly_rootfs === true;
  const root = at.get('/');
  return [
    ...(root === undefined ? [] : readOnly(root, isRootReadOnly)),
    ...(config.mounts ?? []).flatMap((mount) => {
      const path = withoutSlash(mount.container_path ?? '');
      const there = at.get(path);
      if (there === undefined) return [{ expected: `a mount at ${path}`, actual: 'none' }];
      return [...readOnly(there, mount.readonly === true), ...propagation(there, mount)];
    }),
  ];
}

/** What is read-only on the node cannot be writable in a container: only the other way round is wrong of a mount. */
function readOnly({ path, isReadOnly }: NodeMount, asked: boolean): readonly Complaint[] {
  if (isReadOnly === asked || (!asked && path !== '/')) return [];
  const word = (value: boolean): string => `${path} ${value ? 'read-only' : 'writable'}`;
  return [{ expected: word(asked), actual: word(isReadOnly) }];
}

/** Of what is private on the node nothing propagates, so a slave may be private as well. */
function propagation(
  { path, isShared, isSlave }: NodeMount,
  { propagation: asked = 'PROPAGATION_PRIVATE' }: Mount,
): readonly Complaint[] {
  const actual = isShared ? 'shared' : isSlave ? 'a slave' : 'private';
  const fits =
    asked === 'PROPAGATION_BIDIRECTIONAL'
      ? isShared
      : asked === 'PROPAGATION_PRIVATE'
        ? !isShared && !isSlave
        : !isShared;
  return fits ? [] : [{ expected: `${path} mounted ${asked}`, actual: `${path} is ${actual}` }];
}

function withoutSlash(path: string): string {
  return path.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '');
}
