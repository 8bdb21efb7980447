// SPDX-License-Identifier: Apache-2.0
/** Something in which kubelets of different minors differ on the wire. */
export interface Difference {
  /** First minor that does it; 0: all that are played, until `until`. */
  readonly since: number;
  /** Last minor that does it. */
  readonly until?: number;
  /** `recorded`: two recordings of real kubelets differ in it. `sources`: read in their sources, seen in no recording. */
  readonly shown: 'recorded' | 'sources';
  readonly what: string;
}

/** A row per difference; the name is what the kubelet's code asks for. */
export const differences = {
  speaksV1: { since: 23, shown: 'recorded', what: 'CRI v1 instead of v1alpha2' },
  sandboxResources: {
    since: 23,
    shown: 'recorded',
    what: 'resources and overhead of the pod in the sandbox config',
  },
  terminationStateMachine: {
    since: 22,
    shown: 'recorded',
    what: 'a pod that ends is killed apart from its syncs, and read afterwards to verify it',
  },
  attemptFromLogFiles: {
    since: 22,
    shown: 'sources',
    what: 'without an instance to count from, the attempt continues the log files left over',
  },
  graceOverrideReplacesRest: {
    since: 22,
    until: 27,
    shown: 'recorded',
    what: 'the grace period of a deletion is sent whole, without the time the preStop hook took and without a minimum of 2',
  },
  userSpecifiedImage: { since: 28, shown: 'recorded', what: 'image.user_specified_image of a container' },
  sizeReadBack: { since: 30, shown: 'recorded', what: 'ImageStatus after a pull, for the size' },
  presenceCheckedWithAlways: {
    since: 0,
    until: 31,
    shown: 'sources',
    what: 'pull policy Always asks for the image before it pulls',
  },
  hashOfNameAndImage: {
    since: 31,
    shown: 'recorded',
    what: 'the hash of a container covers its name and image only',
  },
  usernsAlwaysSaid: { since: 36, shown: 'recorded', what: 'namespace_options.userns_options of every pod' },
  onDemandRelist: {
    since: 36,
    shown: 'recorded',
    what: 'a sync that did something is followed by a relist of that pod',
  },
} as const satisfies Readonly<Record<string, Difference>>;

export type DifferenceName = keyof typeof differences;
