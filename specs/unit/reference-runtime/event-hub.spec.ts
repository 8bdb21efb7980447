// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContainerEventResponse } from '#cri/proto/generated/messages.js';
import { createBench, served, type Bench } from './bench.js';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.close());

const collect = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of stream) all.push(item);
  return all;
};

describe('events', () => {
  it('tell every subscriber the whole life of sandbox and container', async () => {
    const first = collect(bench.runtime.handlers.GetContainerEvents({}, served()));
    const second = collect(bench.runtime.handlers.GetContainerEvents({}, served()));
    const sandbox = await bench.sandbox();
    const id = await bench.box(sandbox, ['exit 4']);
    await bench.exited(id);
    await bench.call('RemoveContainer', { container_id: id });
    await bench.call('RemovePodSandbox', { pod_sandbox_id: sandbox });
    await bench.runtime.close();
    const events = await first;
    expect(await second).toEqual(events);
    const of = (wanted: string): unknown[] =>
      events
        .filter((event) => event.container_id === wanted)
        .map((event) => event.container_event_type?.split('_')[1] ?? 'CREATED');
    expect(of(sandbox)).toEqual(['CREATED', 'STARTED', 'STOPPED', 'DELETED']);
    expect(of(id)).toEqual(['CREATED', 'STARTED', 'STOPPED', 'DELETED']);
    expect(events.every((event) => event.pod_sandbox_status?.metadata?.name === 'pod-1')).toBe(true);
    const stopped = events.find(
      (event) => event.container_id === id && event.container_event_type === 'CONTAINER_STOPPED_EVENT',
    );
    expect(stopped?.containers_statuses).toMatchObject([{ id, state: 'CONTAINER_EXITED', exit_code: 4 }]);
  });

  it('do not wait for who does not read, and stop for who has gone', async () => {
    const gone = new AbortController();
    bench.runtime.handlers.GetContainerEvents({}, served());
    const left = collect<ContainerEventResponse>(
      bench.runtime.handlers.GetContainerEvents({}, served(gone.signal)),
    );
    await bench.sandbox();
    gone.abort();
    await expect(left).resolves.toBeInstanceOf(Array);
  });
});
