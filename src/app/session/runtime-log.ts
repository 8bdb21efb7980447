// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '#base/message-of.js';
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { usageFailure } from '../errors/usage-failure.js';

/** Where a runtime writes its own log. */
export type RuntimeLog =
  | { readonly kind: 'file'; readonly path: string; readonly fromByte: number }
  | { readonly kind: 'command'; readonly argv: readonly string[] };

/** Reads `file:PATH`, `unit:NAME`, `container:NAME` or `none`, and notes where the log stands now. */
export async function runtimeLog(source: string): Promise<RuntimeLog | undefined> {
  if (source === 'none') return undefined;
  const [, kind, name = ''] = /^(file|unit|container):(.+)$/s.exec(source) ?? [];
  const since = Math.floor(Date.now() / 1000);
  if (kind === 'file') return { kind, path: name, fromByte: await sizeOf(name) };
  if (kind === 'unit') return { kind: 'command', argv: [...journal, '-u', name, '--since', `@${since}`] };
  if (kind === 'container')
    return { kind: 'command', argv: [...containerLog, '--since', String(since), name] };
  throw usageFailure(
    `"${source}" names no log`,
    '--runtime-log unit:NAME, file:PATH, container:NAME or none',
  );
}

const journal = ['journalctl', '--no-pager', '-o', 'short-iso-precise'];
const containerLog = ['docker', 'logs', '--timestamps'];

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Copies what the runtime wrote since; why not, if it cannot be had. A log that is missing spoils no verdict. */
export async function saveRuntimeLog(log: RuntimeLog, into: string): Promise<string | undefined> {
  try {
    await (log.kind === 'file' ? copy(log, into) : run(log.argv, into));
    return undefined;
  } catch (error) {
    return `the runtime's log could not be saved: ${messageOf(error)}`;
  }
}

async function copy({ path, fromByte }: { path: string; fromByte: number }, into: string): Promise<void> {
  const { size } = await stat(path);
  await pipeline(createReadStream(path, { start: Math.min(fromByte, size) }), createWriteStream(into));
}

function run([command = '', ...args]: readonly string[], into: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const file = createWriteStream(into);
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.once('error', reject);
    child.once('close', (code) => {
      file.end(() => {
        if (code === 0) resolve();
        else reject(new Error(`${command} exited ${String(code)}`));
      });
    });
  });
}
