// SPDX-License-Identifier: Apache-2.0
import type { ContainerStatus, Image, PodSandboxStatus } from '#cri/proto/generated/messages.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

/** One status before the daemon goes and another after it is back. */
const container =
  (after: ContainerStatus, before: ContainerStatus = {}) =>
  (s: Story): Story =>
    s
      .running()
      .status('c1', before)
      .outage()
      .status('c1', { ...before, ...after });
const sandbox =
  (after: PodSandboxStatus) =>
  (s: Story): Story =>
    s.sandbox().sandboxStatus().outage().sandboxStatus('s1', after);

const resources = (cpu: string): ContainerStatus => ({ resources: { linux: { cpu_shares: cpu } } });
const ended: ContainerStatus = { state: 'CONTAINER_EXITED', exit_code: 3, finished_at: '7', reason: 'Error' };

const program = ['/box', 'print ready', 'await /scratch/go', 'print last words', 'exit 7'];
const line = (text: string, second = 20): string => `2023-11-14T22:13:${second}Z stdout F ${text}\n`;
const ticks = (s: Story): Story => s.running({ command: ['/box', 'tick 40ms beat'] });

/** It is told to end while nobody is there to see it. */
const endsAway = (s: Story): Story =>
  s
    .running({ command: program })
    .status()
    .outage('stop', (away) => {
      away.step('wait-for-no-process', { container: 'a' });
    });
const killsSandbox = (s: Story): Story =>
  s
    .sandbox()
    .sandboxStatus()
    .outage('crash', (away) => {
      away.processKilled(1);
    });

const image: Image = { id: 'sha256:abc', size: '7', pinned: true, repo_tags: ['reg/box:1'] };
const imageAfter =
  (after: Image | undefined) =>
  (s: Story): Story =>
    s
      .image('reg/box:1', { image })
      .outage()
      .image('reg/box:1', after === undefined ? {} : { image: after });
const ready = (isReady: boolean) => ({
  status: {
    conditions: ['RuntimeReady', 'NetworkReady'].map((type) => ({ type, status: isReady })),
  },
});

export const restartStatesExamples: Examples = {
  'restart.container.created-stays-created': {
    held: (s) => {
      const created: ContainerStatus = { state: 'CONTAINER_CREATED', started_at: '0' };
      return s.sandbox().create().status('c1', created).outage().status('c1', created);
    },
    violated: (s) => {
      const created: ContainerStatus = { state: 'CONTAINER_CREATED', started_at: '0' };
      s.sandbox().create().status('c1', created).outage();
      return s.status('c1', { state: 'CONTAINER_EXITED', exit_code: 255, started_at: '0' });
    },
  },
  'restart.container.image-kept': {
    held: container({}),
    violated: container({ image_ref: 'sha256:abc' }),
  },
  'restart.container.keeps-running': {
    held: (s) => s.running().status().processes(1).outage().processes(1).status(),
    violated: (s) => s.running().status().processes(1).outage().processes(0).status(),
  },
  'restart.container.mounts-kept': { held: container({}), violated: container({ mounts: undefined }) },
  'restart.container.resources-kept': {
    held: container({}, resources('102')),
    violated: container(resources('51'), resources('102')),
  },
  'restart.container.unchanged': {
    held: container({ state: 'CONTAINER_EXITED' }),
    violated: container({ labels: {} }),
  },
  'restart.exit.code-kept': {
    held: (s) => endsAway(s).exited(7),
    violated: (s) => endsAway(s).exited(255, { reason: 'Unknown' }),
  },
  'restart.exit.seen': {
    held: (s) => endsAway(s).exited(255),
    violated: (s) => endsAway(s).exited(7, { finished_at: '5' }),
  },
  'restart.exited.data-kept': { held: container({}, ended), violated: container({ exit_code: 0 }, ended) },
  'restart.images.same': { held: imageAfter(image), violated: imageAfter({ ...image, pinned: false }) },
  'restart.log.kept': {
    held: (s) =>
      ticks(s)
        .outage()
        .log(line('beat 1') + line('beat 2', 21)),
    violated: (s) =>
      ticks(s)
        .outage()
        .log(line('beat 1') + line('beat 4', 21)),
  },
  'restart.log.last-words': {
    held: (s) =>
      endsAway(s)
        .exited(255)
        .log(line('ready') + line('last words')),
    violated: (s) => endsAway(s).exited(7).log(line('ready')),
  },
  'restart.objects.same-set': {
    held: (s) => s.running().list([s.item()]).outage().list([s.item()]),
    violated: (s) => s.running().list([s.item()]).outage().list([]),
  },
  'restart.runtime.config-same': {
    held: (s) =>
      s
        .call('RuntimeConfig', {}, { ok: { linux: {} } })
        .outage()
        .call('RuntimeConfig', {}, { ok: { linux: {} } }),
    violated: (s) =>
      s
        .call('RuntimeConfig', {}, { ok: { linux: {} } })
        .outage()
        .call('RuntimeConfig', {}, { ok: { linux: { cgroup_driver: 'CGROUPFS' } } }),
  },
  'restart.runtime.ready-again': {
    held: (s) => {
      s.call('Status', {}, { ok: ready(true) }).outage();
      return s.call('Status', {}, { ok: ready(false) }).call('Status', {}, { ok: ready(true) });
    },
    violated: (s) => {
      s.call('Status', {}, { ok: ready(true) }).outage();
      s.atMs += 31_000;
      return s.call('Status', {}, { ok: ready(false) });
    },
  },
  'restart.sandbox.ip-kept': { held: sandbox({}), violated: sandbox({ network: { ip: '' } }) },
  'restart.sandbox.ready-is-true': {
    held: (s) => killsSandbox(s).sandboxStatus('s1', { state: 'SANDBOX_NOTREADY' }),
    violated: (s) =>
      killsSandbox(s)
        .sandboxStatus()
        .call('CreateContainer', { pod_sandbox_id: 's1' }, { refused: 'UNKNOWN' }),
  },
  'restart.sandbox.state-kept': { held: sandbox({}), violated: sandbox({ state: 'SANDBOX_NOTREADY' }) },
  'restart.sandbox.unchanged': { held: sandbox({}), violated: sandbox({ created_at: '9' }) },
};
