// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { shown, viewsBy } from '../../occasions/inside/inside.js';
import { mountAt, mountTable, type MountEntry } from '../../occasions/inside/mount-table.js';

export const containerSecurityHiddenPaths: Contract = {
  id: 'container.security.hidden-paths',
  level: 'must',
  since: '0.1.0',
  title: 'Masked paths are covered, and read-only paths read-only, as requested',
  reference: {
    source: 'CRI v1, LinuxContainerSecurityContext.masked_paths and readonly_paths',
    says: 'the paths are masked or mounted read-only in a container without privileges',
  },
  consequence:
    'A container reads the memory of the node from /proc/kcore, or changes its kernel through /proc/sys.',
  covers: ['CTR-022'],
  check: (evidence) =>
    judgeEach(
      shown(evidence, 'mounts').filter(({ life }) => isHidden(life)),
      'no program with hidden paths showed its mounts',
      ({ life, output, calls }) => {
        const bare = uncovered(life, { table: mountTable(output), there: pathsThere(evidence, life) });
        return holds(calls, bare.length === 0, {
          expected: bare.map((path) => `${path} covered by a mount`).join(', '),
          actual: bare.map((path) => `none at ${path}`).join(', '),
        });
      },
    ),
};

function isHidden({ config }: ContainerHistory): boolean {
  const {
    privileged,
    masked_paths: masked = [],
    readonly_paths: fixed = [],
  } = config.linux?.security_context ?? {};
  return privileged !== true && masked.length + fixed.length > 0;
}

/** Every kernel has it. */
const everywhere = '/proc/sys';

/** Paths that the program found; others may not exist, which depends on the kernel. */
function pathsThere(evidence: Evidence, life: ContainerHistory): ReadonlySet<string> {
  const stats = viewsBy(evidence, 'stat').filter((seen) => seen.life === life);
  const there = stats.filter(({ output, statement }) => output !== `${statement.path} missing\n`);
  return new Set([everywhere, ...there.map(({ statement }) => statement.path)]);
}

interface Inside {
  readonly table: readonly MountEntry[];
  readonly there: ReadonlySet<string>;
}

function uncovered({ config }: ContainerHistory, { table, there }: Inside): readonly string[] {
  const { masked_paths: masked = [], readonly_paths: fixed = [] } = config.linux?.security_context ?? {};
  const open = masked.filter((path) => there.has(path) && mountAt(table, path) === undefined);
  const writable = fixed.filter((path) => there.has(path) && mountAt(table, path)?.isReadonly !== true);
  return [...open, ...writable];
}
