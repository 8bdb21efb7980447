// SPDX-License-Identifier: Apache-2.0
import type { ContainerEventType } from '#cri/proto/generated/messages.js';
import { containerStatus } from './container/container-view.js';
import type { Sandbox } from './sandbox/sandbox.js';
import { sandboxStatus } from './sandbox/sandbox-view.js';
import { containersIn, type World } from './world.js';

type LifecycleEvent = 'CREATED' | 'STARTED' | 'STOPPED' | 'DELETED';

/** Called after the change: lists already show it. */
export function announceEvent(
  world: World,
  happening: LifecycleEvent,
  what: { readonly id: string; readonly sandbox: Sandbox },
): void {
  const type: ContainerEventType = `CONTAINER_${happening}_EVENT`;
  world.events.publish(() => ({
    container_id: what.id,
    ...(type !== 'CONTAINER_CREATED_EVENT' && { container_event_type: type }),
    created_at: String(world.now()),
    pod_sandbox_status: sandboxStatus(what.sandbox),
    containers_statuses: containersIn(world, what.sandbox).map(containerStatus),
  }));
}
