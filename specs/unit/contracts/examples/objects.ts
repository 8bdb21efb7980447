// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type {
  ContainerConfig,
  ContainerStatus,
  Mount,
  PodSandboxStatusResponse,
} from '#cri/proto/generated/messages.js';
import type { Ending, Story } from '../../../support/evidence-literal.js';
import { meanwhile, type Examples } from './example.js';

const ok = { ok: {} } as const;
const unknown = { refused: 'UNKNOWN' } as const;
const missing = { refused: 'NOT_FOUND' } as const;

const seenImage = (s: Story): Story =>
  s.image('sha256:abc', {
    image: { id: 'sha256:abc', size: '7', repo_tags: ['reg/box:1'], repo_digests: ['reg/box@sha256:def'] },
  });

const asked = (over: ContainerConfig) => (s: Story) => seenImage(s).running(over);
const shown =
  (config: ContainerConfig, status: ContainerStatus) =>
  (s: Story): Story =>
    asked(config)(s).status('c1', status);

const volume = { container_path: '/data', host_path: '/pods/u/data', readonly: true };
const ofImage = (image: string): Mount => ({ container_path: '/model', image: { image } });
const [named, imageHash] = ['registry.test/model@sha256:1', 'c78f'.repeat(16)];
const [link, part] = [
  '/pods/u/volume-subpaths/work/a/0',
  '/pods/u/volumes/kubernetes.io~empty-dir/work/part',
];
const limits = { linux: { resources: { memory_limit_in_bytes: '1000', cpu_shares: '102' } } };
const nobody = {
  linux: {
    security_context: {
      run_as_user: { value: '7' },
      run_as_group: { value: '8' },
      supplemental_groups: ['9'],
    },
  },
};
const userIs = (uid: string): ContainerStatus => ({
  user: { linux: { uid, gid: '8', supplemental_groups: ['8', '9'] } },
});

const greedy = {
  command: ['/box', 'memory 64m', 'print enough'],
  linux: { resources: { memory_limit_in_bytes: '33554432' } },
};
const oneLine = '2023-11-14T22:13:20.1Z stdout F something else\n';

/** A time in a log, so many milliseconds after the recording began. */
const at = (ms: number): string => new Date(1_700_000_000_000 + ms).toISOString();
const beat = (ms: number): string => `${at(ms)} stdout F beat 1\n`;

const deaf = (s: Story): Story =>
  s.running({ command: ['/box', 'on TERM ignore', 'tick 200ms beat'] }).isUp();

const givenUp = { unanswered: true } as const;
const creation = { pod_sandbox_id: 's1', config: { metadata: { name: 'x' } } };
const making = { config: { metadata: { name: 'x', uid: 'u', namespace: 'd' } } };
const create = (s: Story, ending: Ending<'CreateContainer'>): Story =>
  s.call('CreateContainer', creation, ending);
const run = (s: Story, ending: Ending<'RunPodSandbox'>): Story => s.call('RunPodSandbox', making, ending);
const anotherSandbox = { ok: { pod_sandbox_id: 's2' } } as const;
const later = (s: Story, ms: number): Story => meanwhile(s, -ms);

const reading = (s: Story, over: PodSandboxStatusResponse): Story =>
  s.call('PodSandboxStatus', { pod_sandbox_id: 's1' }, { ok: { status: s.sandboxView(), ...over } });

const shared = { linux: { security_context: { namespace_options: { pid: 'CONTAINER' as const } } } };
const showing = (s: Story, pid: 'CONTAINER' | 'NODE'): Story =>
  s.sandbox('s1', shared).sandboxStatus('s1', { linux: { namespaces: { options: { pid } } } });

const withHandler = (s: Story, runtime_handler: string): Story =>
  s
    .call(
      'RunPodSandbox',
      { config: { metadata: { name: 'p' } }, runtime_handler: 'kata' },
      { ok: { pod_sandbox_id: 's1' } },
    )
    .call('PodSandboxStatus', { pod_sandbox_id: 's1' }, { ok: { status: { id: 's1', runtime_handler } } });

const counting = { command: box('on TERM print asked', 'wait') };
const line = (text: string): string => `2026-01-01T00:00:00.000000001Z stdout F ${text}\n`;
const stoppedTwice = (s: Story, ...answers: readonly string[]): Story =>
  s
    .running(counting)
    .call('StopContainer', { container_id: 'c1', timeout: '5' }, { unanswered: true })
    .call('StopContainer', { container_id: 'c1', timeout: '3' }, { ok: {} })
    .log(answers.map(line).join(''));

