// SPDX-License-Identifier: Apache-2.0
import type { NodeFiles } from '#kubelet/context/node-files.js';

const quietTurns = 4;

/** Tracks work in progress that does not wait for the clock. */
export class Busy {
  #pending = 0;

  async during<T>(work: Promise<T>): Promise<T> {
    this.#pending += 1;
    try {
      return await work;
    } finally {
      this.#pending -= 1;
    }
  }

  /** Resolves when all work waits for the clock. */
  async calm(): Promise<void> {
    for (let turn = 0; turn < quietTurns; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#pending > 0) turn = -1;
    }
  }
}

/** Files whose operations count as work. */
export function watchedFiles(node: NodeFiles, busy: Busy): NodeFiles {
  return { ...watched(node, busy), host: watched(node.host, busy) };
}

function watched<T extends object>(files: T, busy: Busy): T {
  return new Proxy(files, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const operation = value as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => busy.during(operation(...args));
    },
  });
}
