// SPDX-License-Identifier: Apache-2.0
import type { ContainerStats, PodSandboxStats } from '#cri/proto/generated/messages.js';
import type { Story } from '../../../support/evidence-literal.js';
import type { Examples } from './example.js';

const labels = { uid: 'u', name: 'a' };
const annotations = { hash: '1' };
const metadata = { name: 'p', uid: 'u', namespace: 'd' };

const value = (number: number) => ({ value: String(number) });

/** What a container with a limit of 64 MiB uses that holds 24 MiB. */
const stats = (s: Story, usage = 5_000_000, over: ContainerStats = {}): ContainerStats => ({
  attributes: { id: 'c1', metadata: { name: 'a' }, labels, annotations },
  cpu: { timestamp: s.ns(), usage_core_nano_seconds: value(usage) },
  memory: {
    timestamp: s.ns(),
    usage_bytes: value(26 << 20),
    working_set_bytes: value(25 << 20),
    rss_bytes: value(24 << 20),
    available_bytes: value(39 << 20),
  },
  writable_layer: { fs_id: { mountpoint: '/var' }, used_bytes: value(0), inodes_used: value(0) },
  ...over,
});

const sampled = (s: Story, usage?: number, over?: ContainerStats): Story =>
  s.call('ContainerStats', { container_id: 'c1' }, { ok: { stats: stats(s, usage, over) } });

const podStats = (s: Story, over: PodSandboxStats['linux'] = {}): PodSandboxStats => ({
  attributes: { id: 's1', metadata, labels: { uid: 'u', color: 'green' }, annotations: { note: 'kept' } },
  linux: {
    cpu: { timestamp: s.ns(), usage_core_nano_seconds: value(9_000_000) },
    memory: { timestamp: s.ns(), usage_bytes: value(30 << 20), working_set_bytes: value(29 << 20) },
    process: { timestamp: s.ns(), process_count: value(1) },
    containers: [stats(s)],
    ...over,
  },
});

const podSampled = (s: Story, of: PodSandboxStats = podStats(s)): Story =>
  s.call('PodSandboxStats', { pod_sandbox_id: 's1' }, { ok: { stats: of } });

const spinning = (s: Story): Story =>
  s
    .running({ command: ['/box', 'print up', 'cpu 2m'] })
    .status()
    .isUp();

const later = (s: Story): Story => {
  s.atMs += 300;
  return s;
};

const metrics = (s: Story, label_values: string[]): Story =>
  s
    .call(
      'ListMetricDescriptors',
      {},
      { ok: { descriptors: [{ name: 'm', help: 'It.', label_keys: ['id', 'pod'] }] } },
    )
    .call(
      'ListPodSandboxMetrics',
      {},
      {
        ok: {
          pod_metrics: [{ pod_sandbox_id: 's1', metrics: [{ name: 'm', label_values, value: value(1) }] }],
        },
      },
    );

const types = ['CREATED', 'STARTED', 'STOPPED', 'DELETED'] as const;

/** An event of c1, with the statuses as they are then. */
const event = (s: Story, type: (typeof types)[number], over: object = {}) => ({
  container_id: 'c1',
  container_event_type: `CONTAINER_${type}_EVENT` as const,
  created_at: s.ns(),
  pod_sandbox_status: s.sandboxView(),
  containers_statuses: [
    s.view('c1', type === 'STOPPED' ? { state: 'CONTAINER_EXITED', finished_at: s.ns(), exit_code: 3 } : {}),
  ],
  ...over,
});

/** A stream that was open before the container was made. */
const openFor = (s: Story, told: readonly (typeof types)[number][]): Story => {
  s.running().exited(3).remove();
  const first = { atMs: 0, message: { container_id: 's1' } };
  const messages = told.map((type) => ({ atMs: s.atMs, message: event(s, type) }));
  return s.watched([], { messages: [first, ...messages] });
};

/** A stream that was open before a sandbox was made and stopped. */
const sandboxTold = (s: Story, told: readonly (typeof types)[number][]): Story => {
  s.sandbox().stopSandbox();
  const messages = told.map((type) => ({
    atMs: s.atMs,
    message: { container_id: 's1', container_event_type: `CONTAINER_${type}_EVENT` },
  }));
  return s.watched([], { messages: [{ atMs: 0, message: { container_id: 's0' } }, ...messages] });
};

/** A program that holds 24 MiB is up. */
const holding = (s: Story): Story =>
  s
    .running({ command: ['/box', 'memory 24m', 'print up', 'wait'] })
    .status()
    .isUp();

