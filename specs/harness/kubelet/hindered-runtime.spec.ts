// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { UnaryMethod } from '#cri/methods.js';
import type { PodController } from '#kubelet/decide/report/pod-controller.js';
import type { Pod } from '#pod/pod.js';
import { HinderedClient, type Hindrance } from '../../support/kubelet/hindered-client.js';
import { illegalOrder } from '../../support/kubelet/illegal-order.js';
import { FakeRuntime } from '../../unit/kubelet/fake-runtime.js';
import { liveKubelet } from '../../unit/kubelet/live-kubelet.js';

const timeoutMs = 20_000;
const testMs = 60_000;
const steady = ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 1; done'];
const hook = { exec: { command: ['/bin/sh', '-c', 'true'] } };

/** Something of everything. */
const pod: Pod = {
  metadata: { name: 'p', namespace: 'd' },
  spec: {
    terminationGracePeriodSeconds: 2,
    initContainers: [
      { name: 'first', image: 'box:1', command: ['exit 0'] },
      { name: 'side', image: 'box:1', restartPolicy: 'Always', command: steady },
    ],
    containers: [
      { name: 'a', image: 'box:1', command: steady, lifecycle: { postStart: hook, preStop: hook } },
      { name: 'b', image: 'box:1', imagePullPolicy: 'Always', command: steady },
    ],
  },
};

const starting: readonly UnaryMethod[] = [
  'Status',
  'ListPodSandbox',
  'ListContainers',
  'RunPodSandbox',
  'PodSandboxStatus',
  'ImageStatus',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'ContainerStatus',
];
const ending: readonly UnaryMethod[] = [
  'ExecSync',
  'StopContainer',
  'StopPodSandbox',
  'ListPodSandbox',
  'ListContainers',
  'PodSandboxStatus',
  'ContainerStatus',
];
const cleaning: readonly UnaryMethod[] = ['ContainerStatus', 'RemoveContainer', 'RemovePodSandbox'];
const hindrances: readonly Hindrance[] = ['refuse', 'refuse-not-found', 'lose', 'hang'];

type Row = readonly [Hindrance, UnaryMethod];

function table(rpcs: readonly UnaryMethod[]): readonly Row[] {
  return rpcs.flatMap((rpc) => hindrances.map((how): Row => [how, rpc])).filter(hasDeadline);
}

/** Without a deadline a call hangs for ever, and the pod with it. */
function hasDeadline([how, rpc]: Row): boolean {
  return how !== 'hang' || (rpc !== 'PullImage' && rpc !== 'ExecSync');
}

interface HinderedRun {
  readonly cri: HinderedClient;
  readonly life: PodController;
  /** Everything as usual from now on: the pod ends, and garbage collection leaves nothing. */
  readonly endWell: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function whileHindered(
  hinder: HinderedClient['hinder'],
  check: (run: HinderedRun) => Promise<void>,
): Promise<void> {
  const runtime = new FakeRuntime();
  const cri = new HinderedClient(runtime);
  cri.hinder = hinder;
  const live = liveKubelet(cri);
  try {
    const life = live.kubelet.add(pod);
    const endWell = async (): Promise<void> => {
      cri.hinder = () => undefined;
      expect(await life.delete()).toBe('terminated');
      await live.kubelet.housekeep();
      await life.collectGarbage();
      expect([runtime.boxes.size, runtime.sandboxes.size]).toEqual([0, 0]);
    };
    await check({ cri, life, endWell, close: () => live.kubelet.close() });
  } finally {
    await live.end();
  }
  expect(illegalOrder(cri.calls)).toEqual([]);
}

const isUp = (life: PodController): Promise<boolean> =>
  life.until(
    ({ containers, syncing, phase }) =>
      phase === 'Running' &&
      !syncing &&
      ['a', 'b'].every((name) => containers.get(name)?.[0]?.state === 'running'),
    { timeoutMs },
  );

const nothing = (): undefined => undefined;
const firstTimes = (rpc: UnaryMethod, how: Hindrance, count: number): HinderedClient['hinder'] => {
  let times = 0;
  return (made) => (made === rpc && (times += 1) <= count ? how : undefined);
};
const count = (cri: HinderedClient, rpc: UnaryMethod): number =>
  cri.calls.filter((call) => call.rpc === rpc).length;

/** Nothing in the view of a pod tells of a call that failed. */
function asked(cri: HinderedClient, rpc: UnaryMethod, times: number): Promise<void> {
  return new Promise((resolve) => {
    cri.before = () => {
      if (count(cri, rpc) >= times) resolve();
    };
    cri.before(cri.calls.length);
  });
}

describe('a runtime that does not do what it is asked', () => {
  it.concurrent.each(table(starting))(
    '%s %s twice: the pod runs in the end',
    async (how, rpc) =>
      whileHindered(firstTimes(rpc, how, 2), async ({ life, cri, endWell }) => {
        expect(await isUp(life)).toBe(true);
        expect(count(cri, rpc)).toBeGreaterThanOrEqual(2);
        await endWell();
      }),
    testMs,
  );

  it.concurrent.each(table(starting))(
    '%s %s for ever: it is asked again, and the pod can be given up',
    async (how, rpc) =>
      whileHindered(
        (made) => (made === rpc ? how : undefined),
        async ({ cri, endWell }) => {
          await asked(cri, rpc, 2);
          await endWell();
        },
      ),
    testMs,
  );

  it.concurrent.each(['PullImage', 'ExecSync'] as const)(
    'a %s that never returns holds up the pod and nothing else',
    async (rpc) =>
      whileHindered(
        (made) => (made === rpc ? 'hang' : undefined),
        async ({ life, cri, close }) => {
          await asked(cri, rpc, 1);
          expect(await life.delete({ timeoutMs: 100 })).toBe('stuck');
          await close();
          expect(life.view().terminated).toBe(false);
        },
      ),
    testMs,
  );

  it.concurrent.each(table(ending))(
    '%s %s twice while the pod ends: it ends',
    async (how, rpc) =>
      whileHindered(nothing, async ({ life, cri, endWell }) => {
        expect(await isUp(life)).toBe(true);
        cri.hinder = firstTimes(rpc, how, 2);
        expect(await life.delete()).toBe('terminated');
        await endWell();
      }),
    testMs,
  );

  it.concurrent.each(table(cleaning))(
    '%s %s once while it is collected: the next run removes the rest',
    async (how, rpc) =>
      whileHindered(nothing, async ({ life, cri, endWell }) => {
        expect(await isUp(life)).toBe(true);
        await life.delete();
        cri.hinder = firstTimes(rpc, how, 1);
        await life.collectGarbage();
        await endWell();
      }),
    testMs,
  );
});

describe('a pod that is deleted while it starts', () => {
  /** More than the calls of the whole start. */
  const steps = Array.from({ length: 60 }, (_, at) => at + 2);

  it.concurrent.each(steps)(
    'at call %i: it ends, and nothing is left',
    async (step) =>
      whileHindered(nothing, async ({ life, cri, endWell }) => {
        const ended = new Promise<string>((resolve) => {
          cri.before = (made) => {
            if (made === step) void life.delete().then(resolve);
          };
        });
        expect(await ended).toBe('terminated');
        await endWell();
      }),
    testMs,
  );
});
