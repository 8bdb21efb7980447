// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';

const perPool = 254 * 254;

/** Loopback addresses, one per running pod; two runtimes on one machine start at different ones. */
export class AddressPool {
  readonly #second = randomInt(64, 255);
  readonly #inUse = new Set<string>();
  #next = randomInt(perPool);

  take(): string | undefined {
    for (let tries = 0; tries < perPool; tries++) {
      const address = `127.${this.#second}.${1 + Math.floor(this.#next / 254)}.${1 + (this.#next % 254)}`;
      this.#next = (this.#next + 1) % perPool;
      if (!this.#inUse.has(address)) {
        this.#inUse.add(address);
        return address;
      }
    }
    return undefined;
  }

  give(address: string): void {
    this.#inUse.delete(address);
  }
}
