// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerEventType,
  ContainerStats,
  LinuxContainerResources,
} from '#cri/proto/generated/messages.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const stats = (id = 'c1', name = 'a', usage = '5'): ContainerStats => ({
  attributes: { id, metadata: { name }, labels: { uid: 'u', name: 'a' }, annotations: { hash: '1' } },
  cpu: { timestamp: '9', usage_core_nano_seconds: { value: usage } },
});

const sampled = (s: Story, of: ContainerStats): Story =>
  s.call('ContainerStats', { container_id: 'c1' }, { ok: { stats: of } });

const event = (type: ContainerEventType, uid = 'u') => ({
  container_id: 'c1',
  container_event_type: type,
  pod_sandbox_status: { id: 's1', metadata: { name: 'p', namespace: 'd', uid } },
});

const update = (s: Story, cpu_shares: string): Story =>
  s.call('UpdateContainerResources', { container_id: 'c1', linux: { cpu_shares } }, { ok: {} });

const withResources = (s: Story, linux: LinuxContainerResources): Story =>
  s.status('c1', { resources: { linux } });
const before = { cpu_shares: '51', memory_limit_in_bytes: '4096' };

export const usageAndEventsExamples: Examples = {
  'events.order.once': {
    held: (s) => s.running().watched([event('CONTAINER_STARTED_EVENT'), event('CONTAINER_STOPPED_EVENT')]),
    violated: (s) =>
      s.running().watched([event('CONTAINER_STOPPED_EVENT'), event('CONTAINER_STOPPED_EVENT')]),
  },
  'events.payload.sandbox-metadata': {
    held: (s) => s.running().watched([event('CONTAINER_CREATED_EVENT')]),
    violated: (s) => s.running().watched([event('CONTAINER_DELETED_EVENT', '')]),
  },
  'resources.update.others-kept': {
    held: (s) =>
      withResources(update(withResources(s.running(), before), '102'), { ...before, cpu_shares: '102' }),
    violated: (s) => withResources(update(withResources(s.running(), before), '102'), { cpu_shares: '102' }),
  },
  'resources.update.shown': {
    held: (s) =>
      withResources(update(withResources(s.running(), before), '102'), { ...before, cpu_shares: '102' }),
    violated: (s) => withResources(update(withResources(s.running(), before), '102'), before),
  },
  'stats.container.attributes': {
    held: (s) => sampled(s.running(), stats()),
    violated: (s) => sampled(s.running(), stats('c2')),
  },
  'stats.container.counters-grow': {
    held: (s) => sampled(sampled(s.running().status(), stats()), stats('c1', 'a', '6')).status(),
    violated: (s) => sampled(sampled(s.running().status(), stats()), stats('c1', 'a', '4')).status(),
  },
  'stats.container.missing-refused': {
    held: (s) =>
      s.call('ContainerStats', { container_id: 'criprobe-unknown-container' }, { refused: 'NOT_FOUND' }),
    violated: (s) => sampled(s.running().exited().remove(), stats()),
  },
  'stats.list.of-sandbox': {
    held: (s) =>
      s
        .running()
        .call('ListContainerStats', { filter: { pod_sandbox_id: 's1' } }, { ok: { stats: [stats()] } })
        .status(),
    violated: (s) =>
      s
        .running()
        .call(
          'ListContainerStats',
          { filter: { pod_sandbox_id: 's1' } },
          { ok: { stats: [stats(), stats('c9')] } },
        )
        .status(),
  },
};
