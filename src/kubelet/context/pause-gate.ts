// SPDX-License-Identifier: Apache-2.0
/** Callers wait while it is closed. */
export class PauseGate {
  #closed: { readonly opened: Promise<void>; readonly open: () => void } | undefined;

  close(): void {
    if (this.#closed) return;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#closed = { opened, open };
  }

  open(): void {
    this.#closed?.open();
    this.#closed = undefined;
  }

  /** Resolves when it is open, or the signal aborts. */
  async opened(signal: AbortSignal): Promise<void> {
    if (!this.#closed || signal.aborted) return;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    });
    await Promise.race([this.#closed.opened, aborted]);
  }
}
