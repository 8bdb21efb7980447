// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { ApiVersion } from '#cri/api-version.js';
import type { CriClient } from '#cri/client/client.js';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import type { NoteSink, RenamedLog } from './kubelet-context.js';
import type { NodeFacts } from '../model/node-facts.js';
import type { NodeFiles } from './node-files.js';

export interface KubeletPorts {
  readonly cri: CriClient;
  readonly clock: Clock;
  readonly node: NodeFiles;
  readonly journal: NoteSink;
  /** Told of every log that is rotated, before the runtime is. */
  readonly onLogRenamed: (log: RenamedLog) => void;
}

export interface KubeletOptions {
  readonly pace: 'compressed' | 'kubelet';
  /** Kubernetes minor, as 1.37. */
  readonly version: string;
  /** What the runtime is spoken to in; absent: what this kubelet speaks by itself. */
  readonly apiVersion?: ApiVersion;
  /** `file`: static pods, named `<name>-<node>` and annotated with kubernetes.io/config.*. */
  readonly source: 'api' | 'file';
  readonly facts: NodeFacts;
  /** What the RuntimeClass of its pods stands for; empty or absent: the runtime's default. */
  readonly runtimeHandler?: string;
  /** What the API server would know beside the pods. */
  readonly objects?: ClusterObjects;
  /** Its garbage collection removes images below this and no others, as `127.0.0.1:41873/criprobe-7f3a`; absent: none. */
  readonly ownImages?: string;
  /** What sandboxes run, where it is told; old kubelets spare that image. */
  readonly pauseImage?: string;
  /** Listens to the runtime's events as well. */
  readonly evented?: boolean;
}
