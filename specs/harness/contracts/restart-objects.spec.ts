// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { PodSandbox, PodSandboxState } from '#cri/proto/generated/messages.js';
import type { VerdictKind } from '#contracts/verdict.js';
import { allContracts } from '#contracts/all.generated.js';
import type { DaemonState, OutageKind } from '#evidence/intent.js';
import { evidenceOf, type Story } from '../../support/evidence-literal.js';

type Row = readonly [string, VerdictKind, (story: Story) => unknown];

const image = { id: 'sha256:abc', size: '7', repo_tags: ['reg/box:1'] };

const rows: Readonly<Record<string, readonly Row[]>> = {
  'restart.images.same': [
    [
      'another name more',
      'held',
      (s) =>
        s
          .image('reg/box:1', { image })
          .outage()
          .image('reg/box:1', { image: { ...image, repo_tags: ['reg/box:1', 'reg/box:latest'] } }),
    ],
    [
      'its name lost',
      'violated',
      (s) =>
        s
          .image('reg/box:1', { image })
          .outage()
          .image('reg/box:1', { image: { ...image, repo_tags: [] } }),
    ],
    ['no such image', 'violated', (s) => s.image('reg/box:1', { image }).outage().image('reg/box:1', {})],
    [
      'removed meanwhile',
      'unexercised',
      (s) =>
        s
          .image('reg/box:1', { image })
          .outage()
          .call('RemoveImage', { image: { image: 'reg/box:1' } }, { ok: {} })
          .image('reg/box:1', {}),
    ],
    [
      'a pinned one that is not pinned in the list',
      'violated',
      (s) =>
        s
          .call('ListImages', {}, { ok: { images: [{ ...image, pinned: true }] } })
          .outage()
          .call('ListImages', {}, { ok: { images: [image] } }),
    ],
    [
      'one of somebody else that is gone',
      'unexercised',
      (s) =>
        s
          .call('ListImages', {}, { ok: { images: [image] } })
          .outage()
          .call('ListImages', {}, { ok: { images: [] } }),
    ],
  ],
  'restart.objects.same-set': [
    [
      'a sandbox that is gone',
      'violated',
      (s) => s.sandbox().sandboxes([s.sandboxView()]).outage().sandboxes([]),
    ],
    [
      'complete in the second answer only',
      'violated',
      (s) => s.running().list([s.item()]).outage().list([]).list([s.item()]),
    ],
    [
      'a container that nobody made',
      'violated',
      (s) =>
        s
          .running()
          .list([s.item()])
          .outage()
          .list([s.item(), { id: 'c9', pod_sandbox_id: 's1' }]),
    ],
    [
      'a container of which no answer told',
      'held',
      (s) =>
        s
          .running()
          .list([s.item()])
          .call('CreateContainer', {}, { unanswered: true })
          .outage()
          .list([s.item(), { id: 'c9', pod_sandbox_id: 's1' }]),
    ],
    [
      'a container of somebody else',
      'held',
      (s) =>
        s
          .running()
          .list([s.item()])
          .outage()
          .list([s.item(), { id: 'c9', pod_sandbox_id: 's9' }]),
    ],
    [
      'a container twice',
      'violated',
      (s) => s.running().list([s.item()]).outage().list([s.item(), s.item()]),
    ],
    [
      'a container that was removed after the return',
      'held',
      (s) => s.running().list([s.item()]).outage().remove().list([]),
    ],
    [
      'a list of another sandbox',
      'held',
      (s) => s.running().list([s.item()]).outage().list([], { pod_sandbox_id: 's2' }),
    ],
    [
      'a list of one state',
      'unexercised',
      (s) => s.running().list([s.item()]).outage().list([], { state: {} }),
    ],
  ],
  'restart.runtime.config-same': [
    [
      'another version',
      'violated',
      (s) =>
        s
          .call('Version', {}, { ok: { runtime_version: '1' } })
          .outage()
          .call('Version', {}, { ok: { runtime_version: '2' } }),
    ],
    [
      'handlers in another order',
      'held',
      (s) =>
        s
          .call('Status', {}, { ok: { runtime_handlers: [{ name: 'a' }, { name: 'b' }] } })
          .outage()
          .call('Status', {}, { ok: { runtime_handlers: [{ name: 'b' }, { name: 'a' }] } }),
    ],
    [
      'handlers that are not told before it is ready',
      'held',
      (s) =>
        s
          .call('Status', {}, { ok: { runtime_handlers: [{ name: 'a' }] } })
          .outage()
          .call('Status', {}, { ok: { status: { conditions: [{ type: 'RuntimeReady' }] } } })
          .call('Status', {}, { ok: { runtime_handlers: [{ name: 'a' }] } }),
    ],
    [
      'a handler less',
      'violated',
      (s) =>
        s
          .call('Status', {}, { ok: { runtime_handlers: [{ name: 'a' }, { name: 'b' }] } })
          .outage()
          .call('Status', {}, { ok: { runtime_handlers: [{ name: 'b' }] } }),
    ],
  ],
  'restart.runtime.ready-again': [
    [
      'not asked for long enough',
      'unexercised',
      (s) =>
        s
          .call('Status', {}, { ok: ready(true) })
          .outage()
          .call('Status', {}, { ok: ready(false) }),
    ],
    [
      'not ready before',
      'unexercised',
      (s) =>
        s
          .call('Status', {}, { ok: ready(false) })
          .outage()
          .call('Status', {}, { ok: ready(false) }),
    ],
    ['asked for late, and ready', 'held', (s) => says(says(s, true).outage(), true, 31_000)],
    ['not answered for half a minute', 'violated', (s) => unsaid(unsaid(says(s, true).outage()), 31_000)],
    [
      'ready to whoever waits for it, but not in the second half minute',
      'violated',
      (s) => says(says(says(s, true).outage(), false, 20_000), true, 20_000),
    ],
    [
      'not ready for half a minute, during which nobody takes it for back',
      'violated',
      (s) => {
        const late = says(lost(says(s, true)), false);
        late.atMs += 31_000;
        return says(late.daemon('started', 'crash'), true);
      },
    ],
    ['never ready again', 'violated', (s) => says(says(lost(says(s, true)), false), false, 31_000)],
    [
      'never ready again after a restart',
      'violated',
      (s) => says(says(says(lost(says(s, true), 'restart'), true), false), false, 31_000),
    ],
    [
      'never ready again, which was not looked at for long',
      'unexercised',
      (s) => says(says(lost(says(s, true)), false), false, 20_000),
    ],
    [
      'it never answers again',
      'unexercised',
      (s) => {
        lost(says(s, true)).call('Status', {}, { cutOff: true }).atMs += 31_000;
        return s.call('Status', {}, { cutOff: true });
      },
    ],
    [
      'ready in time, and not any more when somebody waited for it',
      'held',
      (s) => says(says(says(lost(says(s, true)), false), true, 20_000), false, 20_000),
    ],
    [
      'ready after half a minute, a moment before somebody noticed',
      'violated',
      (s) => {
        says(says(lost(says(s, true)), false), true, 31_000);
        return says(s.daemon('started', 'crash'), true);
      },
    ],
  ],
  'restart.sandbox.ip-kept': [
    [
      'the second address first',
      'violated',
      (s) =>
        s
          .sandbox()
          .sandboxStatus('s1', dual('10.0.0.5', 'fd00::5'))
          .outage()
          .sandboxStatus('s1', dual('fd00::5', '10.0.0.5')),
    ],
    [
      'an address less',
      'violated',
      (s) => s.sandbox().sandboxStatus('s1', dual('10.0.0.5', 'fd00::5')).outage().sandboxStatus(),
    ],
    [
      'a sandbox of the host',
      'unexercised',
      (s) => s.sandbox().sandboxStatus('s1', { network: {} }).outage().sandboxStatus('s1', { network: {} }),
    ],
    [
      'a sandbox that has died',
      'held',
      (s) =>
        s.sandbox().sandboxStatus().outage().sandboxStatus('s1', { state: 'SANDBOX_NOTREADY', network: {} }),
    ],
  ],
  'restart.sandbox.ready-is-true': [
    ['no such process here', 'unexercised', (s) => killed(s, 0).sandboxStatus()],
    [
      'NOTREADY only at a second look',
      'held',
      (s) => killed(s, 1).sandboxStatus().sandboxStatus('s1', { state: 'SANDBOX_NOTREADY' }),
    ],
    ['READY, and a container runs in it', 'held', (s) => killed(s, 1).sandboxStatus().create().start()],
    [
      'READY, and no container can be started in it',
      'violated',
      (s) => killed(s, 1).sandboxStatus().create().start('c1', { refused: 'UNKNOWN' }),
    ],
    ['READY, and nobody tried', 'unexercised', (s) => killed(s, 1).sandboxStatus()],
    [
      'stopped by the kubelet before it was read',
      'unexercised',
      (s) => killed(s, 1).stopSandbox().sandboxStatus('s1', { state: 'SANDBOX_NOTREADY' }),
    ],
  ],
  'restart.sandbox.state-kept': [
    [
      'a stopped one that comes back',
      'violated',
      (s) =>
        s.sandbox().stopSandbox().sandboxStatus('s1', { state: 'SANDBOX_NOTREADY' }).outage().sandboxStatus(),
    ],
    [
      'one whose process was killed',
      'unexercised',
      (s) => killed(s, 1).sandboxStatus('s1', { state: 'SANDBOX_NOTREADY' }),
    ],
    [
      'READY in its status, and NOTREADY in a list',
      'violated',
      (s) =>
        s
          .sandbox()
          .sandboxStatus()
          .outage()
          .sandboxStatus()
          .sandboxes([listed(s, 'SANDBOX_NOTREADY')]),
    ],
    [
      'READY in lists on both sides',
      'held',
      (s) =>
        s
          .sandbox()
          .sandboxes([listed(s, 'SANDBOX_READY')])
          .outage()
          .sandboxes([listed(s, 'SANDBOX_READY')]),
    ],
    [
      'NOTREADY in a list after it was stopped',
      'unexercised',
      (s) =>
        s
          .sandbox()
          .sandboxStatus()
          .outage()
          .stopSandbox()
          .sandboxes([listed(s, 'SANDBOX_NOTREADY')]),
    ],
    [
      'one whose process was killed, in a list',
      'unexercised',
      (s) => killed(s, 1).sandboxes([listed(s, 'SANDBOX_NOTREADY')]),
    ],
  ],
};