/** A line of our program, written when it is read. */
const line = (s: Story, afterMs = 0): string => {
  const at = new Date(Number(BigInt(s.ns(afterMs)) / 1_000_000n)).toISOString();
  return `${at.replace('Z', '000000Z')} stdout F up\n`;
};

/** The step that waits for the line `up`, which never ends. */
const waiting = (s: Story): Story => {
  s.running({ command: ['/box', 'print up', 'wait'] }).status();
  const at = { scenario: 'example.story', atMs: s.atMs, nth: 1 };
  s.intents.push({ type: 'step', ...at, name: 'wait-for-log', parameters: { container: 'a', line: 'up' } });
  s.atMs += 20_000;
  return s.status();
};

export const statsAndEventsExamples: Examples = {
  'events.life.complete': {
    held: (s) => openFor(s, types),
    violated: (s) => openFor(s, ['CREATED', 'STARTED', 'DELETED']),
  },
  'events.payload.agrees': {
    held: (s) =>
      s
        .running()
        .status()
        .watched([event(s, 'STARTED')]),
    violated: (s) =>
      s
        .running()
        .status()
        .watched([event(s, 'STOPPED', { containers_statuses: [s.view()] })]),
  },
  'events.life.of-sandbox': {
    held: (s) => sandboxTold(s, ['STARTED', 'STOPPED']),
    violated: (s) => sandboxTold(s, ['STARTED']),
  },
  'events.payload.state-forward': {
    held: (s) =>
      s
        .running()
        .watched([event(s, 'STARTED')])
        .sandboxStatus(),
    violated: (s) =>
      s
        .running()
        .watched([
          event(s, 'STARTED', { pod_sandbox_status: s.sandboxView('s1', { state: 'SANDBOX_NOTREADY' }) }),
        ])
        .sandboxStatus(),
  },
  'events.payload.times': {
    held: (s) => s.running().watched([event(s, 'STARTED')]),
    violated: (s) => s.running().watched([event(s, 'STARTED', { created_at: '1' })]),
  },
  'log.content.appears': {
    held: (s) =>
      s
        .running({ command: ['/box', 'print up', 'wait'] })
        .status()
        .step('wait-for-log', { container: 'a', line: 'up' }),
    violated: (s) => waiting(s),
  },
  'log.line.times-in-window': {
    held: (s) => s.running().log(line(s)),
    violated: (s) => s.running().log(line(s, -3_600_000)),
  },
  'stats.container.follows-load': {
    held: (s) => sampled(later(sampled(spinning(s))), 205_000_000).status(),
    violated: (s) => sampled(later(sampled(spinning(s)))).status(),
  },
  'stats.container.plausible': {
    held: (s) => sampled(s.running().status()).status(),
    violated: (s) => sampled(s.running().status(), 0).status(),
  },
  'stats.metrics.described': {
    held: (s) => metrics(s, ['1', 'p']),
    violated: (s) => metrics(s, ['1']),
  },
  'stats.sandbox.attributes': {
    held: (s) => podSampled(s.sandbox()),
    violated: (s) => podSampled(s.sandbox('s1', { metadata: { ...metadata, uid: 'another' } })),
  },
  'stats.sandbox.containers': {
    held: (s) => podSampled(s.running().status()).status(),
    violated: (s) => podSampled(s.running().status(), podStats(s, { containers: [] })).status(),
  },
  'stats.sandbox.missing-refused': {
    held: (s) =>
      s.call('PodSandboxStats', { pod_sandbox_id: 'criprobe-unknown-sandbox' }, { refused: 'NOT_FOUND' }),
    violated: (s) => podSampled(s.sandbox().stopSandbox().removeSandbox()),
  },
  'stats.sandbox.follows-load': {
    held: (s) => podSampled(holding(s)).status(),
    violated: (s) =>
      podSampled(
        holding(s),
        podStats(s, {
          memory: { timestamp: s.ns(), usage_bytes: value(12 << 20), working_set_bytes: value(12 << 20) },
        }),
      ).status(),
  },
  'stats.sandbox.plausible': {
    held: (s) => podSampled(s.running().status()).status(),
    violated: (s) =>
      podSampled(
        s.running().status(),
        podStats(s, { process: { timestamp: s.ns(), process_count: value(0) } }),
      ).status(),
  },
  'stats.sandbox.succeeds': {
    held: (s) => podSampled(s.sandbox()),
    violated: (s) =>
      s
        .sandbox('s1', { linux: { cgroup_parent: '/pods/u' } })
        .call('PodSandboxStats', { pod_sandbox_id: 's1' }, { refused: 'UNKNOWN' }),
  },
};
