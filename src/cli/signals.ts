// SPDX-License-Identifier: Apache-2.0
import { exitCode, type ExitCode } from '#base/exit-code.js';

export interface Signals {
  readonly signal: AbortSignal;
  /** 129, 130 or 143 after a signal. */
  readonly exit: () => ExitCode | undefined;
  /** Aborts as a signal would. */
  readonly giveUp: () => void;
  readonly release: () => void;
}

/** The first SIGINT, SIGTERM or SIGHUP aborts, the second SIGINT or SIGTERM exits. */
export function listenToSignals(tell: (text: string) => void): Signals {
  const controller = new AbortController();
  let exit: ExitCode | undefined;
  let isPressed = false;
  const ask = (code: ExitCode): void => {
    if (exit !== undefined) return;
    exit = code;
    tell('\nStopping: cleaning up. Press again to exit without that; then run: criprobe cleanup\n');
    controller.abort('interrupted');
  };
  const press = (code: ExitCode): void => {
    if (isPressed) process.exit(code);
    isPressed = true;
    ask(code);
  };
  const handlers = {
    SIGINT: () => {
      press(exitCode.interrupted);
    },
    SIGTERM: () => {
      press(exitCode.terminated);
    },
    // Sent by no key: when a connection drops, both the shell and the kernel may send it.
    SIGHUP: () => {
      ask(exitCode.hungUp);
    },
  };
  for (const [name, handler] of Object.entries(handlers)) process.on(name, handler);
  return {
    signal: controller.signal,
    exit: () => exit,
    giveUp: () => {
      controller.abort('interrupted');
    },
    release() {
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
    },
  };
}
