// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import type { ProbeResults } from '#kubelet/decide/sync/probe-results.js';
import type { RuntimeCall } from '#kubelet/context/runtime-calls.js';
import { paces } from '#kubelet/model/pace.js';
import { Prober, type ProberPorts } from '#kubelet/probes/prober.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Container, Pod } from '#pod/pod.js';
import { container, instance, podOf, sandbox, status } from '../decide/statuses.js';
import { recordedNode } from '../recorded-node.js';
import { ManualClock, settled } from './manual-clock.js';

const uid = 'u';
const exec = { command: ['check'] };
const running = (name: string, more: Partial<ContainerStatus> = {}): ContainerStatus =>
  instance(name, 'running', { started_at: '1000000', ...more });

describe('the probes of a pod', () => {
  let clock: ManualClock;
  let ending: AbortController;
  let prober: Prober;
  /** When which command was asked for in which container. */
  let asked: string[];
  let results: string[];
  let answer: (
    command: string,
  ) => Awaited<ReturnType<RuntimeCall>> | Promise<Awaited<ReturnType<RuntimeCall>>>;
  const said = (code: number): Awaited<ReturnType<RuntimeCall>> => ({
    ok: true,
    response: { exit_code: code },
  });

  function start(
    version = '1.37',
    more: Partial<ProberPorts> = {},
    pace: keyof typeof paces = 'kubelet',
  ): void {
    const call = (async (method: string, request: { container_id: string; cmd: string[] }) => {
      expect(method).toBe('ExecSync');
      asked.push(`${clock.nowMs()} ${request.container_id} ${request.cmd.join(' ')}`);
      return answer(request.cmd.join(' '));
    }) as unknown as RuntimeCall;
    const ctx = {
      call,
      clock,
      signal: ending.signal,
      pace: paces[pace],
      facts: recordedNode,
      version,
      traits: traitsOf(version),
      wallMs: clock.nowMs,
    };
    const onResult = (): void => {
      const all = prober.results;
      const show = (of: ReadonlyMap<string, string>): string =>
        [...of].map((pair) => pair.join('=')).join(',');
      results.push(
        `${clock.nowMs()} l:${show(all.liveness)} s:${show(all.startup)} r:${show(all.readiness)}`,
      );
    };
    prober = new Prober({ ctx, onResult, whenUnpaused: () => Promise.resolve(), ...more });
  }
  const sync = (pod: Pod, ...containers: ContainerStatus[]): void => {
    prober.observe(pod, uid, status([sandbox()], containers));
    prober.watch(pod, uid);
  };
  /** The containers come a moment after the pod. */
  const begin = async (pod: Pod, ...containers: ContainerStatus[]): Promise<void> => {
    sync(pod);
    await clock.until(10);
    sync(pod, ...containers);
  };
  const podWith = (more: Partial<Container>): Pod => podOf({ containers: [container('a', more)] });

  beforeEach(() => {
    clock = new ManualClock();
    ending = new AbortController();
    asked = [];
    results = [];
    answer = () => said(0);
    start();
  });
  afterEach(async () => {
    ending.abort();
    await prober.ended();
  });

  it('keep the beat that began with the pod, and hold once the container is to go', async () => {
    answer = () => said(1);
    const pod = podWith({ livenessProbe: { exec, periodSeconds: 1, failureThreshold: 2 } });
    sync(pod);
    await clock.until(130);
    sync(pod, running('a'));
    await clock.until(5000);
    expect(asked).toEqual(['1000 a0 check', '2000 a0 check']);
    expect(results).toEqual(['2000 l:a0=failure s: r:']);
    sync(pod, running('a', { id: 'a1' }), instance('a', 1));
    await clock.until(6000);
    expect(asked.slice(2)).toEqual(['6000 a1 check']);
    expect(prober.results.liveness).toEqual(new Map([['a1', 'success']]));
  });

  it('of readiness begin with the sync that sees the container run', async () => {
    const pod = podWith({ readinessProbe: { exec, periodSeconds: 2 } });
    sync(pod);
    await clock.until(118);
    sync(pod, running('a'));
    await clock.until(5000);
    expect(asked).toEqual(['118 a0 check', '2118 a0 check', '4118 a0 check']);
    expect(results).toEqual(['118 l: s: r:a0=failure', '118 l: s: r:a0=success']);
  });

  it('of readiness are asked again by every sync that sees them failing, as recorded', async () => {
    let release: () => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        release = () => {
          resolve(said(0));
        };
      });
    const pod = podWith({ readinessProbe: { exec, periodSeconds: 2 } });
    sync(pod);
    await clock.until(118);
    sync(pod, running('a'));
    await clock.until(140);
    sync(pod, running('a'));
    await clock.until(157);
    release();
    await clock.until(157);
    answer = () => said(0);
    release();
    await clock.until(4200);
    expect(asked).toEqual(['118 a0 check', '157 a0 check', '2157 a0 check', '4157 a0 check']);
  });

  it('of readiness wait for their beat before 1.22', async () => {
    start('1.20');
    const pod = podWith({ readinessProbe: { exec, periodSeconds: 2 } });
    sync(pod);
    await clock.until(118);
    sync(pod, running('a'));
    await clock.until(2500);
    expect(asked).toEqual(['2000 a0 check']);
  });

  it('of the start come before all others', async () => {
    answer = (command) => said(command === 'up' && clock.nowMs() < 2000 ? 1 : 0);
    const pod = podWith({
      startupProbe: { exec: { command: ['up'] }, periodSeconds: 1 },
      livenessProbe: { exec: { command: ['live'] }, periodSeconds: 1 },
    });
    await begin(pod, running('a'));
    await clock.until(3000);
    const [first, second, ...rest] = asked;
    expect([first, second]).toEqual(['1000 a0 up', '2000 a0 up']);
    expect(rest.filter((each) => each !== '2000 a0 live')).toEqual(['3000 a0 live']);
    expect(results.at(0)).toMatch(/^1000 .*s:a0=unknown/);
  });

  it('wait for the initial delay, by the seconds of the clock on the wall', async () => {
    const pod = podWith({ livenessProbe: { exec, periodSeconds: 1, initialDelaySeconds: 3 } });
    await begin(pod, running('a', { started_at: '1700000000' }));
    await clock.until(5000);
    expect(asked).toEqual(['4000 a0 check', '5000 a0 check']);
  });

  it('are quicker in the compressed pace', async () => {
    start('1.37', {}, 'compressed');
    const pod = podWith({ livenessProbe: { exec, initialDelaySeconds: 15 } });
    await begin(pod, running('a', { started_at: '0' }));
    await clock.until(3000);
    expect(asked).toEqual(['2000 a0 check', '3000 a0 check']);
  });

  it('of readiness go on while the pod ends; a sidecar keeps all of its own', async () => {
    const probes = {
      livenessProbe: { exec: { command: ['live'] }, periodSeconds: 1 },
      readinessProbe: { exec: { command: ['ready'] }, periodSeconds: 1 },
      startupProbe: { exec: { command: ['up'] }, periodSeconds: 1 },
    };
    const sidecar = container('s', { restartPolicy: 'Always', livenessProbe: probes.livenessProbe });
    const pod = podOf({ containers: [container('a', probes)], initContainers: [sidecar] });
    await begin(pod, running('a'), running('s'));
    await clock.until(2500);
    prober.stopLivenessAndStartup(pod, uid);
    asked.length = 0;
    await clock.until(3900);
    expect(asked.toSorted()).toEqual(['3000 a0 ready', '3000 s0 live']);
    prober.forget(uid);
    await clock.until(6000);
    expect(asked).toHaveLength(2);
    expect(prober.results).toEqual({ liveness: new Map(), readiness: new Map(), startup: new Map() });
  });

  it('all go on while the pod ends, before 1.22', async () => {
    start('1.20');
    const pod = podWith({ livenessProbe: { exec, periodSeconds: 1 } });
    await begin(pod, running('a'));
    prober.stopLivenessAndStartup(pod, uid);
    await clock.until(1000);
    expect(asked).toEqual(['1000 a0 check']);
  });

  it('end with a container that does not come again', async () => {
    const pod = podOf({
      containers: [container('a', { livenessProbe: { exec, periodSeconds: 1 } })],
      restartPolicy: 'Never',
    });
    await begin(pod, instance('a', 1));
    await clock.until(1000);
    await prober.ended();
    sync(pod, instance('a', 1));
    await prober.ended();
    expect(asked).toEqual([]);
  });

  it('a question that takes longer than the period costs the beats in between', async () => {
    let release: () => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        release = () => {
          resolve(said(0));
        };
      });
    const pod = podWith({ livenessProbe: { exec, periodSeconds: 1 } });
    await begin(pod, running('a'));
    await clock.until(3500);
    answer = () => said(0);
    release();
    await clock.until(4000);
    expect(asked).toEqual(['1000 a0 check', '3500 a0 check', '4000 a0 check']);
  });

  it('resolve `quiet` when no question is in flight', async () => {
    let release: () => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        release = () => {
          resolve(said(0));
        };
      });
    await begin(podWith({ livenessProbe: { exec, periodSeconds: 1 } }), running('a'));
    await clock.until(1000);
    let isQuiet = false;
    const quiet = prober.quiet().then(() => {
      isQuiet = true;
    });
    await settled();
    expect(isQuiet).toBe(false);
    release();
    await quiet;
    expect(asked).toEqual(['1000 a0 check']);
  });

  it.each<[string, string, string]>([
    ['1.37', '12000000000', 'a0=success'],
    ['1.37', '13000000000', 'a0=unknown'],
    ['1.34', '12000000000', 'a0=unknown'],
  ])('after a restart of kubelet %s, of a container started at %s', async (version, started_at, expected) => {
    const earlier: ProbeResults = {
      liveness: new Map(),
      readiness: new Map(),
      startup: new Map([['a0', 'success']]),
    };
    await clock.until(22_500);
    start(version, { earlier }, 'compressed');
    const pod = podWith({ startupProbe: { exec, periodSeconds: 10, initialDelaySeconds: 900 } });
    sync(pod, running('a', { started_at }));
    await clock.until(22_500);
    expect([...prober.results.startup].map((pair) => pair.join('='))).toEqual([expected]);
  });
});
