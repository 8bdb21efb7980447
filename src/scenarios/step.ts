// SPDX-License-Identifier: Apache-2.0
import type { Container, PodSpec } from '#pod/pod.js';
import type { CallFault } from './fault.js';

/**
 * One action or wait. The kubelet syncs the pod from the first step to the last. In strings of `call`,
 * `{sandbox}` is the id of the pod's newest sandbox, `{container:NAME}` that of the newest container NAME,
 * `{registry}` the test registry's `host:port/prefix`, `{uid}` the pod's uid, `{token}` a text unique to this
 * scenario in this run, `{made:NAME}` the id in the answer of an earlier `call` with `as: NAME`,
 * `{digest:registry.test/IMAGE}` the digest under which our registry serves an image. A name keeps its last id
 * after the object is gone, so that missing objects can be read. Of this target, also in pods and objects: `{handler}`
 * is the name of a runtime handler, `{device}` an unused block device, `{cpu}` and `{numa}` are the numbers of a
 * processor and a NUMA node.
 */
export type Step =
  | PodStep
  | KubeletStep
  | DaemonStep
  | NodeStep
  /**
   * Waits until the kubelet sees a container in a state. `restarts`: after at least that many earlier
   * instances.
   */
  | {
      readonly do: 'wait-for-container';
      readonly container: string;
      readonly state: 'running' | 'exited' | 'created';
      readonly restarts?: number;
    }
  /**
   * Waits for a line in the container's log file; a final `*` matches the rest. A program does not wait for a
   * slow node: its first line in a reopened file cannot be predicted. Goes on without it some seconds after the end of a
   * container whose processes were captured.
   */
  | { readonly do: 'wait-for-log'; readonly container: string; readonly line: string }
  /** Waits until the pod reaches a phase. */
  | { readonly do: 'wait-for-phase'; readonly phase: 'Running' | 'Succeeded' | 'Failed' | 'Pending' }
  /**
   * Waits until that many calls of an RPC, or of any of several, have begun or ended, for example with a
   * refusal.
   */
  | {
      readonly do: 'wait-for-calls';
      readonly rpc: string | readonly string[];
      readonly ended: 'ok' | 'refused' | 'any' | 'begun';
      readonly count: number;
    }
  /** Waits until the last sync failed with a reason of the kubelet's, such as `ErrImageNeverPull`. */
  | { readonly do: 'wait-for-problem'; readonly reason: string; readonly container?: string }
  /** Stops syncing, so that the steps after it act alone. */
  | { readonly do: 'pause-kubelet' }
  | { readonly do: 'resume-kubelet' }
  /** The scenario's own RPC. `together`: runs with the next step instead of before it. */
  | {
      readonly do: 'call';
      readonly rpc: string;
      readonly request: Readonly<Record<string, unknown>>;
      readonly deadlineMs?: number;
      readonly together?: boolean;
      /**
       * If it got no answer, the same request is made again, with more time, until it succeeds or a list
       * shows its object, for at most this long.
       */
      readonly againForMs?: number;
      /** How long to wait before that; absent: not at all. */
      readonly againAfterMs?: number;
      /** Stores the id in the answer (sandbox, container or image) for `{made:NAME}`. */
      readonly as?: string;
    }
  /** Nothing but time passes, while calls made `together` are under way. */
  | { readonly do: 'let-time-pass'; readonly ms: number }
  /**
   * Calls, plays the steps, and calls again and again until the answer differs in more than its timestamps;
   * goes on after `withinMs` without.
   */
  | {
      readonly do: 'call-until-changed';
      readonly rpc: string;
      readonly request: Readonly<Record<string, unknown>>;
      readonly by: readonly Step[];
      readonly withinMs: number;
    }
  /** Several RPCs at the same time; as `call`. */
  | { readonly do: 'calls-together'; readonly calls: readonly CallTogether[] }
  /**
   * Records the container's log file as it is on the node: an observation of `log-file`. `rotated`: the file
   * that `rename-log` renamed.
   */
  | { readonly do: 'capture-log'; readonly container: string; readonly rotated?: boolean }
  /** Renames the log file as the kubelet does before ReopenContainerLog. */
  | { readonly do: 'rename-log'; readonly container: string }
  /** Opens a GetContainerEvents stream that is recorded until the scenario ends, or for `forMs`. */
  | { readonly do: 'watch-events'; readonly forMs?: number }
  /**
   * Waits until the newest stream has had this event of the container, or of the newest sandbox; goes on
   * after some seconds without it.
   */
  | {
      readonly do: 'wait-for-event';
      readonly type: 'CONTAINER_STOPPED_EVENT' | 'CONTAINER_DELETED_EVENT';
      readonly container?: string;
    }
  /** Reads statistics twice, some time apart. */
  | { readonly do: 'read-stats-twice'; readonly container: string };

