// SPDX-License-Identifier: Apache-2.0
import { delimiter, isAbsolute } from 'node:path';
import { otherWriter, ourselvesAndCaller } from './trusted.js';

/** A PATH for the programs we start: for root, without directories that others may write to. */
export function searchPath(directories: readonly string[]): string {
  const isSafe = (directory: string): boolean => otherWriter(directory, ourselvesAndCaller()) === undefined;
  return (process.getuid?.() === 0 ? directories.filter(isSafe) : directories).join(delimiter);
}

/** Our environment with a safe PATH. */
export function safeEnvironment(): NodeJS.ProcessEnv {
  const own = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return { ...process.env, PATH: searchPath(own) };
}
