// SPDX-License-Identifier: Apache-2.0
/** Something on this machine that would outlive us if we were killed, and that `criprobe cleanup` undoes then. */
export type Trace =
  /** A process of ours that leads its own group. */
  | { readonly kind: 'process-group'; readonly pid: number; readonly startTicks: string }
  /** A directory of ours (it carries our marker): runtimes and containers living in it end, mounts below it go, then it. */
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'bridge'; readonly name: string }
  /** Path below every cgroup hierarchy; goes with what is below it, unless something lives there. */
  | { readonly kind: 'cgroup'; readonly path: string }
  /** One that other runtimes use as well: goes when it is empty. */
  | { readonly kind: 'shared-cgroup'; readonly path: string }
  /** Sockets that containerd's shims listen on, outside its state directory; named in the bundles below it. */
  | { readonly kind: 'shim-sockets'; readonly state: string }
  /** Files directly in a shared folder that mention our directory (CNI's cache of results). */
  | { readonly kind: 'files'; readonly folder: string; readonly mentioning: string }
  /** A shared directory that was not there before: goes if nobody else uses it. */
  | { readonly kind: 'empty-directory'; readonly path: string }
  /** A kernel setting and the value it had. */
  | { readonly kind: 'setting'; readonly path: string; readonly value: string };
