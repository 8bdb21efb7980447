// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Clock } from '#base/clock.js';
import { Kubelet } from '#kubelet/kubelet.js';
import type { KubeletOptions } from '#kubelet/context/kubelet-options.js';
import { nodeFiles, type NodeFiles } from '#kubelet/context/node-files.js';
import type { PodController } from '#kubelet/decide/report/pod-controller.js';
import { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import { recordedNode } from '../../unit/kubelet/recorded-node.js';
import { Busy, watchedFiles } from './busy.js';
import { Transcript } from './transcript.js';

export interface FlowContext {
  readonly runtime: FakeRuntime;
  readonly kubelet: Kubelet;
  readonly node: NodeFiles;
  readonly transcript: Transcript;
  readonly controller: PodController;
  /** Lets the kubelet's clock advance. */
  readonly wait: (seconds: number) => Promise<void>;
  /** Advances the clock until the work is done. */
  readonly finish: <T>(work: Promise<T>) => Promise<T>;
}

const longestSeconds = 2000;

/** A kubelet at its own pace, with a clock that only advances when no other work is in progress. */
export async function inFlowContext<T>(
  options: Partial<KubeletOptions>,
  act: (kubelet: Kubelet, context: Omit<FlowContext, 'controller'>) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'criprobe-flows-'));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });
  const even = jest.spyOn(Math, 'random').mockReturnValue(0);
  const busy = new Busy();
  const node = watchedFiles(nodeFiles({ podLogsDir: join(dir, 'pods'), rootDir: join(dir, 'root') }), busy);
  const runtime = new FakeRuntime();
  const transcript = new Transcript(runtime);
  const kubelet = new Kubelet(
    { cri: transcript, clock: fakedClock, node, note: () => undefined, onLogRenamed: () => undefined },
    { pace: 'kubelet', version: '1.37', source: 'api', facts: recordedNode, ...options },
  );
  try {
    return await act(kubelet, { runtime, kubelet, node, transcript, ...timeOf(busy) });
  } finally {
    await timeOf(busy).finish(kubelet.close());
    even.mockRestore();
    jest.useRealTimers();
    await rm(dir, { recursive: true, force: true });
  }
}

function timeOf(busy: Busy): Pick<FlowContext, 'wait' | 'finish'> {
  const passUntil = async (isReached: () => boolean, seconds: number): Promise<void> => {
    const longest = setTimeout(() => undefined, seconds * 1000);
    const endMs = performance.now() + seconds * 1000;
    await busy.calm();
    while (!isReached() && performance.now() < endMs) {
      jest.advanceTimersToNextTimer();
      await busy.calm();
    }
    clearTimeout(longest);
  };
  return {
    wait: (seconds) => passUntil(() => false, seconds),
    finish: async (work) => {
      let isOver = false;
      const end = (): void => {
        isOver = true;
      };
      work.then(end, end);
      await passUntil(() => isOver, longestSeconds);
      return work;
    },
  };
}

const fakedClock: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};
