// SPDX-License-Identifier: Apache-2.0
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const created = (s: Story): Story => s.sandbox().create();
const asCreated = (s: Story) => s.view('c1', { state: 'CONTAINER_CREATED', started_at: '0' });
const ofImage = (s: Story): Story =>
  s.image('sha256:abc', { image: { id: 'sha256:abc', size: '7' } }).running();
const removed = (s: Story): Story => s.running().exited().remove();
const again = { metadata: { name: 'a', attempt: 1 } };
const status = (s: Story, ok: ReturnType<Story['view']>): Story =>
  s.call('ContainerStatus', { container_id: 'c1' }, { ok: { status: ok } });

export const containerExamples: Examples = {
  'container.create.created-state': {
    held: (s) => status(created(s), asCreated(s)),
    violated: (s) => status(created(s), { ...asCreated(s), started_at: '-6795364578871345152' }),
  },
  'container.create.id-unique': {
    held: (s) => created(s).create('c2', again),
    violated: (s) => created(s).create('c1', again),
  },
  'container.create.listed-under-sandbox': {
    held: (s) => created(s).list([s.item()]),
    violated: (s) => created(s).list([s.item('c1', { pod_sandbox_id: 's2' })]),
  },
  'container.create.name-free-after-remove': {
    held: (s) => removed(s).create('c2'),
    violated: (s) =>
      removed(s).call(
        'CreateContainer',
        { pod_sandbox_id: 's1', config: { metadata: { name: 'a' } } },
        { refused: 'ALREADY_EXISTS' },
      ),
  },
  'container.create.no-duplicate': {
    held: (s) => created(s).create('c1'),
    violated: (s) => created(s).create('c2'),
  },
  'container.create.stopped-sandbox-refused': {
    held: (s) =>
      s.sandbox().stopSandbox().call('CreateContainer', { pod_sandbox_id: 's1' }, { refused: 'UNKNOWN' }),
    violated: (s) => s.sandbox().stopSandbox().create(),
  },
  'container.list.agrees-with-status': {
    held: (s) => s.running().list([s.item()]).status(),
    violated: (s) =>
      s
        .running()
        .list([s.item('c1', { created_at: '5' })])
        .status(),
  },
  'container.list.filters-and': {
    held: (s) => s.running().list([s.item()], { pod_sandbox_id: 's1', label_selector: { name: 'a' } }),
    violated: (s) => s.running().list([s.item()], { id: 'c1', label_selector: { name: 'b' } }),
  },
  'container.list.items-complete': {
    held: (s) => s.running().list([s.item()]),
    violated: (s) => s.running().list([s.item('c1', { image: undefined })]),
  },
  'container.list.no-match-empty': {
    held: (s) => s.list([], { pod_sandbox_id: 'criprobe-unknown-sandbox' }),
    violated: (s) => s.running().list([s.item()], { id: 'criprobe-unknown-container' }),
  },
  'container.list.state-filter': {
    held: (s) =>
      s
        .running()
        .status()
        .list([s.item()], { state: { state: 'CONTAINER_RUNNING' } })
        .status(),
    violated: (s) => s.running().list([s.item()], { state: {} }),
  },
  'container.list.stays-until-removed': {
    held: (s) =>
      s
        .running()
        .exited()
        .list([s.item('c1', { state: 'CONTAINER_EXITED' })]),
    violated: (s) => s.running().exited().list([]),
  },
  'container.remove.forces-running': {
    held: (s) => s.running().status().remove(),
    violated: (s) => s.running().status().remove({ refused: 'UNKNOWN' }),
  },
  'container.remove.gone': {
    held: (s) => removed(s).missing(),
    violated: (s) => removed(s).exited(),
  },
  'container.remove.idempotent': {
    held: (s) => removed(s).remove(),
    violated: (s) => removed(s).remove({ refused: 'NOT_FOUND' }),
  },
  'container.remove.succeeds': {
    held: removed,
    violated: (s) => s.running().exited().remove({ refused: 'INTERNAL' }),
  },
  'container.start.failed-is-exited': {
    held: (s) => created(s).start('c1', { refused: 'UNKNOWN' }).exited(128),
    violated: (s) => created(s).start('c1', { refused: 'UNKNOWN' }).exited(128, { finished_at: '0' }),
  },
  'container.start.failed-not-running': {
    held: (s) => created(s).start('c1', { refused: 'UNKNOWN' }).missing(),
    violated: (s) => created(s).start('c1', { refused: 'UNKNOWN' }).status(),
  },
  'container.start.once': {
    held: (s) => s.running().start('c1', { refused: 'FAILED_PRECONDITION' }),
    violated: (s) => s.running().exited().start(),
  },
  'container.start.running-or-exited': {
    held: (s) => s.running().status(),
    violated: (s) => s.running().list([s.item('c1', { state: 'CONTAINER_CREATED' })]),
  },
  'container.status.annotations-unchanged': {
    held: (s) => s.running().status(),
    violated: (s) => s.running().list([s.item('c1', { annotations: {} })]),
  },
  'container.status.exit-code-true': {
    held: (s) => s.running({ command: ['/box', 'print hello', 'exit 7'] }).exited(7),
    violated: (s) => s.running({ command: ['/box', 'sleep 100ms', 'exit 7'] }).exited(255),
  },
  'container.status.exit-final': {
    held: (s) => s.running().exited(1).exited(1),
    violated: (s) => s.running().exited(1).exited(137),
  },
  'container.status.image-id': {
    held: (s) => ofImage(s).status('c1', { image_id: 'abc' }),
    violated: (s) => ofImage(s).status('c1', { image_id: 'sha256:other' }),
  },
  'container.status.image-stable': {
    held: (s) => s.running().status().status(),
    violated: (s) => s.running().status().status('c1', { image_ref: 'reg/other@sha256:1' }),
  },
  'container.status.labels-unchanged': {
    held: (s) => s.running().list([s.item()]),
    violated: (s) => s.running().status('c1', { labels: { uid: 'u' } }),
  },
  'container.status.later-attempt-later': {
    held: (s) => s.running().status().create('c2', again).status('c2'),
    violated: (s) =>
      s.running().lasting(50).status().create('c2', again).status('c2', { created_at: s.view().created_at }),
  },
  'container.status.log-path': {
    held: (s) => s.running().status('c1', { log_path: '/logs//a/0.log' }),
    violated: (s) => s.running().status('c1', { log_path: 'a/0.log' }),
  },
  'container.status.metadata-unchanged': {
    held: (s) => s.running(again).status(),
    violated: (s) => s.running(again).status('c1', { metadata: { name: 'a' } }),
  },
  'container.status.missing-not-found': {
    held: (s) => s.missing('criprobe-unknown-container'),
    violated: (s) => removed(s).call('ContainerStatus', { container_id: 'c1' }, { refused: 'UNKNOWN' }),
  },
  'container.status.reason-fits': {
    held: (s) => s.running().exited(0, { reason: 'Completed' }),
    violated: (s) => s.running({ command: ['/box', 'exit 7'] }).exited(7, { reason: 'OOMKilled' }),
  },
  'container.status.required-fields': {
    held: (s) => s.running().status(),
    violated: (s) => s.running().status('c1', { image_ref: '' }),
  },
  'container.status.signal-exit-code': {
    held: (s) => s.running().isUp().stop().exited(143),
    violated: (s) => s.running().isUp().stop().exited(0),
  },
  'container.status.state-forward': {
    held: (s) => s.running().status().exited(),
    violated: (s) => s.running().exited().list([s.item()]),
  },
  'container.status.termination-log-mount': {
    held: (s) => s.running().status(),
    violated: (s) => s.running().status('c1', { mounts: [] }),
  },
  'container.status.times-immutable': {
    held: (s) => s.running().exited().exited(),
    violated: (s) =>
      s
        .running()
        .exited()
        .exited(0, { finished_at: s.ns(10) }),
  },
  'container.status.times-in-window': {
    held: (s) => s.running().status(),
    violated: (s) => s.running().status('c1', { started_at: '1700000000' }),
  },
  'container.status.times-ordered': {
    held: (s) => s.running().exited(),
    violated: (s) => s.running().exited(0, { finished_at: '1600000000000000000' }),
  },
  'container.status.times-present': {
    held: (s) => s.running().status().exited(),
    violated: (s) => s.running().exited(0, { finished_at: '0' }),
  },
};
