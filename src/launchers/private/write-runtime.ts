// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCompatNeeded, wrappedRuntime, type OciCompat } from '../oci-compat/wrapped-runtime.js';

/** The program that a handler calls: itself, or a script of ours in front of it. */
export function writeRuntime(directory: string, program: string, compat: OciCompat): string {
  if (!isCompatNeeded(compat)) return program;
  const script = join(directory, `compat-${program.split('/').at(-1) ?? ''}`);
  writeFileSync(script, wrappedRuntime(program, compat), { mode: 0o755 });
  return script;
}
