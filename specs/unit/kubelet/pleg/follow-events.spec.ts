// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { followEvents } from '#kubelet/pleg/follow-events.js';
import { settled } from '../probes/manual-clock.js';
import { containerOf, sandboxOf } from './listed-pod.js';

interface EventLog {
  readonly relisted: string[];
  readonly told: PodStatus[];
  readonly listening: boolean[];
}

const sandbox = sandboxOf({ id: 's0', at: 1, ip: '10.0.0.1' });
const stopped: ContainerEventResponse = {
  container_event_type: 'CONTAINER_STOPPED_EVENT',
  pod_sandbox_status: sandbox,
  containers_statuses: [containerOf({ id: 'c0', at: 2, state: 'exited' })],
};
const started: ContainerEventResponse = { ...stopped, container_event_type: 'CONTAINER_STARTED_EVENT' };
const nameless: ContainerEventResponse = { container_event_type: 'CONTAINER_STOPPED_EVENT' };

type Stream = AsyncIterable<{ readonly message: ContainerEventResponse }>;

function follow(
  version: string,
  events: () => Stream,
  signal: AbortSignal = new AbortController().signal,
): { heard: EventLog; ended: Promise<void> } {
  const heard: EventLog = { relisted: [], told: [], listening: [] };
  const pleg = {
    relistPod: (uid: string) => Promise.resolve(void heard.relisted.push(uid)),
    setEvented: (evented: boolean) => void heard.listening.push(evented),
    applyEvent: (_: string, status: PodStatus) => void heard.told.push(status),
  };
  const note = (): void => undefined;
  return { heard, ended: followEvents({ events, pleg, traits: traitsOf(version), note, signal }) };
}

async function* streamOf(
  ...messages: ContainerEventResponse[]
): AsyncGenerator<{ message: ContainerEventResponse }> {
  for (const message of messages) yield await Promise.resolve({ message });
}

const endless = (): Stream => ({
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
});

describe('events of the runtime', () => {
  it('newest: a stop is a hint to look, and nothing else is', async () => {
    let opened = 0;
    const { heard, ended } = follow('1.37', () => {
      opened += 1;
      return opened === 1 ? streamOf(started, stopped, nameless) : streamOf();
    });
    await ended;
    expect(heard).toEqual({
      relisted: ['u'],
      told: [],
      listening: [false, false, false, false, false, false],
    });
    expect(opened).toBe(5);
  });

  it('1.26 to 1.36: an event brings the status of its pod', async () => {
    let opened = 0;
    const { heard, ended } = follow('1.32', () =>
      (opened += 1) === 1 ? streamOf(started, nameless) : streamOf(),
    );
    await ended;
    expect(heard.relisted).toEqual([]);
    expect(heard.told).toMatchObject([
      { sandboxes: [{ id: 's0' }], containers: [{ id: 'c0' }], ips: ['10.0.0.1'] },
    ]);
    expect([...(heard.told[0]?.active ?? [])]).toEqual(['c0']);
    expect(heard.listening.at(0)).toBe(true);
    expect(heard.listening.at(-1)).toBe(false);
  });

  it('a stream that breaks counts as one that ended', async () => {
    let opened = 0;
    const broken: Stream = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
    };
    const { ended } = follow('1.37', () => {
      opened += 1;
      return broken;
    });
    await ended;
    expect(opened).toBe(5);
  });

  it('a silent stream does not keep the kubelet from ending', async () => {
    const ending = new AbortController();
    const { heard, ended } = follow('1.37', endless, ending.signal);
    await settled();
    ending.abort();
    await ended;
    expect(heard.relisted).toEqual([]);
  });
});
