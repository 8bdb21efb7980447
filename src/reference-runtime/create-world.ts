// SPDX-License-Identifier: Apache-2.0
import { pause, type Clock } from '#base/clock.js';
import { DaemonLife } from './daemon-life.js';
import { EventHub } from './event-hub.js';
import { ImageStore } from './image/image-store.js';
import { parseReference } from './image/reference.js';
import { syntheticImage } from './image/synthetic-image.js';
import { AddressPool } from './network/address-pool.js';
import type { ReferenceRuntimeOptions } from './options.js';
import { ProgramTable, type NamedProgram } from './process/program-table.js';
import { createWallTime, systemNowMs } from './wall-time.js';
import type { World } from './world.js';

/** The default program of an image with unknown content. */
const defaultPrograms: readonly NamedProgram[] = [{ name: '/entrypoint', rule: 'ends on SIGTERM' }];

/** Its timers may fire a fraction of a millisecond early, as a runtime's do. */
export const realClock: Clock = { nowMs: () => performance.now(), sleep: pause };

export function createWorld(options: ReferenceRuntimeOptions): World {
  const images = new ImageStore();
  for (const seed of options.images ?? []) {
    const image = syntheticImage(seed);
    images.add(image, parseReference(seed.ref), image.digest);
  }
  return {
    options,
    images,
    life: new DaemonLife(),
    clock: options.clock ?? realClock,
    now: createWallTime(options.nowMs ?? systemNowMs),
    sandboxes: new Map(),
    containers: new Map(),
    reserved: new Set(),
    events: new EventHub(),
    programs: new ProgramTable([...defaultPrograms, ...(options.programs ?? [])]),
    addresses: new AddressPool(),
  };
}
