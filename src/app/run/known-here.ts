// SPDX-License-Identifier: Apache-2.0
import { unusedBlockDevice } from '#host/block-devices.js';
import { firstAllowed } from '#host/kernel-facts.js';
import type { Target } from '../target/session/target.js';

type AboutTarget = Pick<Target, 'handler'> & { readonly ready: Pick<Target['ready'], 'handlers'> };

/** Handlers that run a pod like the default one does: another may put it into a virtual machine. */
const plainHandlers = new Set(['runc', 'crun', 'reference']);

/** What the placeholders of scenarios stand for on this target; one that stands for nothing is absent. */
export function knownHere(target: AboutTarget): Readonly<Record<string, string>> {
  const known = Object.entries({
    handler: plainHandler(target),
    device: unusedBlockDevice(),
    cpu: firstAllowed('Cpus'),
    numa: firstAllowed('Mems'),
  });
  return Object.fromEntries(known.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The name of a handler that a RuntimeClass may have here; undefined: there is none. */
export function plainHandler({ handler, ready }: AboutTarget): string | undefined {
  return handler === '' ? ready.handlers.find((name) => plainHandlers.has(name)) : handler;
}
