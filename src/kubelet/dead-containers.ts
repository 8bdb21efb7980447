// SPDX-License-Identifier: Apache-2.0
import { exitedIn } from './decide/pod-status.js';
import type { PodStatus } from './decide/pod-status.js';
import { removeContainer } from './do/remove-container.js';
import type { Hands } from './do/sync-context.js';
import type { PodEvent } from './watch/pod-event.js';

/**
 * Removes the dead containers that nobody needs any more, one after the other, beside everything else: of each name
 * the newest is kept, or none once the pod is deleted and has ended. Every death asks once, even when it was asked before.
 */
export class DeadContainers {
  readonly #hands: Pick<Hands, 'call' | 'node' | 'signal'>;
  #work: Promise<void> = Promise.resolve();

  constructor(hands: Pick<Hands, 'call' | 'node' | 'signal'>) {
    this.#hands = hands;
  }

  afterEvents(status: PodStatus, events: readonly PodEvent[], all: boolean): void {
    for (const { what, id } of events) {
      if (what !== 'died') continue;
      const ids = all ? exitedIn(status) : surplus(status, id);
      for (const dead of ids) this.#work = this.#work.then(() => this.#remove(dead));
    }
  }

  /** Resolves when there is nothing left to remove. */
  async idle(): Promise<void> {
    await this.#work;
  }

  async #remove(id: string): Promise<void> {
    if (!this.#hands.signal.aborted) await removeContainer(this.#hands, id);
  }
}

function surplus(status: PodStatus, id: string): readonly string[] {
  const name = status.containers.find((container) => container.id === id)?.metadata?.name;
  return name === undefined ? [] : exitedIn(status, name).slice(1);
}
