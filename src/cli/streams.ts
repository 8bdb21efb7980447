// SPDX-License-Identifier: Apache-2.0
import { terminalSafe } from '#base/text/printable.js';
import { withoutSecrets } from '#base/text/secrets.js';

/** A text stream without secrets and control characters, whose reader may go away (`| head`). */
export interface TextOut {
  readonly write: (text: string) => void;
  /** Resolves when all text has left the process, or nobody reads any more. */
  readonly flushed: () => Promise<void>;
}

/** Limit of what we buffer for a reader that keeps the stream open and does not read. */
const maxQueuedBytes = 64_000_000;

/** Calls `cut` when it stops writing: on a write error, or when too much waits to be read. */
export function textOut(stream: NodeJS.WriteStream, cut: (error?: Error) => void): TextOut {
  let open = true;
  const pending = new Set<Promise<void>>();
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (error.code !== 'EPIPE') cut(error);
  });
  return {
    write(text) {
      if (!open || text === '') return;
      if (stream.writableLength > maxQueuedBytes) {
        open = false;
        cut();
        return;
      }
      const safe = terminalSafe(withoutSecrets(text));
      const left = new Promise<void>((resolve) => {
        stream.write(safe, () => {
          resolve();
        });
      });
      pending.add(left);
      void left.then(() => pending.delete(left));
    },
    async flushed() {
      await Promise.all(pending);
    },
  };
}
