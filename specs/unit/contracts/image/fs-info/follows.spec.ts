// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { imageFsInfoFollows } from '#contracts/image/fs-info/follows.js';
import { Evidence } from '#evidence/evidence.js';
import { evidenceOf, header, type Story } from '../../../../support/evidence-literal.js';

const read = (s: Story, bytes: number, inodes: number): Story => {
  const counts = { used_bytes: { value: String(bytes) }, inodes_used: { value: String(inodes) } };
  const usage = { timestamp: s.ns(), fs_id: { mountpoint: '/run/root' }, ...counts };
  return s.call('ImageFsInfo', {}, { ok: { image_filesystems: [usage] } });
};

const pull = (s: Story, image: string): Story =>
  s.call('PullImage', { image: { image } }, { ok: { image_ref: image } });

/** The verdict on what is used after two pulls of small images. */
function verdictOn(bytes: number, inodes: number, launcher: string) {
  const told = evidenceOf((s) => read(pull(pull(read(s, 4096, 7), 'a'), 'b'), bytes, inodes));
  return imageFsInfoFollows.check(
    new Evidence({
      header: { ...header, target: { ...header.target, launcher } },
      scenario: told.scenario,
      calls: told.calls,
      intents: told.intents,
      observations: [],
      ended: 'done',
    }),
  );
}

const own = 'example, private, with its own state and network';

it('knows how little the images of this suite take, on a runtime of our own', () => {
  expect(verdictOn(800_000, 200, own)).toMatchObject({ kind: 'held' });
  expect(verdictOn(800_000_000, 200, own)).toMatchObject({ kind: 'violated' });
  expect(verdictOn(800_000, 200_000, own)).toMatchObject({ kind: 'violated' });
});

it('knows nothing of what others pull on theirs', () => {
  expect(verdictOn(800_000_000, 200_000, 'existing')).toMatchObject({ kind: 'held' });
});
