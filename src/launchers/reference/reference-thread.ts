// SPDX-License-Identifier: Apache-2.0
import { parentPort, workerData } from 'node:worker_threads';
import { serveReferenceRuntime, type ServedReferenceRuntime } from '#reference-runtime/reference-runtime.js';
import type { ThreadAnswer, ThreadError, ThreadQuestion, ThreadTask } from './thread-messages.js';

// The thread of the reference runtime: it serves the socket, and does what `runThread` asks for.

async function valueOf(served: ServedReferenceRuntime, task: ThreadTask): Promise<number | undefined> {
  switch (task.act) {
    case 'count':
      return served.processes.count(task.id);
    case 'kill':
      return served.processes.kill(task);
    case 'stop':
    case 'crash':
    case 'start':
    case 'close':
      await served[task.act]();
      return undefined;
  }
}

function say(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer);
}

/** The copy of an Error that a thread sends has no code. */
function saidError(error: unknown): ThreadError {
  const { message, stack, code } = error as NodeJS.ErrnoException;
  return { message, stack, ...(code !== undefined && { code }) };
}

const served = await serveReferenceRuntime(workerData as Parameters<typeof serveReferenceRuntime>[0]).catch(
  (error: unknown) => {
    say({ number: 0, error: saidError(error) });
    return undefined;
  },
);
if (served !== undefined) {
  parentPort?.on('message', ({ number, ...task }: ThreadQuestion) => {
    valueOf(served, task).then(
      (value) => {
        say({ number, value });
      },
      (error: unknown) => {
        say({ number, error: saidError(error) });
      },
    );
  });
  say({ number: 0 });
}
