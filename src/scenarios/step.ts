// SPDX-License-Identifier: Apache-2.0
import type { Container, PodSpec } from '#pod/pod.js';
import type { CallFault } from './fault.js';

/**
 * One thing that happens. The kubelet syncs the pod all the while, from the first step to the last.
 * In strings of `call`, `{sandbox}` stands for the id of the pod's newest sandbox, `{container:NAME}` for that of the
 * newest container NAME, `{registry}` for the test registry's `host:port/prefix`, `{uid}` for the pod's uid,
 * `{token}` for a text unique to this scenario in this run, `{made:NAME}` for the id in the answer of an earlier `call`
 * with `as: NAME`. A name keeps its last id after the object is gone, so that what is gone can be asked for.
 */
export type Step =
  | PodStep
  | KubeletStep
  | DaemonStep
  | NodeStep
  /** Waits until the kubelet sees a container in a state. `restarts` asks for at least so many earlier instances. */
  | {
      readonly do: 'wait-for-container';
      readonly container: string;
      readonly state: 'running' | 'exited' | 'created';
      readonly restarts?: number;
    }
  /**
   * Waits until a line shows in the container's log file; a final `*` is any rest. A program does not wait for a slow node: which
   * of its lines is the first in a reopened file cannot be known.
   */
  | { readonly do: 'wait-for-log'; readonly container: string; readonly line: string }
  /** Waits until the pod reaches a phase. */
  | { readonly do: 'wait-for-phase'; readonly phase: 'Running' | 'Succeeded' | 'Failed' | 'Pending' }
  /** Waits until so many calls of an RPC, or of any of several, have begun or ended, as refused StartContainer calls. */
  | {
      readonly do: 'wait-for-calls';
      readonly rpc: string | readonly string[];
      readonly ended: 'ok' | 'refused' | 'any' | 'begun';
      readonly count: number;
    }
  /** Waits until the last sync failed for a reason in the kubelet's word, as `ErrImageNeverPull`. */
  | { readonly do: 'wait-for-problem'; readonly reason: string; readonly container?: string }
  /** Stops syncing, so that beats after it act alone. */
  | { readonly do: 'pause-kubelet' }
  | { readonly do: 'resume-kubelet' }
  /** One RPC made by hand. `together` runs with the next beat instead of before it. */
  | {
      readonly do: 'call';
      readonly rpc: string;
      readonly request: Readonly<Record<string, unknown>>;
      readonly deadlineMs?: number;
      readonly together?: boolean;
      /** Remembers the id in the answer (sandbox, container or image) for `{made:NAME}`. */
      readonly as?: string;
    }
  /** Several RPCs at the same time. */
  | {
      readonly do: 'calls-together';
      readonly calls: readonly {
        readonly rpc: string;
        readonly request: Readonly<Record<string, unknown>>;
      }[];
    }
  /**
   * Writes down the container's log file as it lies on the node: an observation of `log-file`. `rotated`: the file that
   * `rename-log` put aside.
   */
  | { readonly do: 'capture-log'; readonly container: string; readonly rotated?: boolean }
  /** Renames the log file as the kubelet does before ReopenContainerLog. */
  | { readonly do: 'rename-log'; readonly container: string }
  /** Opens a GetContainerEvents stream that is written down until the scenario ends. */
  | { readonly do: 'watch-events' }
  /** Statistics twice, some time apart. */
  | { readonly do: 'read-stats-twice'; readonly container: string };

/** What the API server tells the kubelet about the pod. */
export type PodStep =
  /** Deletes the pod as the API would, and waits until the kubelet has killed it (and verified that). */
  | { readonly do: 'delete-pod'; readonly gracePeriodSeconds?: number; readonly wait?: 'terminated' | 'no' }
  /** Waits until a deletion that was not waited for is over. */
  | { readonly do: 'wait-for-termination' }
  /** Changes fields of containers, by their names, or adds ephemeral containers. */
  | { readonly do: 'update-pod'; readonly change: PodChange }
  /** The node lacks something and the kubelet ends the pod for it; waits until it has. */
  | { readonly do: 'evict-pod'; readonly gracePeriodSeconds?: number }
  /** The pod is replaced by another of the same name, as when the manifest of a static pod is changed. */
  | { readonly do: 'replace-pod'; readonly change: PodChange };

export interface PodChange {
  readonly containers?: Readonly<Record<string, Partial<Container>>>;
  readonly ephemeralContainers?: PodSpec['ephemeralContainers'];
}

/** What the kubelet does by its own clock, now. */
export type KubeletStep =
  /** The kubelet's garbage collection of this pod's dead containers and sandboxes. */
  | { readonly do: 'collect-garbage' }
  /** Its garbage collection of images, as on a disk that is so full, until it has removed one of `ownImages`. */
  | { readonly do: 'collect-images'; readonly usedPercent: number }
  /** Its look for what runs and belongs to no pod it knows. */
  | { readonly do: 'housekeep' }
  /** Its rotation of the pod's logs; those of more than `maxBytes`. */
  | { readonly do: 'rotate-logs'; readonly maxBytes: number }
  /** Waits until it has listed everything once more, from the beginning, and read what was new of the pod. */
  | { readonly do: 'wait-for-relist' }
  /** The kubelet forgets all it knew and starts again from the lists. `podGone`: the API no longer has the pod. */
  | { readonly do: 'restart-kubelet'; readonly podGone?: boolean }
  /** What is between kubelet and runtime goes wrong from now on. */
  | { readonly do: 'inject-faults'; readonly faults: readonly CallFault[] }
  /** Whatever was between kubelet and runtime is gone. */
  | { readonly do: 'clear-faults' };

/**
 * What happens to the runtime's own process. It happens to every scenario of a run at once: those whose daemon goes in the
 * same way wait for each other, once for its end and once for its return.
 */
export type DaemonStep =
  /** It ends in order, or is killed. `inFlight`: what begins at the last moment, so that it is under way then. */
  | {
      readonly do: 'stop-daemon';
      readonly how: 'stop' | 'crash';
      readonly inFlight?: readonly Step[];
    }
  /** Starts again; goes on when it says that it is ready. */
  | { readonly do: 'start-daemon' }
  /** Both at once, in whatever way is at hand. Nothing can happen in between. */
  | { readonly do: 'restart-daemon' };

/** What somebody on the node does or sees, also while the daemon is away. Files are in the scenario's `{scratch}`. */
export type NodeStep =
  /** Makes a file that a container may wait for with `await`. */
  | { readonly do: 'touch'; readonly file: string }
  /** Waits until a container has put a file there. */
  | { readonly do: 'wait-for-file'; readonly file: string }
  /** Waits until no process of the container lives. */
  | { readonly do: 'wait-for-no-process'; readonly container: string }
  /**
   * Looks how many processes of a container live: an observation of `process`.
   */
  | { readonly do: 'capture-processes'; readonly container: string }
  /** Kills the process that holds the sandbox, if this runtime has one; a `process-killed` event says how many there were. */
  | { readonly do: 'kill-sandbox-process' };
