// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import type { World } from '../world.js';

export const eventHandlers = (world: World): Required<Pick<CriHandlers, 'GetContainerEvents'>> => ({
  GetContainerEvents: (_request, { signal }) => world.events.subscribe(signal),
});
