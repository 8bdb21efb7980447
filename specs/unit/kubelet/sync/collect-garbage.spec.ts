// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  collectContainerGarbage,
  evictableContainers,
  surplusSandboxes,
} from '#kubelet/sync/collect-garbage.js';
import { partialContext } from '../partial-context.js';
import { ManualClock } from '../probes/manual-clock.js';
import { scriptedCalls, type Script } from '../scripted-calls.js';
import { tempNode, type TempNode } from '../temp-node.js';
import { containerOf, sandboxOf, type ListedObject } from '../pleg/listed-pod.js';

const exited = (id: string, at: number, name = 'a'): ListedObject => ({ id, at, name, state: 'exited' });
const kept = new Map([['u', false]]);
const removable = new Map([['u', true]]);

describe('which dead containers go, in which order', () => {
  it.each<[string, ListedObject[], ReadonlyMap<string, boolean>, string[]]>([
    ['the newest of a name stays', [exited('c1', 2), exited('c2', 3), exited('c0', 1)], kept, ['c0', 'c1']],
    ['a single one stays', [exited('c0', 1)], kept, []],
    ['each name for itself', [exited('a0', 1), exited('b0', 2, 'b'), exited('a1', 3)], kept, ['a0']],
    ['what runs does not count', [exited('c0', 1), { id: 'c1', at: 2 }], kept, []],
    ['created counts as dead', [exited('c0', 1), { id: 'c1', at: 2, state: 'created' }], kept, ['c0']],
    ['unknown counts as dead', [{ id: 'c0', at: 1, state: 'unknown' }, exited('c1', 2)], kept, ['c0']],
    [
      'all: last listed first',
      [exited('c1', 9), exited('c0', 5), exited('c2', 7)],
      removable,
      ['c2', 'c0', 'c1'],
    ],
    ['all, but what runs', [exited('c0', 1), { id: 'c1', at: 2 }], removable, ['c0']],
    ['not ours', [exited('c0', 1), exited('c1', 2)], new Map(), []],
  ])('%s', (...[, things, pods, expected]) => {
    expect(evictableContainers(things.map(containerOf), pods).map(({ id }) => id)).toEqual(expected);
  });

  it('begins with the pods of which nothing stays', () => {
    const ofOther = { ...containerOf(exited('v0', 9)), labels: { 'io.kubernetes.pod.uid': 'v' } };
    const all = [containerOf(exited('u0', 1)), containerOf(exited('u1', 2)), ofOther];
    const pods = new Map([
      ['u', false],
      ['v', true],
    ]);
    expect(evictableContainers(all, pods).map(({ id }) => id)).toEqual(['v0', 'u0']);
  });
});

describe('which sandboxes are surplus', () => {
  it.each<[string, ListedObject[], ReadonlyMap<string, boolean>, string[]]>([
    [
      'the newest stays',
      [
        { id: 's1', at: 2 },
        { id: 's2', at: 3 },
        { id: 's0', at: 1 },
      ],
      kept,
      ['s0', 's1'],
    ],
    ['a single one stays', [{ id: 's0', at: 1, ready: false }], kept, []],
    [
      'all: oldest first',
      [
        { id: 's1', at: 9 },
        { id: 's0', at: 1 },
        { id: 's2', at: 5 },
      ],
      removable,
      ['s0', 's2', 's1'],
    ],
    ['not ours', [{ id: 's0', at: 1 }], new Map(), []],
  ])('%s', (...[, things, pods, expected]) => {
    expect(surplusSandboxes(things.map(sandboxOf), pods).map(({ id }) => id)).toEqual(expected);
  });
});

