// SPDX-License-Identifier: Apache-2.0
import type { DaemonCommands } from '#launchers/external/external-daemon.js';
import type { Config } from './config.js';
import { newestKubelet } from './played-kubelets.js';

export { isManagedSpec, managedForms } from '#launchers/launcher-for.js';

/** Which runtime, and how to talk to it: the values of flags, before environment and discovery. */
export interface TargetOptions {
  /** undefined: environment, config, crictl's and the kubelet's configuration, discovery. */
  readonly runtimeEndpoint: string | undefined;
  readonly imageEndpoint: string | undefined;
  /** One of `managedForms`: start one of our own instead. */
  readonly managed: string | undefined;
  /** Name of a target in the config file. */
  readonly target: string | undefined;
  readonly runtimeHandler: string;
  readonly connectTimeoutMs: number;
  /** How long to wait for a runtime that is not there or not ready yet; 0: not at all. */
  readonly waitReadyMs: number;
  readonly rpcTimeoutMs: number;
  readonly allowKubelet: boolean;
  /** `127.0.0.1:5000`: where the built-in registry listens; undefined: a free port on loopback. */
  readonly registryListen: string | undefined;
  /** The user's commands that stop and start the runtime; each overrides the config file's. */
  readonly daemonCommands: DaemonCommands;
  /** Version of the kubelet in the model, such as `1.37`. */
  readonly kubeletVersion: string;
  /** `kubelet`: its own periods; `compressed`: the same calls in the same order, with shorter waits. */
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
