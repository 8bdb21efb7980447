// SPDX-License-Identifier: Apache-2.0
import { Worker } from 'node:worker_threads';
import { notNeeded, pause } from '#base/clock.js';
import type { PodProcesses } from '#guard/pod-processes.js';
import type { ServeReferenceOptions } from '#reference-runtime/reference-runtime.js';
import type { ThreadAnswer, ThreadQuestion, ThreadTask } from './thread-messages.js';

/** The reference runtime in a thread of its own. */
export interface ReferenceThread {
  readonly processes: PodProcesses;
  act(act: 'stop' | 'crash' | 'start'): Promise<void>;
  close(): Promise<void>;
}

/** Below `src` and below `dist` alike: a thread only runs what is compiled. */
const compiled = new URL('../../../dist/launchers/reference/reference-thread.js', import.meta.url);

/** Ending the thread ends what it serves, too, only less politely. */
const closingMs = 5_000;

type Asked = (answer: ThreadAnswer) => void;

/** Resolves when the runtime serves its socket. The run and the runtime then each have a core to themselves. */
export async function runThread(options: ServeReferenceOptions): Promise<ReferenceThread> {
  const worker = new Worker(compiled, { workerData: options });
  const asked = new Map<number, Asked>();
  worker.on('message', (answer: ThreadAnswer) => {
    asked.get(answer.number)?.(answer);
    asked.delete(answer.number);
  });
  const answerTo = (number: number): Promise<number> =>
    new Promise((resolve, reject) => {
      asked.set(number, ({ value = 0, error }) => {
        if (error === undefined) resolve(value);
        else reject(Object.assign(new Error(error.message), error));
      });
    });
  await begun(worker, answerTo(0));
  let numbers = 0;
  const ask = (task: ThreadTask): Promise<number> => {
    numbers += 1;
    const answer = answerTo(numbers);
    worker.postMessage({ ...task, number: numbers } satisfies ThreadQuestion);
    return answer;
  };
  return {
    processes: {
      count: (id) => ask({ act: 'count', id }),
      kill: ({ id, uid }) => ask({ act: 'kill', id, uid }),
    },
    act: async (act) => {
      await ask({ act });
    },
    close: async () => {
      const closed = new AbortController();
      try {
        await Promise.race([ask({ act: 'close' }), pause(closingMs, closed.signal)]);
      } finally {
        closed.abort(notNeeded);
        await worker.terminate();
      }
    },
  };
}

/** The thread itself may fail to start. A later error of it is ours, and ends the process. */
async function begun(worker: Worker, serves: Promise<unknown>): Promise<void> {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  worker.once('error', fail);
  try {
    await Promise.race([serves, failed]);
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    worker.off('error', fail);
  }
}
