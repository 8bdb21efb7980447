// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { imageFsInfoUsable } from '#contracts/image/fs-info/usable.js';
import type { FilesystemUsage, ImageFsInfoResponse } from '#cri/proto/generated/messages.js';
import { Evidence } from '#evidence/evidence.js';
import { evidenceOf, header, type Story } from '../../../../support/evidence-literal.js';

const usage = (s: Story, over: FilesystemUsage = {}): FilesystemUsage => ({
  timestamp: s.ns(),
  fs_id: { mountpoint: '/run/root' },
  used_bytes: { value: '4096' },
  inodes_used: { value: '7' },
  ...over,
});

/** The verdict on one answer of a runtime that we started, whose only directory is /run/root. */
function verdictOn(answer: (s: Story) => ImageFsInfoResponse, name = 'example') {
  const told = evidenceOf((s) => s.call('ImageFsInfo', {}, { ok: answer(s) }));
  const facts = { mountpoint: '/run/root', exists: true, capacityBytes: 1 << 30 };
  const launcher = 'example, private, with its own state and network';
  const evidence = new Evidence({
    header: { ...header, target: { ...header.target, name, launcher } },
    scenario: told.scenario,
    calls: told.calls,
    intents: told.intents,
    observations: [
      { type: 'observation', scenario: told.scenario, atMs: 1, of: 'filesystem', name: '/run/root', facts },
    ],
    ended: 'done',
  });
  return imageFsInfoUsable.check(evidence);
}

it('holds where one file system is in both lists with the same usage', () => {
  const same = (s: Story) => ({ image_filesystems: [usage(s)], container_filesystems: [usage(s)] });
  expect(verdictOn(same)).toMatchObject({ kind: 'held' });
});

it('tells two usages of one file system, bytes in no file, and a directory that the node does not have', () => {
  const other = (s: Story) => ({
    image_filesystems: [usage(s)],
    container_filesystems: [usage(s, { used_bytes: { value: '9' } })],
  });
  const noFile = (s: Story) => ({ image_filesystems: [usage(s, { inodes_used: { value: '0' } })] });
  const elsewhere = (s: Story) => ({ image_filesystems: [usage(s, { fs_id: { mountpoint: '/other' } })] });
  expect(verdictOn(other)).toMatchObject({
    actual: '/run/root has 4096 bytes in 7 files and 9 bytes in 7 files',
  });
  expect(verdictOn(noFile)).toMatchObject({ actual: '4096 bytes in no file' });
  expect(verdictOn(elsewhere)).toMatchObject({ actual: '/other is not in a directory of this runtime' });
});

it('does not ask for the number of files, nor for a list of containers but from CRI-O', () => {
  const fs_id = { mountpoint: '/run/root' };
  const uncounted = (s: Story) => ({
    image_filesystems: [{ timestamp: s.ns(), fs_id, used_bytes: { value: '4096' } }],
  });
  expect(verdictOn(uncounted)).toMatchObject({ kind: 'held' });
  expect(verdictOn(uncounted, 'cri-o')).toMatchObject({ actual: 'no file system of containers' });
});
