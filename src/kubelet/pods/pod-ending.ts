// SPDX-License-Identifier: Apache-2.0
/** How a pod terminates: whether that is decided, its grace period, and how often it was killed. */
export class PodEnding {
  #begun = false;
  #graceSeconds: number | undefined;
  #kills = 0;

  get begun(): boolean {
    return this.#begun;
  }

  /** Overrides the grace period of each container; undefined: no override. */
  get graceSeconds(): number | undefined {
    return this.#graceSeconds;
  }

  /** The shorter grace period wins. */
  begin(graceSeconds?: number): void {
    const given = [this.#graceSeconds, graceSeconds].filter((each) => each !== undefined);
    if (given.length > 0) this.#graceSeconds = Math.min(...given);
    this.#begun = true;
  }

  /** Counts a successful kill. True: it was the last one needed. */
  killed(needed: number): boolean {
    this.#kills += 1;
    return this.#kills >= needed;
  }
}
