// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '#host/system-clock.js';
import type { CriClient } from '#cri/client/client.js';
import type { Pod } from '#pod/pod.js';
import { recordingsHere } from '../../support/recordings/recordings-here.js';
import { controlledReference } from '../../support/recordings/play/controlled-reference.js';
import type { ControlledRuntime } from '../../support/recordings/play/controlled-runtime.js';
import { liveKubelet, type LiveKubelet } from '../../unit/kubelet/live-kubelet.js';

const timeoutMs = 20_000;

describe('a kubelet that listens to events', () => {
  let pod: Pod;
  let reference: ControlledRuntime;
  let wholeLists: number;
  let cri: CriClient;
  let live: LiveKubelet | undefined;

  beforeEach(async () => {
    const recording = recordingsHere().get('happy-two');
    if (!recording) throw new Error('no recording');
    pod = recording.pod;
    reference = await controlledReference(recording);
    wholeLists = 0;
    const { cri: runtime } = reference;
    cri = {
      call: (rpc, request, options) => {
        if (rpc === 'ListContainers' && !JSON.stringify(request).includes('pod.uid')) wholeLists += 1;
        return runtime.call(rpc, request, options);
      },
      stream: (rpc, request, options) => runtime.stream(rpc, request, options),
      close: () => undefined,
    };
  });
  afterEach(async () => {
    await live?.end();
    await reference.close();
  });

  it.each([
    ['1.37', 3, Infinity],
    ['1.32', 1, 5],
  ])('%s: runs a pod, restarts what dies, and ends it', async (version, fewest, most) => {
    live = liveKubelet(cri, { version, evented: true });
    const life = live.kubelet.add(pod);
    const running = ({ phase, syncing }: ReturnType<typeof life.view>): boolean =>
      phase === 'Running' && !syncing;
    expect(await life.until(running, { timeoutMs })).toBe(true);
    await reference.killContainer(life.view().containers.get('a')?.[0]?.id ?? '');
    const again = await life.until(({ containers }) => containers.get('a')?.[0]?.attempt === 1, {
      timeoutMs,
    });
    expect(again).toBe(true);
    expect(await life.delete()).toBe('terminated');
    // Whoever still lists by itself goes on doing so; how often until now depends on what the events were quick enough for.
    const endMs = systemClock.nowMs() + timeoutMs;
    while (wholeLists < fewest && systemClock.nowMs() < endMs) await systemClock.sleep(20);
    expect(wholeLists).toBeGreaterThanOrEqual(fewest);
    expect(wholeLists).toBeLessThanOrEqual(most);
  });
});
