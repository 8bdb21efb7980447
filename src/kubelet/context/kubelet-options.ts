// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { ApiVersion } from '#cri/api-version.js';
import type { CriClient } from '#cri/client/client.js';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { NoteSink, RenamedLog } from './kubelet-context.js';
import type { IdRanges } from '../config/security/user-namespace.js';
import type { NodeFacts } from '../model/node-facts.js';
import type { Gate } from '../versions/traits.js';
import type { NodeFiles } from './node-files.js';

export interface KubeletPorts {
  readonly cri: CriClient;
  readonly clock: Clock;
  readonly node: NodeFiles;
  readonly note: NoteSink;
  /** Told of every log that is rotated, before the runtime is. */
  readonly onLogRenamed: (log: RenamedLog) => void;
}

export interface KubeletOptions {
  readonly pace: 'compressed' | 'kubelet';
  /** Kubernetes minor, as 1.37. */
  readonly version: string;
  /** The CRI version spoken; absent: the one of this kubelet. */
  readonly apiVersion?: ApiVersion;
  /** `file`: static pods, named `<name>-<node>` and annotated with kubernetes.io/config.*. */
  readonly source: 'api' | 'file';
  readonly facts: NodeFacts;
  /** The handler for pods without a known RuntimeClass; empty or absent: the default. */
  readonly runtimeHandler?: string;
  /** Objects of the API other than pods. */
  readonly objects?: ClusterObjects;
  /** Garbage collection removes images below this only, as `127.0.0.1:41873/criprobe-7f3a`; absent: none. */
  readonly ownImages?: string;
  /** The sandbox image, if configured; kubelets until 1.28 protect it. */
  readonly pauseImage?: string;
  /** Feature gates that are off by default, and on here. */
  readonly gates?: readonly Gate[];
  /** Turns EventedPLEG on. */
  readonly evented?: boolean;
  /** The user ids that the pods of this node get, if kubelets share it; absent: its own. */
  readonly idRanges?: IdRanges;
}
