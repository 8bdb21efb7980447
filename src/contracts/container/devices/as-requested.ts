// SPDX-License-Identifier: Apache-2.0
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { lineIn, viewsBy } from '../../occasions/inside/inside.js';

export const containerDevicesAsRequested: Contract = {
  id: 'container.devices.as-requested',
  level: 'must',
  since: '0.1.0',
  title: 'A device is the one of the node, at the requested path and with the requested permissions',
  reference: {
    source: 'CRI v1, ContainerConfig.devices; kubelet, kubelet_pods.go, makeBlockVolumes',
    says: 'host_path, which may be a link, is the device, and permissions are those of the devices cgroup: r, w, m',
  },
  consequence:
    'A database finds no disk, or that of another; a pod writes to a volume that it may only read, which corrupts it.',
  covers: ['CTR-029'],
  check: (evidence) =>
    judgeEach(
      devicesSeen(evidence),
      'no program showed a device that it was given',
      ({ life, device, seen, calls }) => {
        const { permissions = '' } = device;
        const nodes = nodesMounted(evidence, life);
        const fault = faultOf(seen, { nodes, permissions: isJudged(life) ? permissions : undefined });
        return holds(calls, fault === undefined, {
          expected: `${device.container_path ?? ''}: ${textOf(nodes)} with the permissions ${permissions}`,
          actual: fault ?? '',
        });
      },
    ),
};

/** What `device` said of a path. */
interface Node {
  readonly type: string;
  readonly number: string;
  /** Error numbers; 0: none. */
  readonly read: number;
  readonly write: number;
}

function devicesSeen(evidence: Evidence) {
  return viewsBy(evidence, 'device').flatMap((view) => {
    const { life, statement, calls } = view;
    const device = life.config.devices?.find(({ container_path: at }) => at === statement.path);
    return device === undefined ? [] : [{ life, device, calls, seen: nodeOf(lineIn(view)) }];
  });
}

/** Undefined: there is none. */
function nodeOf(line: string): Node | undefined {
  const [, type = '', number = '', read, write] =
    / ([a-z]+) (\d+:\d+) read (\d+) write (\d+)$/.exec(line) ?? [];
  return type === '' ? undefined : { type, number, read: Number(read), write: Number(write) };
}

/** The nodes of the same pod that a mount shows: a container that has a device also mounts the node itself. */
function nodesMounted(evidence: Evidence, life: ContainerHistory): readonly Node[] {
  const mounts = new Set(life.config.mounts?.map(({ container_path: at }) => at));
  return viewsBy(evidence, 'device')
    .filter((view) => view.life === life && mounts.has(view.statement.path))
    .flatMap((view) => nodeOf(lineIn(view)) ?? []);
}

/** Privileges are more than permissions, and without those of root the mode of the node decides. */
function isJudged({ config }: ContainerHistory): boolean {
  const { privileged, run_as_user: user, run_as_username: name } = config.linux?.security_context ?? {};
  return privileged !== true && (user?.value ?? '0') === '0' && name === undefined;
}

/** EPERM: what the cgroup says. */
const forbidden = 1;

interface Wanted {
  readonly nodes: readonly Node[];
  /** Undefined: not judged. */
  readonly permissions: string | undefined;
}

function faultOf(seen: Node | undefined, { nodes, permissions }: Wanted): string | undefined {
  if (seen === undefined) return 'nothing there';
  const isNode = nodes.some(({ type, number }) => type === seen.type && number === seen.number);
  if (!isNode && (nodes.length > 0 || !isDevice(seen))) return `${seen.type} ${seen.number}`;
  return permissions === undefined ? undefined : misuse(seen, permissions);
}

function misuse({ read, write }: Node, permissions: string): string | undefined {
  if (permissions.includes('r') && read === forbidden) return 'it cannot be opened for reading';
  if (permissions.includes('w')) return write === forbidden ? 'it cannot be written to' : undefined;
  return write === 0 ? 'it can be opened for writing' : undefined;
}

const isDevice = ({ type }: Node): boolean => type === 'block' || type === 'char';

const textOf = (nodes: readonly Node[]): string =>
  nodes.map(({ type, number }) => `${type} ${number}`).join(' or ') || 'a device';
