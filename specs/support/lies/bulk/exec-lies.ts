// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import { lyingAbout } from '../lying-runtime.js';
import { byNobody, type TellBulk } from './bulk-lie.js';

/** At its time-out an exec is answered as usual, and the program goes on. */
export function commandsOutliveTimeout(fits: (seconds: number) => boolean): TellBulk {
  return ({ truth, tell }) =>
    lyingAbout('ExecSync', async (request) => {
      const seconds = Number(request.timeout ?? 0);
      if (seconds === 0 || !fits(seconds)) return undefined;
      const ends = truth.ExecSync({ ...request, timeout: '0' }, byNobody);
      const isLate = Symbol('late');
      const end = await Promise.race([ends, setTimeout(seconds * 1000, isLate, { ref: false })]);
      if (end !== isLate) return end;
      ends.catch(() => undefined);
      throw new CriRefusal('DEADLINE_EXCEEDED', 'command timed out');
    })(truth, tell);
}

/** No more than so many bytes of what a command prints come back. */
export function truncates(bytes: number): TellBulk {
  return ({ truth, tell }) =>
    lyingAbout('ExecSync', async (_, honest) => {
      const answer = await honest();
      const stdout = Buffer.from(answer.stdout ?? '', 'base64');
      if (stdout.length <= bytes) return undefined;
      return { ...answer, stdout: stdout.subarray(0, bytes).toString('base64') };
    })(truth, tell);
}
