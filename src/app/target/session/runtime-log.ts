// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { errorMessage } from '#base/text/error-message.js';
import { copyInto, streamFrom, type CopyOptions } from '#files/copy-bounded.js';
import { sizeOfFile } from '#files/read-bounded.js';
import { safeEnvironment } from '#files/search-path.js';
import { usageFailure } from '#base/errors/usage-failure.js';

/** Where a runtime writes its log. */
export type RuntimeLog =
  | { readonly kind: 'file'; readonly path: string; readonly fromByte: number }
  | { readonly kind: 'command'; readonly argv: readonly string[] };

/** Parses `file:PATH`, `unit:NAME`, `container:NAME` or `none`, and notes where the log ends now. */
export function runtimeLog(source: string): RuntimeLog | undefined {
  if (source === 'none') return undefined;
  const [, kind, name = ''] = /^(file|unit|container):(.+)$/s.exec(source) ?? [];
  const since = Math.floor(Date.now() / 1000);
  if (kind === 'file') return { kind, path: name, fromByte: sizeOfFile(name) ?? 0 };
  if (kind === 'unit') return { kind: 'command', argv: [...journal, '-u', name, '--since', `@${since}`] };
  if (kind === 'container')
    return { kind: 'command', argv: [...containerLog, '--since', String(since), name] };
  throw usageFailure(
    `--runtime-log: cannot parse "${source}"`,
    'write unit:NAME, file:PATH, container:NAME or none',
  );
}

const journal = ['journalctl', '--no-pager', '-o', 'short-iso-precise'];
const containerLog = ['docker', 'logs', '--timestamps'];

export interface SavingLimits {
  readonly maxBytes: number;
  readonly maxMs: number;
}

/** A log is worth some seconds, and no more disk than anybody will read. */
const usualLimits: SavingLimits = { maxBytes: 256 << 20, maxMs: 15_000 };

/** After an interruption, while the user waits. */
const maxMsInHaste = 3_000;

/**
 * Copies what the runtime has logged since; returns why the copy is incomplete, if it is. A missing log does
 * not affect the verdict. The copy has mode 0600, whatever the mode of the log.
 */
export async function saveRuntimeLog(
  log: RuntimeLog,
  into: string,
  { signal, limits = usualLimits }: { readonly signal: AbortSignal; readonly limits?: SavingLimits },
): Promise<string | undefined> {
  const inTime = AbortSignal.timeout(signal.aborted ? Math.min(maxMsInHaste, limits.maxMs) : limits.maxMs);
  const ending = signal.aborted ? inTime : AbortSignal.any([signal, inTime]);
  const saving = { into, maxBytes: limits.maxBytes, signal: ending };
  try {
    const isWhole = await (log.kind === 'file'
      ? copyInto(streamFrom(log.path, log.fromByte), saving)
      : run(log.argv, saving));
    return isWhole ? undefined : `the runtime's log is truncated after ${limits.maxBytes} bytes`;
  } catch (error) {
    const why = inTime.aborted ? `it took longer than ${limits.maxMs / 1000} s` : errorMessage(error);
    return `the runtime's log could not be saved: ${why}`;
  }
}

/** Returns whether the copy is complete. */
async function run([command = '', ...args]: readonly string[], saving: CopyOptions): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: safeEnvironment() });
  const output = new PassThrough();
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  child.once('error', (error) => output.destroy(error));
  child.once('close', (code) => {
    if (code === 0) output.end();
    else output.destroy(new Error(`${command} exited ${String(code)}`));
  });
  try {
    return await copyInto(output, saving);
  } finally {
    child.kill('SIGKILL');
  }
}
