// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/cri-refusal.js';
import type { CriHandlers } from '#cri/handlers.js';
import { promised } from './promised.js';

type Methods = 'Exec' | 'Attach' | 'PortForward';

export function streamingHandlers(): Required<Pick<CriHandlers, Methods>> {
  const refuse = promised((): never => {
    throw new CriRefusal('UNIMPLEMENTED', 'not yet');
  });
  return { Exec: refuse, Attach: refuse, PortForward: refuse };
}
