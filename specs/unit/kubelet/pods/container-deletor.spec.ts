// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ContainerDeletor } from '#kubelet/pods/container-deletor.js';
import { noStatus, type PodStatus } from '#kubelet/decide/report/pod-status.js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';
import type { PodEvent } from '#kubelet/pleg/pod-event.js';
import { ManualClock } from '../probes/manual-clock.js';
import { scriptedCalls } from '../scripted-calls.js';
import { tempNode, type TempNode } from '../temp-node.js';
import { containerOf, type ListedObject } from '../pleg/listed-pod.js';

const died = (...ids: string[]): PodEvent[] => ids.map((id) => ({ what: 'died', id }));
const statusOf = (things: ListedObject[]): PodStatus => ({
  ...noStatus,
  containers: things.map(containerOf),
});
const exited = (id: string, at: number, name = 'a'): ListedObject => ({ id, at, name, state: 'exited' });

describe('containers that died', () => {
  let temp: TempNode;
  const clock = new ManualClock();
  beforeEach(() => {
    temp = tempNode();
  });
  afterEach(() => temp.remove());

  const dead = (call: RuntimeCall, signal: AbortSignal = new AbortController().signal): ContainerDeletor =>
    new ContainerDeletor({
      ctx: { call, clock, node: temp.node, signal, note: () => undefined },
      isInit: (name) => name === 'init',
    });

  /** What is removed in its order; `!` where the first read finds nothing any more. */
  const removedAfter = async (status: PodStatus, events: PodEvent[], all: boolean): Promise<string[]> => {
    const gone = new Set<string>();
    const ending = new AbortController();
    const { call, made } = scriptedCalls({
      ContainerStatus: ({ container_id: id = '' }) =>
        gone.has(id) ? { refused: 'NOT_FOUND' } : { status: containerOf({ id, at: 1 }) },
      RemoveContainer: ({ container_id: id = '' }) => {
        gone.add(id);
        return {};
      },
    });
    const removing = dead(call, ending.signal);
    removing.afterEvents(status, events, all);
    removing.syncBegins();
    await removing.idle();
    const words = made.map((line) => line.split(' '));
    return words.flatMap(([rpc = '', id = ''], at) => {
      if (rpc === 'RemoveContainer') return [id];
      const alone = words[at + 1]?.[1] !== id && words[at - 1]?.[1] !== id;
      return alone ? [`${id}!`] : [];
    });
  };

  it.each<[string, ListedObject[], PodEvent[], boolean, string[]]>([
    [
      'the newest of its name stays',
      [exited('c2', 3), exited('c1', 2), exited('c0', 1)],
      died('c2'),
      false,
      ['c1', 'c0'],
    ],
    ['the only one stays', [exited('c0', 1)], died('c0'), false, []],
    [
      'one runs again, as recorded',
      [{ id: 'c2', at: 3 }, exited('c1', 2), exited('c0', 1)],
      died('c1'),
      false,
      ['c0'],
    ],
    ['another name died', [exited('b0', 3, 'b'), exited('a1', 2), exited('a0', 1)], died('b0'), false, []],
    ['a sandbox died', [exited('c1', 2), exited('c0', 1)], died('s0'), false, []],
    ['it only started', [exited('c1', 2), exited('c0', 1)], [{ what: 'started', id: 'c1' }], false, []],
    [
      'all, as recorded: asked once per death',
      [exited('b', 2, 'b'), exited('a', 1)],
      died('a', 'b', 's0'),
      true,
      ['b', 'a', 'b!', 'a!', 'b!', 'a!'],
    ],
    ['all: a sandbox alone', [exited('c0', 1)], died('s0'), true, ['c0']],
  ])('%s', async (...[, things, events, all, expected]) => {
    expect(await removedAfter(statusOf(things), events, all)).toEqual(expected);
  });

  it('forgets what comes while fifty wait', async () => {
    const many = Array.from({ length: 60 }, (_, at) => exited(`c${at}`, 60 - at));
    expect(await removedAfter(statusOf(many), died('c0'), true)).toHaveLength(51);
  });

  it('removes init containers beside the sync that follows, and all others before it', async () => {
    const { call, made } = scriptedCalls({});
    const things = ['init', 'a'].flatMap((name) => [
      exited(`${name}1`, 2, name),
      exited(`${name}0`, 1, name),
    ]);
    const removing = dead(call);
    removing.afterEvents(statusOf(things), died('init1', 'a1'), false);
    await removing.settled();
    expect(made).toEqual(['ContainerStatus a0']);
    removing.syncBegins();
    await removing.idle();
    expect(made).toEqual(['ContainerStatus a0', 'ContainerStatus init0']);
  });

  it('does not wait long for a sync', async () => {
    const { call, made } = scriptedCalls({});
    const removing = dead(call);
    const things = [exited('c1', 2, 'init'), exited('c0', 1, 'init')];
    removing.afterEvents(statusOf(things), died('c1'), false);
    await clock.until(clock.nowMs() + 49);
    expect(made).toEqual([]);
    await clock.until(clock.nowMs() + 1);
    await removing.idle();
    expect(made).toEqual(['ContainerStatus c0']);
  });

  it('ends with the kubelet when a read hangs', async () => {
    const ending = new AbortController();
    const { call, made } = scriptedCalls({ ContainerStatus: () => 'hangs' }, ending.signal);
    const removing = dead(call, ending.signal);
    removing.afterEvents(statusOf([exited('c1', 2), exited('c0', 1)]), died('s0'), true);
    await Promise.resolve();
    ending.abort();
    await removing.idle();
    expect(made.length).toBeLessThanOrEqual(1);
  });
});