export const objectExamples: Examples = {
  'container.create.again-after-deadline': {
    held: (s) => create(create(s.sandbox(), givenUp), { ok: { container_id: 'c1' } }),
    violated: (s) => create(later(create(create(s.sandbox(), givenUp), unknown), 40_000), unknown),
  },
  'container.create.unknown-sandbox-refused': {
    held: (s) => s.call('CreateContainer', { pod_sandbox_id: 'criprobe-unknown-sandbox' }, missing),
    violated: (s) =>
      s.call(
        'CreateContainer',
        { pod_sandbox_id: 'criprobe-unknown-sandbox' },
        { ok: { container_id: 'c1' } },
      ),
  },
  'container.list.image-true': {
    held: (s) => asked({})(s).list([s.item()]),
    violated: (s) => asked({})(s).list([s.item('c1', { image_ref: 'reg/other@sha256:123' })]),
  },
  'container.list.nothing-unknown': {
    held: (s) => s.running().list([s.item()]),
    violated: (s) =>
      create(s.sandbox(), unknown).list([{ id: 'c9', pod_sandbox_id: 's1', metadata: { name: 'x' } }]),
  },
  'container.remove.never-started': {
    held: (s) => s.sandbox().create().remove(),
    violated: (s) => s.sandbox().create().remove(unknown),
  },
  'container.remove.unknown-ok': {
    held: (s) => s.call('RemoveContainer', { container_id: 'criprobe-unknown-container' }, ok),
    violated: (s) => s.call('RemoveContainer', { container_id: 'criprobe-unknown-container' }, missing),
  },
  'container.start.unknown-refused': {
    held: (s) => s.call('StartContainer', { container_id: 'criprobe-unknown-container' }, missing),
    violated: (s) => s.call('StartContainer', { container_id: 'criprobe-unknown-container' }, ok),
  },
  'container.status.exit-explained': {
    held: (s) => s.running().exited(7, { reason: 'Error' }),
    violated: (s) => s.running().exited(7, { reason: 'Gone' }),
  },
  'container.status.exit-noticed': {
    held: (s) => s.running({ command: ['/box', 'exit 0'] }).exited(),
    violated: (s) => later(s.running({ command: ['/box', 'exit 0'] }), 60_000).status(),
  },
  'container.status.finished-at-fits': {
    // While it is being stopped, a view may lag behind.
    held: (s) => {
      later(s.running(), 5_000).status().stop();
      const finished = s.ns();
      return later(s, 2_500).status().exited(0, { finished_at: finished });
    },
    violated: (s) =>
      later(s.running(), 5_000)
        .status()
        .exited(0, { finished_at: s.startedAt('c1') }),
  },
  'container.status.image-true': {
    held: shown({}, {}),
    violated: shown({}, { image: { image: 'junk' } }),
  },
  'container.status.mounts-as-asked': {
    held: shown(
      { mounts: [volume, ofImage(named), { container_path: '/part', host_path: link }] },
      { mounts: [volume, ofImage(imageHash), { container_path: '/part', host_path: part }] },
    ),
    violated: shown({ mounts: [volume] }, { mounts: [{ ...volume, readonly: false }] }),
  },
  'container.status.oom-told': {
    held: (s) => s.running(greedy).exited(137, { reason: 'OOMKilled' }).log(oneLine),
    violated: (s) => s.running(greedy).exited(1, { reason: 'Error' }).log(oneLine),
  },
  'container.status.resources-as-asked': {
    held: shown(limits, { resources: { linux: limits.linux.resources } }),
    violated: shown(limits, {
      resources: { linux: { ...limits.linux.resources, memory_limit_in_bytes: '2000' } },
    }),
  },
  'container.status.stop-signal': {
    held: shown({ stop_signal: 'SIGNAL_SIGUSR1' }, { stop_signal: 'SIGNAL_SIGUSR1' }),
    violated: shown({}, { stop_signal: 'SIGNAL_SIGKILL' }),
  },
  'container.status.user-as-asked': {
    held: shown(nobody, userIs('7')),
    violated: shown(nobody, userIs('0')),
  },
  'container.stop.beside-another': {
    held: (s) => meanwhile(deaf(s).stop(ok, '2', 2000), 1900).stop(ok, '2', 1900),
    violated: (s) => meanwhile(deaf(s).stop(ok, '2', 2000), 1900).stop({ refused: 'UNAVAILABLE' }, '2', 1),
  },
  'container.stop.holds-up-no-other': {
    // It takes its time, but did not wait for the stop.
    held: (s) =>
      meanwhile(deaf(s).stop(ok, '8', 8000), 6000)
        .lasting(3000)
        .call('RunPodSandbox', making, anotherSandbox),
    violated: (s) =>
      meanwhile(deaf(s).stop(ok, '8', 8000), 7000)
        .lasting(6999)
        .call('RunPodSandbox', making, anotherSandbox),
  },
  'container.stop.holds-up-no-read': {
    held: (s) => meanwhile(deaf(s).stop(ok, '6', 6000), 5000).status(),
    violated: (s) =>
      meanwhile(deaf(s).status().status().stop(ok, '6', 6000), 5000)
        .lasting(4999)
        .status(),
  },
  'container.stop.lives-in-grace': {
    held: (s) => deaf(s).stop(ok, '5', 5000).exited(137).log(beat(4900)),
    violated: (s) => deaf(s).stop(ok, '5', 5000).exited(137).log(beat(1900)),
  },
  'container.stop.never-started': {
    held: (s) => s.sandbox().create().stop(),
    violated: (s) => s.sandbox().create().stop(unknown),
  },
  'container.stop.shorter-wins': {
    held: (s) => meanwhile(deaf(s).stop(ok, '30', 3000), 2000).stop(ok, '1', 1000),
    violated: (s) => meanwhile(deaf(s).stop(ok, '30', 30_000), 29_000).stop(ok, '1', 29_000),
  },
  'container.stop.signal-once': {
    held: (s) => stoppedTwice(s, 'asked'),
    violated: (s) => stoppedTwice(s, 'asked', 'asked'),
  },
  'container.stop.silent-after': {
    held: (s) => later(deaf(s).remove(), 3000).log(beat(10)),
    violated: (s) => later(deaf(s).remove(), 3000).log(beat(2900)),
  },
  'sandbox.list.agrees-with-status': {
    held: (s) => s.sandbox().sandboxStatus().sandboxes([s.sandboxView()]),
    violated: (s) =>
      s
        .sandbox()
        .sandboxStatus()
        .sandboxes([{ ...s.sandboxView(), created_at: '5' }]),
  },
  'sandbox.list.nothing-unknown': {
    held: (s) => s.sandbox().sandboxes([s.sandboxView()]),
    violated: (s) => run(s, unknown).sandboxes([{ id: 's9', metadata: making.config.metadata }]),
  },
  'sandbox.remove.forces-containers': {
    held: (s) => s.running().removeSandbox(),
    violated: (s) => s.running().removeSandbox('s1', { refused: 'FAILED_PRECONDITION' }),
  },
  'sandbox.remove.unknown-ok': {
    held: (s) => s.removeSandbox('criprobe-unknown-sandbox'),
    violated: (s) => s.removeSandbox('criprobe-unknown-sandbox', missing),
  },
  'sandbox.run.again-after-deadline': {
    held: (s) => run(run(s, givenUp), { ok: { pod_sandbox_id: 's1' } }),
    violated: (s) => run(later(run(run(s, givenUp), unknown), 40_000), unknown),
  },
  'sandbox.status.containers-agree': {
    held: (s) => reading(s.running().status(), { containers_statuses: [s.view()], timestamp: s.ns() }),
    violated: (s) =>
      reading(s.running().status(), {
        containers_statuses: [s.view('c1', { image_ref: 'junk' })],
        timestamp: s.ns(),
      }),
  },
  'sandbox.status.handler-as-asked': {
    held: (s) => withHandler(s, 'kata'),
    violated: (s) => withHandler(s, 'runc'),
  },
  'sandbox.status.later-attempt-later': {
    held: (s) => s.sandbox().sandboxStatus().sandbox('s2').sandboxStatus('s2'),
    violated: (s) => s.sandbox().sandboxStatus().sandbox('s2').sandboxStatus('s2', { created_at: '1' }),
  },
  'sandbox.status.namespaces-as-asked': {
    held: (s) => showing(s, 'CONTAINER'),
    violated: (s) => showing(s, 'NODE'),
  },
  'sandbox.status.own-id': {
    held: (s) => s.sandbox().sandboxStatus(),
    violated: (s) => s.sandbox().sandboxStatus('s1', { id: 's2' }),
  },
  'sandbox.status.state-forward': {
    held: (s) => s.sandbox().sandboxStatus().sandboxStatus(),
    violated: (s) => s.sandbox().sandboxStatus().sandboxStatus('s1', { state: 'SANDBOX_NOTREADY' }),
  },
};
