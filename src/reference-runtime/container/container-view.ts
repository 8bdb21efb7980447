// SPDX-License-Identifier: Apache-2.0
import type {
  Container as ContainerItem,
  ContainerStatus,
  ImageSpec,
} from '#cri/proto/generated/messages.js';
import type { ReferenceContainer } from './container.js';
import { wireSignalName } from '../process/signals.js';

const imageOf = ({ facts }: ReferenceContainer): ImageSpec => ({
  ...facts.config.image,
  image: facts.imageName,
});

const common = (container: ReferenceContainer): Omit<ContainerItem, 'pod_sandbox_id'> => ({
  id: container.id,
  metadata: container.facts.config.metadata,
  ...(container.state !== 'CONTAINER_CREATED' && { state: container.state }),
  created_at: String(container.facts.createdAt),
  image: imageOf(container),
  image_ref: container.facts.imageRef,
  image_id: container.facts.image.id,
  labels: container.facts.config.labels,
  annotations: container.facts.config.annotations,
});

export const containerItem = (container: ReferenceContainer): ContainerItem => ({
  ...common(container),
  pod_sandbox_id: container.sandbox.id,
});

export function containerStatus(container: ReferenceContainer): ContainerStatus {
  const { facts, startedAt, ending } = container;
  const { uid, gid, groups } = facts.user;
  return {
    ...common(container),
    ...(startedAt !== undefined && { started_at: String(startedAt) }),
    ...(ending !== undefined && {
      finished_at: String(ending.finishedAt),
      ...(ending.exitCode !== 0 && { exit_code: ending.exitCode }),
      reason: ending.reason,
      message: ending.message,
    }),
    mounts: facts.mounts,
    ...(facts.log.path !== '' && { log_path: facts.log.path }),
    resources: { linux: container.resources },
    user: {
      linux: {
        ...(uid !== 0 && { uid: String(uid) }),
        ...(gid !== 0 && { gid: String(gid) }),
        supplemental_groups: groups.map(String),
      },
    },
    stop_signal: wireSignalName(facts.stopSignal),
  };
}
