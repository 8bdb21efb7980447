// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import { paces, type Pace } from '#kubelet/model/pace.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { PodEvent } from '#kubelet/pleg/pod-event.js';
import { Pleg } from '#kubelet/pleg/pleg.js';
import { ManualClock } from '../probes/manual-clock.js';
import { scriptedCalls, type Script, type ScriptedCalls } from '../scripted-calls.js';
import { containerOf, sandboxOf, type ListedObject } from './listed-pod.js';

const ofPod = '{"label_selector":{"io.kubernetes.pod.uid":"u"}}';

describe('the PLEG', () => {
  let clock: ManualClock;
  let ending: AbortController;
  let sandboxes: ListedObject[];
  let containers: ListedObject[];
  let seen: { status: PodStatus; events: readonly PodEvent[] }[];
  let script: Script;
  let calls: ScriptedCalls;
  let pleg: Pleg;

  beforeEach(() => {
    clock = new ManualClock();
    ending = new AbortController();
    seen = [];
    sandboxes = [{ id: 's0', at: 1, ip: '10.0.0.1' }];
    containers = [{ id: 'c0', at: 2 }];
    script = {
      ListPodSandbox: () => ({ items: sandboxes.map(sandboxOf) }),
      ListContainers: () => ({ containers: containers.map(containerOf) }),
      PodSandboxStatus: ({ pod_sandbox_id: id }) => ({
        status: sandboxOf(sandboxes.find((thing) => thing.id === id) ?? { id: '', at: 0 }),
      }),
      ContainerStatus: ({ container_id: id }) => ({
        status: containerOf(containers.find((thing) => thing.id === id) ?? { id: '', at: 0 }),
      }),
    };
  });
  afterEach(async () => {
    ending.abort();
    await pleg.ended();
  });

  const begin = (version = '1.37', more: Script = {}, pace: Pace = paces.kubelet): void => {
    script = { ...script, ...more };
    calls = scriptedCalls(new Proxy({}, { get: (_, rpc: keyof Script) => script[rpc] }), ending.signal);
    const traits = traitsOf(version);
    const { signal } = ending;
    pleg = new Pleg({ call: calls.call, clock, signal, traits, pace });
    const isBusy = (): boolean => false;
    pleg.watch({ uid: 'u', isBusy, observe: (status, events) => seen.push({ status, events }) });
  };
  const madeSince = (before: number): string[] => calls.made.slice(before);

  it.each([
    ['1.37', ['ListPodSandbox {}', 'ListContainers {}', 'PodSandboxStatus s0', 'ContainerStatus c0']],
    [
      '1.32',
      [
        'ListPodSandbox',
        'ListContainers',
        `ListPodSandbox ${ofPod}`,
        'PodSandboxStatus s0',
        `ListContainers ${ofPod}`,
        'ContainerStatus c0',
      ],
    ],
  ])('%s: reads a pod that is new, and then lists only', async (version, expected) => {
    begin(version);
    await clock.until(100);
    expect(calls.made).toEqual(expected);
    expect(seen).toMatchObject([{ events: [{ what: 'started' }, { what: 'started' }] }]);
    await clock.until(1500);
    expect(madeSince(expected.length)).toEqual(expected.slice(0, 2));
    expect(seen).toHaveLength(1);
  });

  it('reads again what it could not read, without new events', async () => {
    begin('1.37', { ContainerStatus: () => ({ refused: 'UNAVAILABLE' }) });
    await clock.until(1500);
    expect(seen).toEqual([]);
    script = { ...script, ContainerStatus: () => ({ status: containerOf({ id: 'c0', at: 2 }) }) };
    await clock.until(2500);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.events).toHaveLength(2);
  });

  it('keeps the addresses of a pod whose sandboxes have ended', async () => {
    begin();
    await clock.until(100);
    sandboxes = [{ id: 's0', at: 1, ready: false }];
    await clock.until(1500);
    sandboxes = [{ id: 's1', at: 5, attempt: 1 }];
    await clock.until(2500);
    expect(seen.map(({ status }) => status.ips)).toEqual([['10.0.0.1'], ['10.0.0.1'], []]);
  });

  it('tells of a pod that vanished without reading it', async () => {
    begin();
    await clock.until(100);
    const before = calls.made.length;
    [sandboxes, containers] = [[], []];
    await clock.until(1500);
    expect(madeSince(before)).toEqual(['ListPodSandbox {}', 'ListContainers {}']);
    expect(seen.at(-1)?.status.sandboxes).toEqual([]);
  });

  it.each([
    [
      '1.36',
      [`ListPodSandbox ${ofPod}`, `ListContainers ${ofPod}`, 'PodSandboxStatus s0', 'ContainerStatus c0'],
    ],
    ['1.35', []],
  ])('%s relists one pod on demand: %j', async (version, expected) => {
    begin(version);
    await clock.until(100);
    const before = calls.made.length;
    containers = [{ id: 'c0', at: 2, state: 'exited' }];
    await pleg.relistPod('u');
    expect(madeSince(before)).toEqual(expected);
  });

  it('spares a relist on demand when everything was listed meanwhile', async () => {
    begin();
    await Promise.resolve();
    await Promise.resolve();
    const asked = pleg.relistPod('u');
    await clock.until(100);
    await asked;
    expect(calls.made.filter((line) => line.includes('label_selector'))).toEqual([]);
  });

  it('whoever waits for news gets what began after the time', async () => {
    begin();
    await clock.until(100);
    let told = false;
    const waiting = pleg.newerThan('u', clock.nowMs()).then(() => {
      told = true;
    });
    await clock.until(900);
    expect(told).toBe(false);
    await clock.until(1200);
    await waiting;
    expect(told).toBe(true);
  });

  it.each([
    ['hangs', () => 'hangs' as const],
    ['is refused', () => ({ refused: 'UNAVAILABLE' })],
  ])('is not healthy three minutes after the last list when it %s', async (_, answer) => {
    begin();
    await clock.until(100);
    await pleg.healthy();
    script = { ...script, ListPodSandbox: answer };
    await clock.until(200_000);
    let healthy = false;
    void pleg.healthy().then(() => {
      healthy = true;
    });
    await clock.until(210_000);
    expect(healthy).toBe(false);
    ending.abort();
    await pleg.ended();
  });

  it('lists nothing while paused', async () => {
    begin();
    await clock.until(100);
    await pleg.pause();
    const before = calls.made.length;
    await clock.until(5000);
    expect(madeSince(before)).toEqual([]);
    pleg.resume();
    await clock.until(5001);
    expect(madeSince(before)).toEqual(['ListPodSandbox {}', 'ListContainers {}']);
  });

  it('lists less and less while nothing happens in a compressed pace, and hurries when something does', async () => {
    begin('1.37', {}, paces.compressed);
    await clock.until(2_000);
    const listedWithin = async (fromMs: number, toMs: number): Promise<number> => {
      await clock.until(fromMs);
      const before = calls.made.length;
      await clock.until(toMs);
      return madeSince(before).filter((call) => call === 'ListContainers {}').length;
    };
    expect(await listedWithin(2_000, 5_000)).toBeGreaterThanOrEqual(28);
    expect(await listedWithin(60_000, 70_000)).toBeLessThanOrEqual(11);
    containers = [{ id: 'c0', at: 2, state: 'exited' }];
    expect(await listedWithin(70_000, 72_000)).toBeGreaterThan(10);
  });

  it('lists every five minutes while events bring what is new', async () => {
    begin('1.32');
    await clock.until(100);
    pleg.setEvented(true);
    const before = calls.made.length;
    await clock.until(290_000);
    expect(madeSince(before)).toEqual([]);
    await pleg.newerThan('u', 280_000);
    await clock.until(310_000);
    expect(madeSince(before)).toEqual(['ListPodSandbox', 'ListContainers']);
  });
});
