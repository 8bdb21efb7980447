// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { beganAfter } from '#evidence/history/order.js';
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import { exitedStatuses } from '../occasions.js';
import { statementsOf } from '../outages.js';
import { shown, viewsBy } from './inside.js';

/** A file of the node that a program read. */
export interface FileRead {
  readonly calls: readonly RecordedCall[];
  readonly expected: string;
  readonly actual: string;
  readonly isRight: boolean;
}

interface Written {
  readonly by: ContainerHistory;
  readonly text: string;
  /** A read that shows it exited well. */
  readonly ended: RecordedCall;
}

/** Files that a container wrote and ended, before the one that reads them was made. */
export function filesRead(evidence: Evidence): readonly FileRead[] {
  const written = filesWritten(evidence);
  return viewsBy(evidence, 'cat').flatMap(({ life, statement: { path }, output, calls }) => {
    const file = pathOnNode(life, path);
    const [last, ...others] = written.get(file ?? '') ?? [];
    if (last === undefined || others.length > 0 || last.by.id === life.id) return [];
    if (!beganAfter(life.create, last.ended)) return [];
    return [
      {
        calls: [last.by.create, last.ended, ...calls],
        expected: `${path}: ${JSON.stringify(last.text)}, written by ${last.by.name}`,
        actual: output === '' ? 'no such file' : JSON.stringify(output),
        isRight: output === last.text,
      },
    ];
  });
}

/** By path on the node. */
function filesWritten(evidence: Evidence): ReadonlyMap<string, readonly Written[]> {
  const written = new Map<string, readonly Written[]>();
  for (const by of evidence.containers()) {
    const ended = exitedStatuses(by).find(({ status }) => (status.exit_code ?? 0) === 0)?.call;
    for (const said of statementsOf(by)) {
      const path = said.do === 'put' ? pathOnNode(by, said.path) : undefined;
      if (said.do !== 'put' || path === undefined || ended === undefined) continue;
      written.set(path, [...(written.get(path) ?? []), { by, text: `${said.text}\n`, ended }]);
    }
  }
  return written;
}

/** Of a file in a mount; undefined: it is elsewhere in the container. */
function pathOnNode({ config }: ContainerHistory, path: string): string | undefined {
  const around = (config.mounts ?? []).filter(({ container_path: at = '' }) => path.startsWith(`${at}/`));
  const depth = ({ container_path: at = '' }: (typeof around)[number]): number => at.length;
  const [mount] = around.sort((one, other) => depth(other) - depth(one));
  if (mount?.host_path === undefined || mount.host_path === '') return undefined;
  return `${mount.host_path}${path.slice(depth(mount))}`;
}

/** The kubelet writes the address and the name of the pod to the file that it mounts at /etc/hosts. */
export function hostsRead(evidence: Evidence): readonly FileRead[] {
  return shown(evidence, 'hosts').flatMap(({ life, output, calls }) => {
    const [ip, name] = hostsEntry(evidence, life) ?? [];
    if (ip === undefined || name === undefined) return [];
    const lines = output.split('\n').map((line) => line.split(/\s+/));
    const isRight = lines.some(([first, ...names]) => first === ip && names.includes(name));
    return [{ calls, expected: `a line with ${ip} and ${name}`, actual: JSON.stringify(output), isRight }];
  });
}

/** Address and name of its pod. */
function hostsEntry(evidence: Evidence, life: ContainerHistory): readonly [string, string] | undefined {
  const sandbox = evidence.sandbox(life.sandboxId);
  const isMounted = life.config.mounts?.some(({ container_path: at }) => at === '/etc/hosts');
  if (sandbox?.config.hostname === undefined || isMounted !== true) return undefined;
  const view = sandboxStatusViews(sandbox).find(({ call }) => beganAfter(life.create, call));
  const ip = view?.status.network?.ip ?? '';
  return ip === '' ? undefined : [ip, sandbox.config.hostname];
}
