// SPDX-License-Identifier: Apache-2.0
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const made = (s: Story): Story => s.sandbox();
const stopped = (s: Story): Story => made(s).stopSandbox();
const removed = (s: Story): Story => stopped(s).removeSandbox();
const notReady = { state: 'SANDBOX_NOTREADY' } as const;
const metadata = { name: 'q', uid: 'u2', namespace: 'd' };

export const sandboxExamples: Examples = {
  'sandbox.list.filters-and': {
    held: (s) =>
      made(s).sandboxes([s.sandboxView()], { id: 's1', label_selector: { uid: 'u', color: 'green' } }),
    violated: (s) => made(s).sandboxes([s.sandboxView()], { label_selector: { uid: 'u', color: 'red' } }),
  },
  'sandbox.list.filters-find': {
    held: (s) => made(s).sandboxes([s.sandboxView()], {}),
    violated: (s) => made(s).sandboxes([], { label_selector: { uid: 'u' } }),
  },
  'sandbox.list.items-complete': {
    held: (s) => made(s).sandboxes([s.sandboxView()]),
    violated: (s) => made(s).sandboxes([{ id: 's1' }]),
  },
  'sandbox.list.no-match-empty': {
    held: (s) => s.sandboxes([], { id: 'criprobe-unknown-sandbox' }),
    violated: (s) =>
      s.call('ListPodSandbox', { filter: { id: 'criprobe-unknown-sandbox' } }, { refused: 'NOT_FOUND' }),
  },
  'sandbox.list.state-filter': {
    held: (s) => stopped(s).sandboxes([], { state: {} }),
    violated: (s) => stopped(s).sandboxes([s.sandboxView('s1', notReady)], { state: {} }),
  },
  'sandbox.network.additional-ips-exclude-primary': {
    held: (s) =>
      made(s).sandboxStatus('s1', { network: { ip: '10.0.0.5', additional_ips: [{ ip: 'fd00::5' }] } }),
    violated: (s) =>
      made(s).sandboxStatus('s1', { network: { ip: '10.0.0.5', additional_ips: [{ ip: '10.0.0.5' }] } }),
  },
  'sandbox.network.ip-at-once': {
    held: (s) => made(s).sandboxStatus(),
    violated: (s) => made(s).sandboxStatus('s1', { network: {} }).sandboxStatus(),
  },
  'sandbox.network.ip-not-shared': {
    held: (s) =>
      made(s)
        .sandbox('s2', { metadata })
        .sandboxStatus()
        .sandboxStatus('s2', { network: { ip: '10.0.0.6' } }),
    violated: (s) => made(s).sandbox('s2', { metadata }).sandboxStatus().sandboxStatus('s2'),
  },
  'sandbox.network.ip-stable': {
    held: (s) => made(s).sandboxStatus().sandboxStatus(),
    violated: (s) =>
      made(s)
        .sandboxStatus()
        .sandboxStatus('s1', { network: { ip: '10.0.0.7' } }),
  },
  'sandbox.network.ips-parsable': {
    held: (s) => made(s).sandboxStatus('s1', { network: { ip: 'fd00::1:5' } }),
    violated: (s) => made(s).sandboxStatus('s1', { network: { ip: '10.0.0.5/24' } }),
  },
  'sandbox.remove.gone': {
    held: (s) => removed(s).missingSandbox(),
    violated: (s) => removed(s).sandboxes([s.sandboxView('s1', notReady)]),
  },
  'sandbox.remove.idempotent': {
    held: (s) => removed(s).removeSandbox(),
    violated: (s) => removed(s).removeSandbox('s1', { refused: 'NOT_FOUND' }),
  },
  'sandbox.remove.succeeds': {
    held: removed,
    violated: (s) => stopped(s).removeSandbox('s1', { refused: 'UNKNOWN' }),
  },
  'sandbox.remove.takes-containers': {
    held: (s) => s.running().removeSandbox().missing(),
    violated: (s) =>
      s
        .running()
        .removeSandbox()
        .list([s.item('c1', { state: 'CONTAINER_EXITED' })]),
  },
  'sandbox.run.id-unique': {
    held: (s) => made(s).sandbox('s2', { metadata }),
    violated: (s) => made(s).sandbox('s1', { metadata }),
  },
  'sandbox.run.no-duplicate': {
    held: (s) =>
      made(s).call(
        'RunPodSandbox',
        { config: { metadata: { name: 'p', uid: 'u', namespace: 'd' } } },
        { refused: 'UNKNOWN' },
      ),
    violated: (s) => made(s).sandbox('s2'),
  },
  'sandbox.run.ready-at-once': {
    held: (s) => made(s).sandboxStatus().sandboxes([s.sandboxView()]),
    violated: (s) => made(s).sandboxes([s.sandboxView('s1', notReady)]),
  },
  'sandbox.run.unknown-handler-refused': {
    held: (s) =>
      s.call('RunPodSandbox', { runtime_handler: 'criprobe-unknown-handler' }, { refused: 'UNKNOWN' }),
    violated: (s) =>
      s.call(
        'RunPodSandbox',
        { runtime_handler: 'criprobe-unknown-handler' },
        { ok: { pod_sandbox_id: 's1' } },
      ),
  },
  'sandbox.status.annotations-unchanged': {
    held: (s) => made(s).sandboxStatus(),
    violated: (s) => made(s).sandboxStatus('s1', { annotations: { note: 'other' } }),
  },
  'sandbox.status.created-at': {
    // The runtime went on with what a client gave up, and answered the next call with it.
    held: (s) => {
      const [config, created] = [{ metadata: { name: 'p', uid: 'u', namespace: 'd' } }, s.ns(1)];
      s.call('RunPodSandbox', { config }, { unanswered: true }).atMs += 60_000;
      return made(s).sandboxStatus('s1', { created_at: created });
    },
    violated: (s) => made(s).sandboxStatus('s1', { created_at: '1700000000' }),
  },
  'sandbox.status.labels-unchanged': {
    held: (s) =>
      made(s).sandboxStatus('s1', { labels: { uid: 'u', color: 'green', added: 'by the runtime' } }),
    violated: (s) => made(s).sandboxes([s.sandboxView('s1', { labels: { uid: 'u' } })]),
  },
  'sandbox.status.metadata-unchanged': {
    held: (s) => made(s).sandboxStatus(),
    violated: (s) =>
      made(s).sandboxStatus('s1', { metadata: { name: 'p', uid: 'u', namespace: 'd', attempt: 1 } }),
  },
  'sandbox.status.missing-not-found': {
    held: (s) => removed(s).missingSandbox(),
    violated: (s) => s.call('PodSandboxStatus', { pod_sandbox_id: 'criprobe-unknown-sandbox' }, { ok: {} }),
  },
  'sandbox.status.network-mode': {
    held: (s) => made(s).sandboxStatus('s1', { linux: { namespaces: { options: { pid: 'CONTAINER' } } } }),
    violated: (s) => made(s).sandboxStatus('s1', { linux: { namespaces: { options: { network: 'NODE' } } } }),
  },
  'sandbox.stop.created-not-awaited': {
    held: (s) =>
      s.sandbox().create().status('c1', { state: 'CONTAINER_CREATED' }).lasting(9000).stopSandbox(),
    violated: (s) =>
      s.sandbox().create().status('c1', { state: 'CONTAINER_CREATED' }).lasting(58_000).stopSandbox(),
  },
  'sandbox.stop.ends-containers': {
    held: (s) => s.running().status().stopSandbox().exited(137),
    violated: (s) => s.running().status().stopSandbox().status(),
  },
  'sandbox.stop.idempotent': {
    held: (s) => stopped(s).stopSandbox(),
    violated: (s) => stopped(s).stopSandbox('s1', { refused: 'NOT_FOUND' }),
  },
  'sandbox.stop.not-ready-and-listed': {
    held: (s) => stopped(s).sandboxStatus('s1', notReady),
    violated: (s) => stopped(s).sandboxes([]),
  },
  'sandbox.stop.succeeds': {
    held: stopped,
    violated: (s) => made(s).stopSandbox('s1', { refused: 'INTERNAL' }),
  },
  'sandbox.stop.unknown-ok': {
    held: (s) => s.stopSandbox('criprobe-unknown-sandbox'),
    violated: (s) => removed(s).stopSandbox('s1', { refused: 'NOT_FOUND' }),
  },
};
