// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openCallsFile } from '#app/play/play-calls.js';
import type { CriClient } from '#cri/client/client.js';
import type { Outcome } from '#cri/outcome.js';

it('writes one line per call, in the order of sending, without secrets', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'criprobe-calls-'));
  const path = join(dir, 'calls.jsonl');
  const release: ((outcome: Outcome) => void)[] = [];
  const inner = {
    call: () =>
      new Promise<Outcome>((resolve) => {
        release.push(resolve);
      }),
  } as unknown as CriClient;
  const file = openCallsFile(path, { isOurs: () => true });
  const client = file.client(inner);
  const lines = (): unknown[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  const pulled = client.call('PullImage', { image: { image: 'x' }, auth: { username: 'u', password: 'p' } });
  const removed = client.call('RemoveContainer', { container_id: 'c' }, { deadlineMs: 120_000 });
  const late = client.call('Version', {});
  release[1]?.({ kind: 'refused', code: 'NOT_FOUND', message: 'gone' });
  await removed;
  expect(lines()).toEqual([]);
  release[0]?.({ kind: 'ok', response: { image_ref: 'r' }, raw: '' });
  await pulled;
  await file.close(new AbortController().signal);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain('"p"');
  expect(lines()).toMatchObject([
    { rpc: 'PullImage', request: { image: { image: 'x' } }, deadline_ms: null, response: { image_ref: 'r' } },
    { rpc: 'RemoveContainer', deadline_ms: 120_000, error: { code: 5, details: 'gone' } },
    { rpc: 'Version', error: { code: 1 } },
  ]);

  // Interrupted: a call may end after the file is closed.
  release[2]?.({ kind: 'ok', response: {}, raw: '' });
  await expect(late).resolves.toMatchObject({ kind: 'ok' });
  expect(readFileSync(path, 'utf8')).toBe(text);
  rmSync(dir, { recursive: true });
});
