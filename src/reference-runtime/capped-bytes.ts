// SPDX-License-Identifier: Apache-2.0
const frameBytes = 1024;
/** The limit of containerd (GHSA-5ffw-gxpp-mxpf) and CRI-O (CVE-2022-1708) since 2022. */
const maxBytes = 16 * 1024 * 1024 - frameBytes;

/** The size of one answer, shared by all streams. */
export class OutputBudget {
  #left: number = maxBytes;

  take(wanted: number): number {
    const granted = Math.min(wanted, this.#left);
    this.#left -= granted;
    return granted;
  }
}

/** Keeps what the budget allows; drops the rest, and the writer goes on. */
export class CappedBytes {
  readonly #chunks: Buffer[] = [];
  readonly #budget: OutputBudget;

  constructor(budget: OutputBudget) {
    this.#budget = budget;
  }

  add(bytes: Buffer): void {
    const granted = this.#budget.take(bytes.length);
    if (granted > 0) this.#chunks.push(Buffer.from(bytes.subarray(0, granted)));
  }

  get base64(): string {
    return Buffer.concat(this.#chunks).toString('base64');
  }
}
