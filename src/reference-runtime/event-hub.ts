// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';

const longestQueue = 10_000;

interface Subscriber {
  readonly queue: ContainerEventResponse[];
  wake: () => void;
  overflowed: boolean;
}

/** Sends every event to every subscriber; one that does not read loses its stream, and delays nobody. */
export class EventHub {
  readonly #subscribers = new Set<Subscriber>();

  /** Only creates the event if there is a subscriber. */
  publish(make: () => ContainerEventResponse): void {
    if (this.#subscribers.size === 0) return;
    const event = make();
    for (const subscriber of this.#subscribers) {
      if (subscriber.queue.length >= longestQueue) subscriber.overflowed = true;
      else subscriber.queue.push(event);
      subscriber.wake();
    }
  }

  /** Subscribes at once, not on the first read. */
  subscribe(signal: AbortSignal): AsyncIterable<ContainerEventResponse> {
    const subscriber: Subscriber = { queue: [], wake: () => undefined, overflowed: false };
    this.#subscribers.add(subscriber);
    signal.addEventListener('abort', () => {
      this.#subscribers.delete(subscriber);
      subscriber.wake();
    });
    return this.#read(subscriber, signal);
  }

  async *#read(subscriber: Subscriber, over: AbortSignal): AsyncGenerator<ContainerEventResponse> {
    try {
      for (;;) {
        if (subscriber.overflowed)
          throw new CriRefusal('RESOURCE_EXHAUSTED', 'subscriber too slow: events were lost');
        const event = subscriber.queue.shift();
        if (event !== undefined) yield event;
        else if (over.aborted) return;
        else await new Promise<void>((resolve) => (subscriber.wake = resolve));
      }
    } finally {
      this.#subscribers.delete(subscriber);
    }
  }
}
