// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { settled } from '#app/play/play-settled.js';
import { noReports } from '#kubelet/decide/report/container-report.js';
import type {
  ContainerView,
  PodController,
  PodView,
  UntilOptions,
} from '#kubelet/decide/report/pod-controller.js';
import type { Container, Pod } from '#pod/pod.js';
import { arbitraryPod } from '../../../support/kubelet/arbitrary-pods.js';
import { ManualClock } from '../../kubelet/probes/manual-clock.js';

const idleMs = 120_000;
const settleMs = 600_000;
const calmMs = 1_000;

/** A pod whose view is what the spec says, as the time passes. */
class ScriptedPod implements Pick<PodController, 'pod' | 'view' | 'until'> {
  readonly pod: Pod;
  readonly #clock: ManualClock;
  #view: PodView;
  readonly #looks = new Set<() => void>();

  constructor(pod: Pod, view: PodView, clock: ManualClock) {
    this.pod = pod;
    this.#view = view;
    this.#clock = clock;
  }

  readonly view = (): PodView => this.#view;

  become(view: PodView): void {
    this.#view = view;
    for (const look of this.#looks) look();
  }

  readonly until = async (
    condition: (view: PodView) => boolean,
    { timeoutMs, signal }: UntilOptions,
  ): Promise<boolean> => {
    if (condition(this.#view)) return true;
    const over = new AbortController();
    let isTrue = false;
    const look = (): void => {
      if (!condition(this.#view)) return;
      isTrue = true;
      over.abort();
    };
    this.#looks.add(look);
    await this.#clock.sleep(timeoutMs, signal ? AbortSignal.any([signal, over.signal]) : over.signal);
    this.#looks.delete(look);
    return isTrue;
  };
}

const nothing: PodView = {
  sandbox: 's0',
  sandboxes: [],
  containers: new Map(),
  phase: 'Pending',
  conditions: [],
  containerStates: noReports,
  ips: [],
  problems: [],
  failedSyncs: 0,
  syncing: false,
  deleted: false,
  terminated: false,
};

type ViewPart = Pick<ContainerView, 'state'> & Partial<ContainerView>;

function seen(containers: Readonly<Record<string, ViewPart>>, more: Partial<PodView> = {}): PodView {
  const views = Object.entries(containers).map(([name, { state, ...rest }]) => {
    const view: ContainerView = {
      id: `${name}-id`,
      name,
      state,
      exitCode: state === 'exited' ? 0 : undefined,
      reason: '',
      attempt: 0,
      sandbox: 's0',
      logPath: '',
      ...rest,
    };
    return [name, [view]] as const;
  });
  return { ...nothing, containers: new Map(views), ...more };
}

interface PlayedPod {
  readonly pod: Pod;
  readonly written?: Pod;
  /** The view from each moment on. */
  readonly views: readonly (readonly [atMs: number, view: PodView])[];
}

/** When the pod counted as settled; undefined: not within an hour. */
async function settledAt({ pod, written = pod, views }: PlayedPod): Promise<number | undefined> {
  const clock = new ManualClock();
  const [[, first] = [0, nothing], ...later] = views;
  const life = new ScriptedPod(pod, first, clock);
  let atMs: number | undefined;
  const { signal } = new AbortController();
  void settled(life as unknown as PodController, { written, pace: 'compressed', clock, signal }).then(() => {
    atMs = clock.nowMs();
  });
  for (const [changeMs, view] of later) {
    await clock.until(changeMs);
    life.become(view);
  }
  await clock.until(3_600_000);
  return atMs;
}

const container = (name: string, more: Partial<Container> = {}): Container => ({
  name,
  image: 'box:1',
  ...more,
});

function podOf(restartPolicy: 'Always' | 'OnFailure' | 'Never', initContainers: Container[] = []): Pod {
  const containers = [container('job'), container('server')];
  return { metadata: { name: 'p', namespace: 'd' }, spec: { restartPolicy, containers, initContainers } };
}

describe('a pod has settled', () => {
  it.each([
    ['Never', 0],
    ['Never', 3],
    ['OnFailure', 0],
  ] as const)(
    'when one container has ended for good beside another (%s, exit %i)',
    async (policy, exitCode) => {
      const view = seen({ job: { state: 'exited', exitCode }, server: { state: 'running' } });
      expect(await settledAt({ pod: podOf(policy), views: [[0, view]] })).toBe(calmMs);
    },
  );

  it('not before a container that failed has been started again', async () => {
    const server = { state: 'running' } as const;
    const failed = seen({ job: { state: 'exited', exitCode: 3 }, server });
    const again = seen({ job: { state: 'running', id: 'second', attempt: 1 }, server });
    const views = [
      [0, failed],
      [30_000, again],
    ] as const;
    expect(await settledAt({ pod: podOf('OnFailure'), views })).toBe(30_000 + calmMs);
  });

  it('when an old kubelet runs a sidecar for an init container, which it waits for', async () => {
    const written = podOf('Always', [container('proxy', { restartPolicy: 'Always' })]);
    const pod = podOf('Always', [container('proxy')]);
    const view = seen({ proxy: { state: 'running' } });
    expect(await settledAt({ pod, written, views: [[0, view]] })).toBe(calmMs);
  });

  it('not while an init container may still end, for two minutes', async () => {
    const pod = podOf('Always', [container('setup')]);
    const setup = seen({ setup: { state: 'running' } });
    expect(await settledAt({ pod, views: [[0, setup]] })).toBe(idleMs + calmMs);
    const up = seen({ setup: { state: 'exited' }, job: { state: 'running' }, server: { state: 'running' } });
    const views = [
      [0, setup],
      [100_000, up],
    ] as const;
    expect(await settledAt({ pod, views })).toBe(100_000 + calmMs);
  });

  it('ten minutes after its start, when a hook does not end', async () => {
    const view = seen({ job: { state: 'running' }, server: { state: 'running' } }, { syncing: true });
    const atMs = await settledAt({ pod: podOf('Always'), views: [[0, view]] });
    expect(atMs).toBeGreaterThanOrEqual(settleMs);
    expect(atMs).toBeLessThan(settleMs + 10_000);
  });
});

const names = ['c0', 'c1', 'c2', 'i0', 'i1'];
const state = fc.record({
  state: fc.constantFrom('created', 'running', 'exited', 'unknown') satisfies fc.Arbitrary<string>,
  exitCode: fc.constantFrom(0, 1, 137),
  attempt: fc.nat(6),
  id: fc.constantFrom('a', 'b'),
});
const arbitraryView: fc.Arbitrary<PodView> = fc
  .record({
    containers: fc.dictionary(fc.constantFrom(...names), state),
    syncing: fc.boolean(),
    terminated: fc.boolean(),
    failedSyncs: fc.nat(4),
    problems: fc.constantFrom([], [{ reason: 'ErrImagePull', message: 'no such host' }]),
  })
  .map(({ containers, ...more }) => seen(containers, more));

describe('any pod', () => {
  it('settles, once nothing changes any more', async () => {
    const changes = fc.array(fc.tuple(fc.nat(60_000), arbitraryView), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(arbitraryPod, arbitraryPod, changes, async (pod, written, afterMs) => {
        let sumMs = 0;
        const views = afterMs.map(([ms, view]) => [(sumMs += ms), view] as const);
        const atMs = await settledAt({ pod, written, views });
        const last = views.at(-1)?.[1] ?? nothing;
        expect(atMs).toBeLessThanOrEqual(last.syncing ? settleMs + 2 * calmMs : sumMs + idleMs + calmMs);
      }),
      { numRuns: 150 },
    );
  });

  it('settles although it never stops changing', async () => {
    const view = (at: number): PodView => seen({ job: { state: 'running', id: `${at}` } });
    const views = Array.from({ length: 5_000 }, (_, at) => [at * 500, view(at)] as const);
    const atMs = await settledAt({ pod: podOf('Always'), views });
    expect(atMs).toBeLessThanOrEqual(settleMs + 2 * calmMs);
  });
});
