// SPDX-License-Identifier: Apache-2.0
/** How a pod ends: since when that is decided, with which grace, and how often it was killed. */
export class PodEnding {
  #begun = false;
  #graceSeconds: number | undefined;
  #kills = 0;

  get begun(): boolean {
    return this.#begun;
  }

  /** Replaces what each container would get; undefined: it does not. */
  get graceSeconds(): number | undefined {
    return this.#graceSeconds;
  }

  /** What is shorter counts. */
  begin(graceSeconds?: number): void {
    const given = [this.#graceSeconds, graceSeconds].filter((each) => each !== undefined);
    if (given.length > 0) this.#graceSeconds = Math.min(...given);
    this.#begun = true;
  }

  /** One kill worked. True: no other is needed. */
  killed(needed: number): boolean {
    this.#kills += 1;
    return this.#kills >= needed;
  }
}
