// SPDX-License-Identifier: Apache-2.0
import type { Mount } from '#cri/proto/generated/messages.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown, type InsideView } from '../../occasions/inside/inside.js';
import { mountAt, mountTable, type MountEntry } from '../../occasions/inside/mount-table.js';
import type { Verdict } from '../../verdict.js';

export const containerMountsAsRequested: Contract = {
  id: 'container.mounts.as-requested',
  level: 'must',
  since: '0.1.0',
  title: 'A container has every requested mount at its path, read-only and with propagation as requested',
  reference: {
    source: 'CRI v1, ContainerConfig.mounts',
    says: 'each mount is at its container path; readonly and propagation say how',
  },
  consequence:
    'Programs lose what they write, change what they must not, or do not see what is mounted later.',
  covers: ['A6', 'CTR-010'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'mounts').filter(({ life }) => (life.config.mounts ?? []).length > 0),
      'no program with requested mounts showed them',
      judge,
    ),
};

function judge({ life, output, calls }: InsideView): Verdict {
  const table = mountTable(output);
  const wrong = (life.config.mounts ?? []).flatMap((mount) => {
    const found = mountAt(table, mount.container_path ?? '');
    const [expected, actual] = [askedText(mount), found === undefined ? 'no mount' : foundText(mount, found)];
    return expected === actual ? [] : [{ at: mount.container_path ?? '', expected, actual }];
  });
  return holds(calls, wrong.length === 0, {
    expected: wrong.map(({ at, expected }) => `${at}: ${expected}`).join('; '),
    actual: wrong.map(({ at, actual }) => `${at}: ${actual}`).join('; '),
  });
}

const propagations = {
  PROPAGATION_PRIVATE: 'private',
  PROPAGATION_HOST_TO_CONTAINER: 'master',
  PROPAGATION_BIDIRECTIONAL: 'shared',
} as const;

/** Nobody can write to an image. */
function askedText({ readonly, propagation = 'PROPAGATION_PRIVATE', image, ...mount }: Mount): string {
  const isReadonly = readonly === true || image !== undefined;
  return `${isReadonly ? 'ro' : 'rw'}, ${propagations[propagation]}${nameOf(mount, image)}`;
}

function foundText({ image, ...mount }: Mount, { isReadonly, propagation, root }: MountEntry): string {
  const last = root.split('/').at(-1) ?? '';
  const name = nameOf(mount, image);
  const isIt = name === '' || root === '/' || name === `, of ${last}`;
  return `${isReadonly ? 'ro' : 'rw'}, ${propagation}${isIt ? name : `, of ${last}`}`;
}

/**
 * The last part of the path on the node, which the kernel shows unless it is a mount of its own or a link. The
 * kubelet's links to sub paths have a number for a name.
 */
function nameOf({ host_path: path = '' }: Mount, image: Mount['image']): string {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return image !== undefined || path.includes('/volume-subpaths/') ? '' : `, of ${last}`;
}
