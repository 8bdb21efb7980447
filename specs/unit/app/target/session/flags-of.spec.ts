// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import type { ConfiguredTarget } from '#app/target/config.js';
import { resolveTarget } from '#app/target/discover.js';
import { flagsOf } from '#app/target/session/flags-of.js';
import { defaultTarget } from '#app/target/target-options.js';

const io = { env: {}, cwd: '/', signal: new AbortController().signal };
const own: ConfiguredTarget = {
  name: 'own',
  runtimeEndpoint: '/run/x.sock',
  stopCommand: 'systemctl stop x',
  startCommand: 'systemctl start x',
};

it('names the commands in what reaches the target again, and does not show them', async () => {
  const chosen = await resolveTarget(
    { ...defaultTarget, config: { targets: [own], settings: new Map() } },
    io,
  );
  expect(flagsOf(chosen, 'unix:///run/x.sock')).toBe(
    '-r unix:///run/x.sock --stop-command … --start-command …',
  );
  const managed = await resolveTarget({ ...defaultTarget, managed: 'containerd@/a b' }, io);
  expect(flagsOf(managed, '')).toBe("--managed 'containerd@/a b'");
});

it('ends with what plays another kubelet, or under another handler', async () => {
  const reference = { ...defaultTarget, managed: 'reference' };
  const chosen = await resolveTarget(reference, io);
  const played = { kubeletVersion: '1.28', pace: 'kubelet', runtimeHandler: 'crun' } as const;
  expect(flagsOf(chosen, '', reference)).toBe('--managed reference');
  expect(flagsOf(chosen, '', played)).toBe(
    '--managed reference --kubelet 1.28 --pace kubelet --runtime-handler crun',
  );
});
