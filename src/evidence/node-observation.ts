// SPDX-License-Identifier: Apache-2.0

/** What the node shows of the scenario's sandboxes and containers: the kernel's word beside the runtime's. */
export interface NodeLook {
  /** `change`: before and after a change of version. `end`: after the scenario's last call. */
  readonly when: 'before' | 'after' | 'change' | 'end';
  /** Sequence number of the call before or after which it was; absent with the other two. */
  readonly call?: number;
  /** How long it was waited for something to disappear; 0: the first look. */
  readonly waitedMs: number;
  /** It was waited for as long as a busy node may need. */
  readonly isPatient: boolean;
  readonly tookMs: number;
  /** How many processes the OOM killer had killed since the boot, wherever. */
  readonly oomKills?: number;
  readonly objects: readonly NodeObject[];
}

/** A sandbox or container, as the node shows it. */
export interface NodeObject {
  readonly kind: 'sandbox' | 'container';
  readonly id: string;
  /** In its cgroup, or seen there before; zombies included. */
  readonly processes: readonly NodeProcess[];
  /** Absent: it has none, or only its processes were looked for. */
  readonly cgroup?: NodeCgroup;
  /** Mounts of the node that belong to it: named after it, or keeping its namespaces. */
  readonly mountsOnNode?: readonly string[];
  /** The runtime's process that watches over it; absent: none is known. */
  readonly monitor?: NodeMonitor;
  /** Only in a thorough look. */
  readonly inside?: NodeInside;
  /** Size of its log file; absent: there is none. */
  readonly logBytes?: number;
}

export interface NodeProcess {
  readonly pid: number;
  /** Clock ticks from the boot to its start: with the pid, they tell it from every other process. */
  readonly startTicks: string;
  /** When it started, on the recording's clock. */
  readonly startedAtMs: number;
  /** R, S, D, Z …; a zombie has ended. */
  readonly state: string;
  readonly parent: number;
  readonly command: string;
  /** Sets of signals, as hexadecimal numbers. */
  readonly signals: {
    readonly pending: string;
    readonly blocked: string;
    readonly ignored: string;
    readonly caught: string;
  };
  readonly oomScoreAdj?: number;
}

/** Absent: no limit, or no such controller. */
export interface NodeCgroup {
  /** Within its hierarchy. */
  readonly path: string;
  /** By the form of its name. */
  readonly driver: 'systemd' | 'cgroupfs';
  readonly memoryLimit?: number;
  readonly cpuQuota?: number;
  readonly cpuPeriod?: number;
  /** v1. */
  readonly cpuShares?: number;
  /** v2. */
  readonly cpuWeight?: number;
  readonly pidsLimit?: number;
  readonly cpusetCpus?: string;
  readonly cpusetMems?: string;
  readonly memoryUsed?: number;
  readonly cpuUsedNs?: number;
  readonly oomKills?: number;
}

export interface NodeMonitor {
  readonly pid: number;
  readonly command: string;
  readonly isAlive: boolean;
}

/** By kind, such as `net:[4026532200]`. */
export interface NodeNamespaces {
  readonly cgroup?: string;
  readonly ipc?: string;
  readonly mnt?: string;
  readonly net?: string;
  readonly pid?: string;
  readonly user?: string;
  readonly uts?: string;
}

/** What its first process sees. */
export interface NodeInside {
  readonly namespaces: NodeNamespaces;
  /** Of the process that started it: what NODE means to this runtime. */
  readonly ofRuntime?: NodeNamespaces;
  /** Of the node's first process. */
  readonly ofNode: NodeNamespaces;
  /** The root, and what the request mounts. */
  readonly mounts: readonly NodeMount[];
  /** In its network namespace, loopback left out. */
  readonly addresses: readonly string[];
}

export interface NodeMount {
  readonly path: string;
  readonly isReadOnly: boolean;
  readonly isShared: boolean;
  readonly isSlave: boolean;
}

/** Longer command lines are cut. */
export const maxCommand = 300;

/** Whether the process was executed with these arguments, or forked by one that was. */
export function runs({ command }: NodeProcess, args: readonly string[]): boolean {
  return command !== '' && command === args.join(' ').slice(0, maxCommand);
}
