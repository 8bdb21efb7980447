// SPDX-License-Identifier: Apache-2.0
import type { CleanupStep } from '#run-ledger/cleanup-step.js';
import { cleanupStepsOfNetwork } from '../private/pod-network.js';

export interface InContainer {
  readonly directory: string;
  readonly bridge: string;
  /** Of the engine. */
  readonly socket: string;
  readonly name: string;
}

/** All that a runtime in a container will leave on the machine, known before it starts; its own files go with the container. */
export function cleanupStepsOfContainer({ directory, bridge, socket, name }: InContainer): CleanupStep[] {
  return [
    { kind: 'directory', path: directory },
    { kind: 'container', socket, name, directory },
    ...cleanupStepsOfNetwork(bridge),
    { kind: 'shared-cgroup', path: '/k8s.io' },
    { kind: 'shared-cgroup', path: '/crio' },
  ];
}
