// SPDX-License-Identifier: Apache-2.0
/** Something on this machine that would outlive us if we were killed, and that `criprobe cleanup` undoes then. */
export type CleanupStep =
  /** A process of ours that leads its own group. */
  | { readonly kind: 'process-group'; readonly pid: number; readonly startTicks: string }
  /** A directory of ours (it carries our marker): runtimes and containers living in it end, mounts below it go, then it. */
  | { readonly kind: 'directory'; readonly path: string }
  /** A container of the engine at that socket, with a runtime in it whose pods live in a directory of ours. */
  | {
      readonly kind: 'container';
      readonly socket: string;
      readonly name: string;
      readonly directory: string;
    }
  /** An image that we had that engine build. */
  | { readonly kind: 'container-image'; readonly socket: string; readonly name: string }
  | { readonly kind: 'bridge'; readonly name: string }
  /** Path below every cgroup hierarchy; goes with what is below it, unless something lives there. */
  | { readonly kind: 'cgroup'; readonly path: string }
  /** Cgroups of pods, by uid, wherever a kubelet has those of its pods. */
  | { readonly kind: 'pod-cgroups'; readonly uids: readonly string[] }
  /** One that other runtimes use as well: goes when it is empty. */
  | { readonly kind: 'shared-cgroup'; readonly path: string }
  /** Sockets that containerd's shims listen on, outside its state directory; named in the bundles below it. */
  | {
      readonly kind: 'shim-sockets';
      readonly state: string;
      /** For shims that containerd has forgotten: their sockets have names made from its own and from ids in its log. */
      readonly forgotten?: { readonly socket: string; readonly log: string } | undefined;
    }
  /** Cgroups of the containers and monitors of a CRI-O that lives in that directory. */
  | { readonly kind: 'crio-cgroups'; readonly directory: string }
  /** The cache of layers that all CRI-Os of a machine share, made by ours: goes with the last of them. */
  | { readonly kind: 'layer-cache'; readonly path: string }
  /** Files directly in a shared folder that mention our directory (CNI's cache of results). */
  | { readonly kind: 'files'; readonly folder: string; readonly mentioning: string }
  /** Says to other runs of ours which of the shared places were not there before. */
  | { readonly kind: 'note'; readonly path: string }
  /** A shared directory that was not there before: goes if nobody else uses it. */
  | { readonly kind: 'empty-directory'; readonly path: string }
  /** A runtime of somebody else that was made to go; the command is what its owner gave us to start it again. */
  | {
      readonly kind: 'away';
      readonly command: string;
      readonly cwd: string;
      readonly endpoint: string;
      /** One of its owner's commands, at work. */
      readonly running?: { readonly pid: number; readonly startTicks: string } | undefined;
    }
  /** Its start command was run by a clean-up, or is about to be: it is not run again. */
  | {
      readonly kind: 'start-tried';
      readonly endpoint: string;
      /** When, as in the first line of a ledger. */
      readonly at: string;
      /** Tells two clean-ups apart. */
      readonly by: string;
      readonly running?: { readonly pid: number; readonly startTicks: string } | undefined;
    }
  /** It is there again: what went before is over. */
  | { readonly kind: 'back'; readonly endpoint: string }
  /** A kernel setting and the value it had. */
  | {
      readonly kind: 'setting';
      readonly path: string;
      readonly value: string;
      /** Bridges of others that were there as well; a new one may need the setting as it is by now. */
      readonly beside?: readonly string[] | undefined;
    };
