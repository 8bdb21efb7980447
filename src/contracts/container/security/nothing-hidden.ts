// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown } from '../../occasions/inside/inside.js';
import { mountTable, type MountEntry } from '../../occasions/inside/mount-table.js';

export const containerSecurityNothingHidden: Contract = {
  id: 'container.security.nothing-hidden',
  level: 'must',
  since: '0.1.0',
  title: 'Without masked and read-only paths in the request, nothing covers a path of /proc',
  reference: {
    source: 'CRI v1, LinuxContainerSecurityContext.masked_paths and readonly_paths; KEP-4265, ProcMount',
    says: 'the lists replace the defaults of the runtime, also when they are empty: procMount Unmasked',
  },
  consequence:
    'A container that builds or runs containers in its user namespace cannot mount /proc: the kernel refuses that while a part of it is covered.',
  covers: ['CTR-022'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'mounts').filter(({ life }) => hidesNothing(life)),
      'no program of which nothing is hidden showed its mounts',
      ({ life, output, calls }) => {
        const mounted = new Set((life.config.mounts ?? []).map(({ container_path: path = '' }) => path));
        const covers = mountTable(output).filter(
          (mount) => mount.at.startsWith('/proc/') && !mounted.has(mount.at) && !isOfNode(mount),
        );
        return holds(calls, covers.length === 0, {
          expected: 'no mount below /proc',
          actual: covers.map(({ at }) => `a mount at ${at}`).join(', '),
        });
      },
    ),
};

/** A node may give every container its own /proc/meminfo and the like, by LXCFS. */
const isOfNode = ({ fileSystem }: MountEntry): boolean => fileSystem.startsWith('fuse');

/** Without a user namespace no kubelet asks for that. */
function hidesNothing({ config }: ContainerHistory): boolean {
  const context = config.linux?.security_context ?? {};
  const { privileged, namespace_options: namespaces } = context;
  return (
    privileged !== true &&
    (namespaces?.userns_options?.uids ?? []).length > 0 &&
    (context.masked_paths ?? []).length + (context.readonly_paths ?? []).length === 0
  );
}
