// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { Housekeeping } from '#kubelet/node/housekeeping.js';
import { partialContext } from '../partial-context.js';
import { ManualClock } from '../probes/manual-clock.js';
import { scriptedCalls, type Script, type ScriptedCalls } from '../scripted-calls.js';
import { containerOf, sandboxOf } from '../pleg/listed-pod.js';

const lists = ['ListPodSandbox {"state":{}}', 'ListContainers {"state":{"state":"CONTAINER_RUNNING"}}'];
const orphan: Script = {
  ListPodSandbox: () => ({
    items: [
      sandboxOf({ id: 's1', at: 2 }),
      sandboxOf({ id: 's0', at: 1, ready: false }),
      { id: 'foreign', metadata: { uid: 'v' } },
    ],
  }),
  ListContainers: () => ({
    containers: [
      containerOf({ id: 'c0', at: 1 }),
      containerOf({ id: 'c1', at: 2, name: 'b' }),
      containerOf({ id: 'c2', at: 3, state: 'exited' }),
      { ...containerOf({ id: 'c9', at: 3 }), labels: { 'io.kubernetes.pod.uid': 'v' } },
    ],
  }),
  StopContainer: () => ({}),
  StopPodSandbox: () => ({}),
};

interface Setup {
  readonly version?: string;
  readonly worker?: boolean;
  readonly ours?: boolean;
}

function housekeeping(
  script: Script,
  { version = '1.37', worker = false, ours = true }: Setup = {},
): ScriptedCalls & { clock: ManualClock; house: Housekeeping; ending: AbortController } {
  const clock = new ManualClock();
  const ending = new AbortController();
  const calls = scriptedCalls(script, ending.signal);
  const ctx = partialContext({ call: calls.call, clock, version, signal: ending.signal });
  const house = new Housekeeping({ ctx, isOurs: (uid) => ours && uid === 'u', hasWorker: () => worker });
  return { ...calls, clock, house, ending };
}

describe('housekeeping', () => {
  it.each([
    ['1.37', '2'],
    ['1.28', '2'],
    ['1.27', '1'],
    ['1.24', '1'],
  ])(
    '%s ends an orphan with %s s of grace, without hooks and without a look afterwards',
    async (version, grace) => {
      const { house, made } = housekeeping(orphan, { version });
      await house.cleanUpPods();
      expect(made).toEqual([
        ...lists,
        `StopContainer c0 ${grace}`,
        `StopContainer c1 ${grace}`,
        'StopPodSandbox s1',
      ]);
    },
  );

  it('1.20 asks what its containers were', async () => {
    const { house, made } = housekeeping(
      {
        ...orphan,
        ContainerStatus: ({ container_id: id = '' }) => ({
          status: {
            ...containerOf({ id, at: 1 }),
            annotations: { 'io.kubernetes.pod.terminationGracePeriod': '7' },
          },
        }),
      },
      { version: '1.20' },
    );
    await house.cleanUpPods();
    expect(made.slice(2).toSorted()).toEqual([
      'ContainerStatus c0',
      'ContainerStatus c1',
      'StopContainer c0 7',
      'StopContainer c1 7',
      'StopPodSandbox s1',
    ]);
  });

  it.each<[string, Setup]>([
    ['somebody looks after', { worker: true }],
    ['is not ours', { ours: false }],
  ])('leaves alone what %s', async (_, set) => {
    const { house, made } = housekeeping(orphan, set);
    await house.cleanUpPods();
    expect(made).toEqual(lists);
  });

  it.each(['ListPodSandbox', 'ListContainers'] as const)('does nothing when %s is refused', async (rpc) => {
    const { house, made } = housekeeping({ ...orphan, [rpc]: () => ({ refused: 'UNAVAILABLE' }) });
    await house.cleanUpPods();
    expect(made.filter((line) => line.startsWith('Stop'))).toEqual([]);
  });

  it('tries again after ten seconds what was refused', async () => {
    const { house, made, clock } = housekeeping({ ...orphan, StopContainer: () => ({ refused: 'UNKNOWN' }) });
    const stops = (): number => made.filter((line) => line.startsWith('StopPodSandbox')).length;
    await house.cleanUpPods();
    await house.cleanUpPods();
    expect(stops()).toBe(1);
    await clock.until(10_000);
    await house.cleanUpPods();
    expect(stops()).toBe(2);
  });

  it('what is gone has ended', async () => {
    const { house, made } = housekeeping({ ...orphan, StopContainer: () => ({ refused: 'NOT_FOUND' }) });
    await house.cleanUpPods();
    await house.cleanUpPods();
    expect(made.filter((line) => line === 'StopPodSandbox s1')).toHaveLength(2);
  });

  it.each(['ListPodSandbox', 'ListContainers', 'StopContainer', 'StopPodSandbox'] as const)(
    'ends with the kubelet when %s hangs',
    async (rpc) => {
      const { house, ending } = housekeeping({ ...orphan, [rpc]: () => 'hangs' as const });
      const round = house.cleanUpPods();
      ending.abort();
      await expect(round).resolves.toBeUndefined();
    },
  );
});
