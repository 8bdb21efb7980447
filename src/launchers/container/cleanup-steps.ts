// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { CleanupKind, CleanupRules } from '#run-ledger/cleanup-kind.js';
import type { GenericStep } from '#run-ledger/cleanup-step.js';
import { plainPath } from '#run-ledger/step-schemas.js';
import { containerdCleanup } from '../containerd/cleanup-steps.js';
import { crioCleanup } from '../crio/cleanup-steps.js';
import { cleanupStepsOfNetwork } from '../private/pod-network.js';
import {
  removeEngineContainer,
  removeEngineImage,
  type ContainerImageStep,
  type ContainerStep,
} from './undo-container.js';

const containerKind: CleanupKind<ContainerStep> = {
  kind: 'container',
  schema: () =>
    z.object({
      kind: z.literal('container'),
      socket: plainPath,
      // Named after its directory.
      name: z.string().regex(/^criprobe-[0-9a-f]{12}$/),
      directory: plainPath,
    }),
  undo: [{ phase: 'containers', undo: (step, { programs }) => removeEngineContainer(step, programs) }],
  outlivesReboot: () => true,
};

const containerImageKind: CleanupKind<ContainerImageStep> = {
  kind: 'container-image',
  schema: () =>
    z.object({
      kind: z.literal('container-image'),
      socket: plainPath,
      name: z.string().regex(/^localhost\/criprobe-[0-9a-f]{12}:1$/),
    }),
  undo: [{ phase: 'images', undo: removeEngineImage }],
  outlivesReboot: () => true,
};

/** Only the image knows which runtime is in the container. */
const inside = [containerdCleanup, crioCleanup];
const defaultCgroups = inside.flatMap(({ sharedCgroups }) => sharedCgroups);

export const containerCleanup: CleanupRules = {
  kinds: [containerKind, containerImageKind],
  sharedCgroups: defaultCgroups,
  sharedDirectories: [],
  programs: inside.flatMap(({ programs }) => programs),
};

export interface ContainerPlace {
  readonly directory: string;
  readonly bridge: string;
  /** The engine's. */
  readonly socket: string;
  readonly name: string;
}

/**
 * Everything that a runtime in a container will leave on the machine, known before it starts. Its own files
 * go with the container.
 */
export function cleanupStepsOfContainer({
  directory,
  bridge,
  socket,
  name,
}: ContainerPlace): (GenericStep | ContainerStep)[] {
  return [
    { kind: 'directory', path: directory },
    { kind: 'container', socket, name, directory },
    ...cleanupStepsOfNetwork(bridge),
    ...defaultCgroups.map((path) => ({ kind: 'shared-cgroup' as const, path })),
  ];
}