describe('garbage collection', () => {
  let temp: TempNode;
  beforeEach(() => {
    temp = tempNode();
  });
  afterEach(() => temp.remove());

  /** A pod with these on the node; what is removed is gone. */
  const collect = async (
    { sandboxes, containers }: { sandboxes: ListedObject[]; containers: ListedObject[] },
    { all = false, script = {} }: { all?: boolean; script?: Script } = {},
  ): Promise<string[]> => {
    const left = new Map(containers.map((thing) => [thing.id, thing]));
    const { call, made } = scriptedCalls({
      ListContainers: () => ({ containers: [...left.values()].map(containerOf) }),
      ListPodSandbox: () => ({ items: sandboxes.map(sandboxOf) }),
      ContainerStatus: ({ container_id: id = '' }) => {
        const found = left.get(id);
        const log_path = `${temp.node.podLogsDir}/d_p_u/a/${id}.log`;
        return found ? { status: { ...containerOf(found), log_path } } : { refused: 'NOT_FOUND' };
      },
      StopContainer: () => ({}),
      RemoveContainer: ({ container_id: id = '' }) => {
        left.delete(id);
        return {};
      },
      StopPodSandbox: () => ({}),
      RemovePodSandbox: () => ({}),
      ...script,
    });
    const ctx = partialContext({ call, node: temp.node, clock: new ManualClock() });
    await collectContainerGarbage(ctx, [{ uid: 'u', removable: all }]);
    return made;
  };
  const drop = (id: string): string[] => [
    `ContainerStatus ${id}`,
    `ContainerStatus ${id}`,
    `RemoveContainer ${id}`,
  ];
  const lists = ['ListContainers {}', 'ListPodSandbox {}'];

  it('a running pod keeps the newest dead instance and its sandbox', async () => {
    const made = await collect({
      sandboxes: [{ id: 's0', at: 1 }],
      containers: [exited('c0', 1), exited('c1', 2), { id: 'c2', at: 3 }],
    });
    expect(made).toEqual(['ListContainers {}', ...drop('c0'), ...lists]);
  });

  it('a pod that ended and was deleted leaves nothing, files included', async () => {
    const { node } = temp;
    await node.writeFile(`${node.podLogsDir}/d_p_u/a/0.log`, '');
    await node.writeFile(`${node.podLogsDir}/d_q_v/a/0.log`, '');
    await node.writeFile(`${node.rootDir}/pods/u/etc-hosts`, '');
    const made = await collect(
      { sandboxes: [{ id: 's0', at: 1, ready: false }], containers: [exited('c0', 1)] },
      { all: true },
    );
    expect(made).toEqual([
      'ListContainers {}',
      ...drop('c0'),
      ...lists,
      'StopPodSandbox s0',
      'RemovePodSandbox s0',
    ]);
    expect(await node.list(node.podLogsDir)).toEqual(['d_q_v']);
    expect(await node.list(`${node.rootDir}/pods`)).toEqual([]);
  });

  it('an older sandbox goes when nothing is in it', async () => {
    const sandboxes = [
      { id: 's0', at: 1, ready: false },
      { id: 's1', at: 2, ready: false },
      { id: 's2', at: 3 },
    ];
    const made = await collect({ sandboxes, containers: [{ ...exited('c0', 1), sandbox: 's1' }] });
    expect(made).toEqual(['ListContainers {}', ...lists, 'StopPodSandbox s0', 'RemovePodSandbox s0']);
  });

  it('kills first what is in no known state', async () => {
    const made = await collect({
      sandboxes: [],
      containers: [{ id: 'c0', at: 1, state: 'unknown' }, exited('c1', 2)],
    });
    expect(made.slice(1, 6)).toEqual([
      'ContainerStatus c0',
      expect.stringMatching(/^StopContainer c0/),
      ...drop('c0'),
    ]);
  });

  it.each<[string, Script, string[]]>([
    ['StopPodSandbox', { StopPodSandbox: () => ({ refused: 'NOT_FOUND' }) }, ['StopPodSandbox s0']],
    [
      'StopContainer',
      { StopContainer: () => ({ refused: 'UNKNOWN' }) },
      ['StopPodSandbox s0', 'RemovePodSandbox s0'],
    ],
  ])('what %s refuses is not removed', async (_, script, expected) => {
    const made = await collect(
      {
        sandboxes: [{ id: 's0', at: 1, ready: false }],
        containers: [{ id: 'c0', at: 1, state: 'unknown', sandbox: '' }],
      },
      { all: true, script },
    );
    const sandboxCalls = made.filter((line) => line.includes('PodSandbox s0'));
    expect(sandboxCalls).toEqual(expected);
    expect(made.includes('RemoveContainer c0')).toBe('StopPodSandbox' in script);
  });

  it.each<[string, Script, number]>([
    ['ListContainers', { ListContainers: () => ({ refused: 'UNAVAILABLE' }) }, 2],
    ['ListPodSandbox', { ListPodSandbox: () => ({ refused: 'UNAVAILABLE' }) }, 3],
  ])('goes on with the rest when %s is refused', async (_, script, calls) => {
    const made = await collect({ sandboxes: [{ id: 's0', at: 1 }], containers: [] }, { script });
    expect(made).toHaveLength(calls);
  });
});
