// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { CriHandlers, ServedCall } from '#cri/server/handlers.js';
import type { ExecSyncRequest, ExecSyncResponse } from '#cri/proto/generated/messages.js';
import { CappedBytes, OutputBudget } from '../capped-bytes.js';
import { startExec } from '../container/exec.js';
import { ByteSource } from '../process/byte-source.js';
import { notNeeded } from '#base/clock.js';
import { SIGKILL } from '#base/signal-numbers.js';
import { promised } from './promised.js';
import { containerOf, type World } from '../world.js';

export function execHandlers(world: World): Required<Pick<CriHandlers, 'ExecSync'>> {
  return { ExecSync: promised((request, call) => execSync(world, request, call)) };
}

/**
 * Answers when the command exits, even if other processes still hold its output. A command outlives the
 * daemon.
 */
async function execSync(
  world: World,
  request: ExecSyncRequest,
  { signal }: ServedCall,
): Promise<ExecSyncResponse> {
  const container = containerOf(world, request.container_id);
  const { signal: life } = world.life;
  const budget = new OutputBudget();
  const stdout = new CappedBytes(budget);
  const stderr = new CappedBytes(budget);
  const process = startExec(container, request.cmd ?? [], {
    stdout: (bytes) => {
      stdout.add(bytes);
    },
    stderr: (bytes) => {
      stderr.add(bytes);
    },
    stdin: ByteSource.empty(),
  });
  const timeoutMs = Number(request.timeout ?? 0) * 1000;
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const late =
    timeoutMs > 0
      ? world.clock.sleep(timeoutMs, until).then(() => 'late' as const)
      : new Promise<never>(() => undefined);
  const gone = new Promise<'gone'>((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve('gone');
      },
      { once: true },
    );
  });
  const ended = await Promise.race([process.ended, gone, late]);
  over.abort(notNeeded);
  if (typeof ended === 'number') return { stdout: stdout.base64, stderr: stderr.base64, exit_code: ended };
  if (!life.aborted) process.endTree(128 + SIGKILL);
  if (ended === 'gone') throw new CriRefusal('CANCELLED', 'the client gave up');
  throw new CriRefusal('DEADLINE_EXCEEDED', `command did not end within ${timeoutMs / 1000} s`);
}