function listed(s: Story, state: PodSandboxState): PodSandbox {
  const { id, metadata, labels, annotations, created_at } = s.sandboxView();
  return { id, metadata, labels, annotations, created_at, state };
}

function killed(s: Story, count: number): Story {
  return s
    .sandbox()
    .sandboxStatus()
    .outage('crash', () => s.processKilled(count));
}

/** The runtime is asked how it is, some time after the call before. */
function says(s: Story, status: boolean, laterMs = 0): Story {
  s.atMs += laterMs;
  return s.call('Status', {}, { ok: ready(status) });
}

function unsaid(s: Story, laterMs = 0): Story {
  s.atMs += laterMs;
  return s.call('Status', {}, { unanswered: true });
}

/** The daemon goes, and is told to come back. */
function lost(s: Story, how: OutageKind = 'crash'): Story {
  const states: readonly DaemonState[] =
    how === 'restart' ? ['stopping'] : ['stopping', 'stopped', 'starting'];
  for (const state of states) {
    s.atMs += 10;
    s.daemon(state, how);
  }
  return s;
}

function ready(status: boolean) {
  return { status: { conditions: ['RuntimeReady', 'NetworkReady'].map((type) => ({ type, status })) } };
}

const dual = (ip: string, other: string) => ({ network: { ip, additional_ips: [{ ip: other }] } });

describe.each(Object.entries(rows))('%s', (id, stories) => {
  const contract = allContracts.find((each) => each.id === id);

  it.each(stories)('%s: %s', (_, kind, story) => {
    expect(contract?.check(evidenceOf(story))).toMatchObject({ kind });
  });
});
