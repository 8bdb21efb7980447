// SPDX-License-Identifier: Apache-2.0
import type { VirtualProcess } from '../virtual-process.js';

/** Thrown by `exit`, `break`, `continue`. */
export class ShellLeave extends Error {
  readonly to: 'exit' | 'break' | 'continue';
  readonly code: number;

  constructor(to: 'exit' | 'break' | 'continue', code = 0) {
    super(to);
    this.to = to;
    this.code = code;
  }
}

export interface ShellState {
  readonly process: VirtualProcess;
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly positional: readonly string[];
  readonly scriptName: string;
  readonly traps: Map<number | 'EXIT', string>;
  /** Signals that arrived and whose trap has not run yet. */
  readonly pending: number[];
  /** Wakes a `wait` that a trapped signal interrupts. */
  interrupt: () => void;
  /** Runs a command substitution; returns its output without trailing newlines. */
  readonly capture: (script: string) => Promise<string>;
  lastCode: number;
}

const worthCharging = 4096;
const maxValueLength = 128 * 1024 * 1024;

/** Large values cost memory, so that a script can be OOM-killed for them. */
export function setVariable(state: ShellState, name: string, value: string): void {
  const growth = value.length - (state.variables.get(name)?.length ?? 0);
  if (growth > worthCharging) state.process.allocate(growth);
  if (value.length > maxValueLength) throw new ShellLeave('exit', 2);
  state.variables.set(name, value);
}

export function exportedEnv(state: ShellState): Map<string, string> {
  const names = [...state.exported];
  return new Map(
    names.flatMap((name) => {
      const value = state.variables.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
