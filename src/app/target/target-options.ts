// SPDX-License-Identifier: Apache-2.0
import type { DaemonCommands } from '#launchers/external/external-daemon.js';
import type { Config } from './config.js';
import { newestKubelet } from './played-kubelets.js';

/** Which runtime, and how to talk to it: what the global flags say, before environment and discovery. */
export interface TargetOptions {
  /** As the flag says it; undefined: environment, config, crictl's and the kubelet's configuration, discovery. */
  readonly runtimeEndpoint: string | undefined;
  readonly imageEndpoint: string | undefined;
  /** `reference`, `containerd`, `crio`, `containerd@<directory>`, `crio@<directory>`, `container:<image>`: start one of our own instead. */
  readonly managed: string | undefined;
  /** Name of a target of the config file. */
  readonly target: string | undefined;
  readonly runtimeHandler: string;
  readonly connectTimeoutMs: number;
  /** How long a runtime that is not there or not ready yet is waited for; 0: not at all. */
  readonly waitReadyMs: number;
  readonly rpcTimeoutMs: number;
  readonly allowKubelet: boolean;
  /** `127.0.0.1:5000`: where the built-in registry listens; undefined: a free port on loopback. */
  readonly registryListen: string | undefined;
  /** How the runtime's owner makes it go and come back; they win over those of the config file, one by one. */
  readonly daemonCommands: DaemonCommands;
  /** Whose kubelet is played, `1.37` for instance. */
  readonly kubeletVersion: string;
  /** `kubelet`: its own periods; `compressed`: the same calls in the same order, waits shortened. */
  readonly pace: PaceName;
  readonly config: Config | undefined;
}

export type PaceName = 'compressed' | 'kubelet';

export const defaultTarget: TargetOptions = {
  runtimeEndpoint: undefined,
  imageEndpoint: undefined,
  managed: undefined,
  target: undefined,
  runtimeHandler: '',
  connectTimeoutMs: 5_000,
  waitReadyMs: 0,
  rpcTimeoutMs: 120_000,
  allowKubelet: false,
  registryListen: undefined,
  daemonCommands: {},
  kubeletVersion: newestKubelet,
  pace: 'compressed',
  config: undefined,
};