/** Changes to the pod that the API server reports to the kubelet. */
export type PodStep =
  /** Deletes the pod as the API would, and waits until the kubelet has killed it and verified that. */
  | { readonly do: 'delete-pod'; readonly gracePeriodSeconds?: number; readonly wait?: 'terminated' | 'no' }
  /** Waits for a deletion that was not waited for. */
  | { readonly do: 'wait-for-termination' }
  /** Changes fields of containers, by name, or adds ephemeral containers. */
  | { readonly do: 'update-pod'; readonly change: PodChange }
  /** The node lacks a resource and the kubelet evicts the pod; waits until it has. */
  | { readonly do: 'evict-pod'; readonly gracePeriodSeconds?: number }
  /** Replaces the pod by another of the same name, as when a static pod's manifest changes. */
  | { readonly do: 'replace-pod'; readonly change: PodChange };

export interface PodChange {
  readonly containers?: Readonly<Record<string, Partial<Container>>>;
  readonly ephemeralContainers?: PodSpec['ephemeralContainers'];
}

/** Triggers what the kubelet does periodically. */
export type KubeletStep =
  /** Garbage collection of this pod's dead containers and sandboxes. */
  | { readonly do: 'collect-garbage' }
  /**
   * Image garbage collection, as on a disk with this much in use, until it has removed one of `ownImages`.
   */
  | { readonly do: 'collect-images'; readonly usedPercent: number }
  /** Housekeeping: kills what belongs to no pod the kubelet knows. */
  | { readonly do: 'housekeep' }
  /** Rotation of the pod's logs that are longer than `maxBytes`. */
  | { readonly do: 'rotate-logs'; readonly maxBytes: number }
  /** Waits for a whole relist that starts now, and for reading what changed in the pod. */
  | { readonly do: 'wait-for-relist' }
  /**
   * Restarts the kubelet, which forgets everything and starts from the lists. `podGone`: the API no longer
   * has the pod.
   */
  | { readonly do: 'restart-kubelet'; readonly podGone?: boolean }
  /** Adds faults between the kubelet and the runtime. */
  | { readonly do: 'inject-faults'; readonly faults: readonly CallFault[] }
  /** Removes all faults between the kubelet and the runtime. */
  | { readonly do: 'clear-faults' };

/**
 * Stops and starts the runtime's daemon. All scenarios of a run with the same kind of outage share it: they
 * wait for each other before it stops and before it starts.
 */
export type DaemonStep =
  /**
   * Stops gracefully, or is killed, or stops so that another version starts: the new one, and the next time the
   * old one again. `inFlight`: steps that begin at the last moment, so that they are in flight then.
   */
  | {
      readonly do: 'stop-daemon';
      readonly how: 'stop' | 'crash' | 'upgrade';
      readonly inFlight?: readonly Step[];
    }
  /** Starts again; continues when the daemon reports ready. */
  | { readonly do: 'start-daemon' }
  /** Both in one, by whatever means there are. Nothing can happen in between. */
  | { readonly do: 'restart-daemon' };

/**
 * Actions and observations on the node, possible while the daemon is down. Files are in the scenario's
 * `{scratch}`.
 */
export type NodeStep =
  /** Creates a file that a container may wait for with `await`. */
  | { readonly do: 'touch'; readonly file: string }
  /** Waits until a container has created the file. */
  | { readonly do: 'wait-for-file'; readonly file: string }
  /** Waits until the container has no process left. */
  | { readonly do: 'wait-for-no-process'; readonly container: string }
  /** Counts the processes of a container: an observation of `process`. */
  | { readonly do: 'capture-processes'; readonly container: string }
  /**
   * Kills the process that holds the sandbox, if this runtime has one; a `process-killed` event says how many
   * there were.
   */
  | { readonly do: 'kill-sandbox-process' };

export interface CallTogether {
  readonly rpc: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly deadlineMs?: number;
  readonly againForMs?: number;
  readonly againAfterMs?: number;
}
