// SPDX-License-Identifier: Apache-2.0
import type { Io } from '#app/shared/use-case.js';
import type { Bench } from './run-cli.js';

/** For a use case that a spec calls in its own process, without output. */
export function silentIo({ env, path }: Bench): Io {
  const nowhere = (): void => undefined;
  return {
    out: nowhere,
    err: nowhere,
    progress: { line: nowhere, live: nowhere },
    signal: new AbortController().signal,
    env,
    cwd: path('cwd'),
    isTty: false,
    color: false,
    now: () => new Date(),
  };
}
