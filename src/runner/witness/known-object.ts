// SPDX-License-Identifier: Apache-2.0
import { messageIn, textIn, type Message } from '#evidence/object-places.js';
import type { PathOf } from '#host/cgroup-limits.js';
import type { NamespaceIds } from '#host/namespace-facts.js';
import type { ProcessFacts } from '#host/process-facts.js';

/** What the witness remembers of a sandbox or container between two looks. */
export interface KnownObject {
  readonly kind: 'sandbox' | 'container';
  readonly id: string;
  /** Of a container; of a sandbox, its own id. */
  readonly sandbox: string;
  /** Where its cgroup should be; undefined: the runtime decides. */
  readonly parent: string | undefined;
  /** Where its request mounts something. */
  readonly mountPoints: readonly string[];
  readonly logPath: string | undefined;
  /** A StartContainer of it was answered OK. */
  isStarted: boolean;
  /** It was removed, and nothing was left of it. */
  isGone: boolean;
  /** The mounts of the node were looked through for its own. */
  hadMounts: boolean;
  /** Within the main hierarchy; empty: not found yet. */
  cgroups: readonly string[];
  /** In the hierarchies of v1, as one of its processes says. */
  pathOf: PathOf | undefined;
  /** Processes that were alive, by pid. */
  readonly seen: Map<number, ProcessFacts>;
  namespaces: NamespaceIds | undefined;
  /** The process that told them: its pid and start. */
  learntFrom: string;
  /** Mount points that kept its namespaces while it lived. */
  readonly pins: Set<string>;
  monitor: Pick<ProcessFacts, 'pid' | 'startTicks' | 'command'> | undefined;
  /** What a view and the node said last, so that only news is written. */
  lastGlance: string;
}

export function knownSandbox(id: string, config: Message): KnownObject {
  return {
    ...blank,
    seen: new Map(),
    pins: new Set(),
    kind: 'sandbox',
    id,
    sandbox: id,
    parent: textIn(messageIn(config, 'linux'), 'cgroup_parent') || undefined,
    mountPoints: [],
    logPath: undefined,
  };
}

/** `config` is the container's, `of` its sandbox. */
export function knownContainer(
  id: string,
  config: Message,
  of: { readonly id: string; readonly parent?: string | undefined; readonly logs?: string | undefined },
): KnownObject {
  const mounts = Array.isArray(config['mounts']) ? (config['mounts'] as readonly Message[]) : [];
  const log = textIn(config, 'log_path') || undefined;
  return {
    ...blank,
    seen: new Map(),
    pins: new Set(),
    kind: 'container',
    id,
    sandbox: of.id,
    parent: of.parent,
    mountPoints: mounts.map((mount) => textIn(mount, 'container_path')).filter(Boolean),
    logPath: log === undefined || of.logs === undefined ? undefined : `${of.logs}/${log}`,
  };
}

const blank = {
  pathOf: undefined,
  isStarted: false,
  isGone: false,
  hadMounts: false,
  cgroups: [] as readonly string[],
  namespaces: undefined,
  learntFrom: '',
  monitor: undefined,
  lastGlance: '',
};
