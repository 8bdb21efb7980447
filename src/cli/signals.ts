// SPDX-License-Identifier: Apache-2.0
import { exitCode, type ExitCode } from '#base/exit-code.js';

export interface Signals {
  readonly signal: AbortSignal;
  /** 130 or 143 once one came. */
  readonly exit: () => ExitCode | undefined;
  readonly release: () => void;
}

/** The first SIGINT or SIGTERM asks to end, the second ends. */
export function listenToSignals(tell: (text: string) => void): Signals {
  const controller = new AbortController();
  let exit: ExitCode | undefined;
  const heard = (code: ExitCode): void => {
    if (exit !== undefined) process.exit(code);
    exit = code;
    tell(
      '\nEnding: nothing new is started, what was made is removed. Press again to stop without that; then run: criprobe cleanup\n',
    );
    controller.abort('interrupted');
  };
  const onInt = (): void => {
    heard(exitCode.interrupted);
  };
  const onTerm = (): void => {
    heard(exitCode.terminated);
  };
  process.on('SIGINT', onInt);
  process.on('SIGTERM', onTerm);
  return {
    signal: controller.signal,
    exit: () => exit,
    release() {
      process.off('SIGINT', onInt);
      process.off('SIGTERM', onTerm);
    },
  };
}
