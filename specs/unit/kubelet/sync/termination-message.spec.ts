// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { terminationMessage } from '#kubelet/sync/termination-message.js';
import { nodeFiles } from '#kubelet/context/node-files.js';
import { instance } from '../decide/statuses.js';

const dir = mkdtempSync(join(tmpdir(), 'criprobe-message-'));
const node = nodeFiles({ rootDir: join(dir, 'root'), podLogsDir: join(dir, 'logs') });
for (const each of ['root', 'logs', 'elsewhere']) mkdirSync(join(dir, each));

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

let files = 0;
function written(below: string, text: string): string {
  const path = join(dir, below, String((files += 1)));
  writeFileSync(path, text);
  return path;
}

function askedLog(text: string): string {
  const path = written('logs', text);
  node.askedLogs.add(path);
  return path;
}

interface Setup {
  readonly file?: string;
  readonly below?: string;
  readonly policy?: string;
  readonly log?: string;
  readonly code?: number | 'running';
  readonly reason?: string;
}

function ended({ file, below = 'root', policy = 'File', log, code = 1, reason }: Setup): ContainerStatus {
  const path = '/dev/termination-log';
  return instance('a', code, {
    ...(reason !== undefined && { reason }),
    annotations: {
      'io.kubernetes.container.terminationMessagePath': path,
      'io.kubernetes.container.terminationMessagePolicy': policy,
    },
    mounts:
      file === undefined
        ? []
        : [{ container_path: '/other' }, { container_path: path, host_path: written(below, file) }],
    ...(log !== undefined && { log_path: askedLog(log) }),
  });
}

const fallback = { policy: 'FallbackToLogsOnError' };
const line = (text: string, tag = 'F'): string => `2026-01-01T00:00:00.000000000Z stdout ${tag} ${text}\n`;

describe('the last words of a container', () => {
  it.each<[string, Setup, string]>([
    ['of its file', { file: 'bye' }, 'bye'],
    ['the end of a long file', { file: `${'x'.repeat(5000)}end` }, `${'x'.repeat(4093)}end`],
    ['no file', {}, ''],
    ['still running', { file: 'bye', code: 'running' }, ''],
    ['a file that is not ours', { file: 'secret', below: 'elsewhere' }, ''],
    ['its output is not asked', { file: '', log: line('out') }, ''],
    ['its output', { ...fallback, file: '', log: line('one') + line('two') }, 'one\ntwo\n'],
    ['its output without a file', { ...fallback, log: line('one') }, 'one\n'],
    ['its file before its output', { ...fallback, file: 'bye', log: line('one') }, 'bye'],
    ['a line in parts', { ...fallback, log: line('on', 'P') + line('e') }, 'one\n'],
    ['all went well', { ...fallback, code: 0, log: line('one') }, ''],
    ['it could not be run', { ...fallback, reason: 'ContainerCannotRun', log: line('one') }, ''],
    [
      '80 lines of many',
      { ...fallback, log: Array.from({ length: 99 }, (_, at) => line(String(at))).join('') },
      Array.from({ length: 80 }, (_, at) => `${at + 19}\n`).join(''),
    ],
    ['2048 bytes of a long line', { ...fallback, log: line('y'.repeat(5000)) }, `${'y'.repeat(2047)}\n`],
    ['what is no log', { ...fallback, log: 'noise\n' }, ''],
  ])('%s', async (_, given, message) => {
    expect(await terminationMessage(node, ended(given))).toBe(message);
  });
});
