// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { hashNoteOf } from '#guard/other-ids.js';
import { othersOn, othersOnNode } from '#guard/others-on.js';
import { FakeRuntime } from '../run-ledger/fake-runtime.js';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'criprobe-spec-'));
});
afterEach(() => {
  rmSync(proc, { recursive: true });
});

function runs(pid: string, cgroup: string): void {
  mkdirSync(join(proc, pid));
  writeFileSync(join(proc, pid, 'cgroup'), cgroup);
}

it('are the containers whose processes live on the node, each once', () => {
  const [one, two] = ['ab'.repeat(32), 'cd'.repeat(32)];
  runs('7', `0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-${one}.scope\n`);
  runs('8', `12:pids:/kubepods/pod1/${one}\n1:name=systemd:/kubepods/pod1/${one}\n`);
  runs('9', `0::/kubepods/pod2/crio-${two}.scope/container\n`);
  runs('10', '0::/init.scope\n');
  mkdirSync(join(proc, '11'));
  writeFileSync(join(proc, 'uptime'), '');
  expect(othersOnNode(proc)).toEqual([one, two]);
  expect(othersOnNode(join(proc, 'missing'))).toEqual([]);
});

it('are all that the runtime lists, by id, and images by name as well', async () => {
  const runtime = new FakeRuntime();
  runtime.sandboxes = [{ id: 's' }, {}];
  runtime.containers = [{ id: 'c' }];
  runtime.images = [{ id: 'i', repo_tags: ['t'], repo_digests: ['d'] }];
  expect(await othersOn(runtime)).toEqual({
    notes: ['s', 'c', 'i', hashNoteOf('t'), hashNoteOf('d')],
    unseen: undefined,
  });
  runtime.refuses.add('ListContainers');
  expect(await othersOn(runtime)).toEqual({
    notes: ['s', 'i', hashNoteOf('t'), hashNoteOf('d')],
    unseen: 'ListContainers: device busy',
  });
});
