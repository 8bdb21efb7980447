// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '#base/clock.js';
import type { ReferenceContainer } from './container/container.js';
import type { DaemonLife } from './daemon-life.js';
import type { EventHub } from './event-hub.js';
import type { ImageStore } from './image/image-store.js';
import type { AddressPool } from './network/address-pool.js';
import { findById } from './object-id.js';
import type { ReferenceRuntimeOptions } from './options.js';
import type { ProgramTable } from './process/program-table.js';
import { invalid, notFound } from './refuse.js';
import type { Sandbox } from './sandbox/sandbox.js';
import type { WallTime } from './wall-time.js';

/** The state of one runtime. */
export interface World {
  readonly options: ReferenceRuntimeOptions;
  readonly clock: Clock;
  readonly now: WallTime;
  readonly sandboxes: Map<string, Sandbox>;
  readonly containers: Map<string, ReferenceContainer>;
  /** Names of sandboxes being created. */
  readonly reserved: Set<string>;
  readonly images: ImageStore;
  readonly events: EventHub;
  readonly programs: ProgramTable;
  readonly addresses: AddressPool;
  /** The daemon's; pods outlive it. */
  readonly life: DaemonLife;
}

export function sandboxOf(world: World, id: string | undefined): Sandbox {
  const sandbox = findById(world.sandboxes, id);
  if (sandbox === undefined) throw notFound('pod sandbox', id);
  return sandbox;
}

export function containerOf(world: World, id: string | undefined): ReferenceContainer {
  const container = findById(world.containers, id);
  if (container === undefined) throw notFound('container', id);
  return container;
}

export const containersIn = (world: World, sandbox: Sandbox): readonly ReferenceContainer[] =>
  [...world.containers.values()].filter((container) => container.sandbox === sandbox);

/** The empty name is the default handler; others must exist. */
export function checkRuntimeHandler(world: World, handler = ''): void {
  if (handler !== '' && !(world.options.runtimeHandlers ?? []).includes(handler)) {
    throw invalid(`unknown runtime handler ${JSON.stringify(handler)}`);
  }
}
