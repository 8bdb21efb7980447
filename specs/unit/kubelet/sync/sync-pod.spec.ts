// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Outcome } from '#cri/outcome.js';
import { noProbeResults } from '#kubelet/decide/sync/probe-results.js';
import { noRuntimeInfo } from '#kubelet/model/runtime-info.js';
import { noObjects } from '#pod/cluster-objects.js';
import type { Container, Pod } from '#pod/pod.js';
import { withDefaults } from '#pod/defaults.js';
import { answered, refused, SyncFixture } from '../sync-fixture.js';

const steady = ['trap "exit 0" TERM; while'];
const box = (name: string, more: Partial<Container> = {}): Container => ({
  name,
  image: 'box:1',
  command: steady,
  ...more,
});
const podOf = (spec: Partial<Pod['spec']> = {}): Pod =>
  withDefaults({
    metadata: { name: 'p', namespace: 'd', uid: 'u1' },
    spec: { containers: [box('a')], terminationGracePeriodSeconds: 5, ...spec },
  });
const starts = (name: string, attempt = 0): readonly string[] => [
  'ImageStatus box:1',
  'ImageStatus box:1',
  `CreateContainer ${name}:${attempt}`,
  `StartContainer ${name}:${attempt}`,
];
const newSandbox = ['RunPodSandbox p:0', 'PodSandboxStatus sandbox1'];

let fixture: SyncFixture;
const refuse = (rpc: string, outcome: Outcome = refused('UNKNOWN', 'no')): void => {
  fixture.runtime.intercept = (called) => (called === rpc ? outcome : undefined);
};
const obey = (): void => {
  fixture.runtime.intercept = () => undefined;
};
const end = (name: string, code: number): void => {
  for (const one of fixture.runtime.boxes.values()) if (one.config.metadata?.name === name) one.end(code);
};

beforeEach(() => {
  fixture = new SyncFixture();
});
afterEach(() => fixture.end());

describe('the order of a sync', () => {
  it('sandbox, its status, then the containers one after the other', async () => {
    const done = await fixture.sync(podOf({ containers: [box('a'), box('b')] }));
    expect(fixture.calls).toEqual([...newSandbox, ...starts('a'), ...starts('b')]);
    expect(done).toEqual({ problems: [], acted: true, resized: false });
  });

  it('nothing to do makes no call', async () => {
    await fixture.sync(podOf());
    expect(await fixture.sync(podOf())).toEqual({ problems: [], acted: false, resized: false });
    expect(fixture.calls).toEqual([]);
  });

  it('2a and 2b: a dead sandbox: containers, sandboxes, every init container, then the new one', async () => {
    const pod = podOf({ initContainers: [box('i', { command: ['exit 0'] })] });
    await fixture.sync(pod);
    end('i', 0);
    await fixture.sync(pod);
    fixture.runtime.killSandbox('sandbox1');
    await fixture.sync(pod);
    expect(fixture.calls).toEqual([
      'StopContainer a:0 5',
      'StopPodSandbox sandbox1',
      'ContainerStatus i:0',
      'ContainerStatus i:0',
      'RemoveContainer i:0',
      'RunPodSandbox p:1',
      'PodSandboxStatus sandbox4',
      ...starts('i', 1),
    ]);
  });

  it('3: a container whose probe failed is killed before it is started anew', async () => {
    await fixture.sync(podOf());
    const [id = ''] = fixture.runtime.boxes.keys();
    const failed = { ...noProbeResults, liveness: new Map([[id, 'failure' as const]]) };
    await fixture.sync(podOf(), { ctx: { ...fixture.ctx, probeResults: () => failed } });
    expect(fixture.calls).toEqual(['StopContainer a:0 5', ...starts('a', 1)]);
  });

  it('another image, even with Never', async () => {
    const pod = podOf({ restartPolicy: 'Never' });
    await fixture.sync(pod);
    await fixture.sync({
      ...pod,
      spec: { ...pod.spec, containers: [box('a', { image: 'box:2', imagePullPolicy: 'IfNotPresent' })] },
    });
    const image = 'ImageStatus box:2';
    expect(fixture.calls).toEqual([
      'StopContainer a:0 5',
      image,
      image,
      'CreateContainer a:1',
      'StartContainer a:1',
    ]);
  });

  it('4: of a failed init container the newest dead instance is kept', async () => {
    const pod = podOf({ initContainers: [box('i')] });
    const later = { ctx: { ...fixture.ctx, wallMs: () => Date.now() + 1e9 } };
    await fixture.sync(pod);
    end('i', 1);
    await fixture.sync(pod, later);
    expect(fixture.calls).toEqual(starts('i', 1));
    end('i', 1);
    await fixture.sync(pod, later);
    const dropped = ['ContainerStatus i:0', 'ContainerStatus i:0', 'RemoveContainer i:0'];
    expect(fixture.calls).toEqual([...dropped, ...starts('i', 2)]);
  });

  it('an ephemeral container sees the processes of its target, and is started once', async () => {
    await fixture.sync(podOf());
    const debugged = podOf({
      ephemeralContainers: [{ ...box('dbg', { imagePullPolicy: 'IfNotPresent' }), targetContainerName: 'a' }],
    });
    await fixture.sync(debugged);
    expect(fixture.calls).toEqual(starts('dbg'));
    expect(fixture.request('CreateContainer')).toMatchObject({
      config: {
        linux: { security_context: { namespace_options: { pid: 'TARGET', target_id: 'container2' } } },
      },
    });
    end('dbg', 0);
    await fixture.sync(debugged);
    expect(fixture.calls).toEqual([]);
  });

  it('7: without its target it is not made', async () => {
    await fixture.sync(podOf());
    const lost = podOf({
      ephemeralContainers: [{ ...box('dbg', { imagePullPolicy: 'IfNotPresent' }), targetContainerName: 'b' }],
    });
    const { problems } = await fixture.sync(lost);
    expect(problems).toMatchObject([{ reason: 'CreateContainerConfigError', container: 'dbg' }]);
    expect(fixture.calls).toEqual(['ImageStatus box:1']);
  });

  it('all containers anew: no grace, no hook, no reads, who asked goes last', async () => {
    const rule = { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } } as const;
    const hook = { preStop: { exec: { command: ['sleep 1'] } } };
    const pod = podOf({
      restartPolicy: 'Never',
      initContainers: [box('i', { command: ['exit 0'] })],
      containers: [
        box('a', { restartPolicy: 'Never', restartPolicyRules: [rule] }),
        box('b', { lifecycle: hook }),
      ],
    });
    await fixture.sync(pod);
    end('i', 0);
    await fixture.sync(pod);
    end('a', 42);
    await fixture.sync(pod);
    const removed = ['RemoveContainer b:0', 'RemoveContainer i:0', 'RemoveContainer a:0'];
    expect(fixture.calls).toEqual(['StopContainer b:0 2', ...removed]);
    await fixture.sync(pod);
    expect(fixture.calls[2]).toMatch(/^CreateContainer i:/);
  });
});

describe('before the runtime is touched', () => {
  const notReady = (): typeof noRuntimeInfo => ({ ...noRuntimeInfo, runtimeReady: true });
  it('without a pod network nothing is done', async () => {
    const done = await fixture.sync(podOf(), { ctx: { ...fixture.ctx, runtimeInfo: notReady } });
    expect(done).toMatchObject({ acted: false, problems: [{ reason: 'NetworkNotReady', retryMs: 1000 }] });
    expect(fixture.calls).toEqual([]);
  });
  it('but for a pod on the network of the node', async () => {
    await fixture.sync(podOf({ hostNetwork: true }), { ctx: { ...fixture.ctx, runtimeInfo: notReady } });
    expect(fixture.calls).toEqual([...newSandbox, ...starts('a')]);
  });
  it('a volume that cannot be had', async () => {
    const volumes = [{ name: 'v', configMap: { name: 'absent' } }];
    const { problems, acted } = await fixture.sync(podOf({ volumes }));
    expect([problems[0]?.reason, acted, fixture.calls]).toEqual(['FailedMount', false, []]);
  });
});

describe('the RuntimeClass', () => {
  const classes = { ...noObjects, runtimeClasses: [{ metadata: { name: 'sandboxed' }, handler: 'gvisor' }] };
  const pod = podOf({ runtimeClassName: 'sandboxed' });
  it('names the handler', async () => {
    await fixture.sync(pod, { ctx: { ...fixture.ctx, objects: classes } });
    expect(fixture.request('RunPodSandbox')).toMatchObject({ runtime_handler: 'gvisor' });
  });
  it('that does not exist: no call', async () => {
    const { problems } = await fixture.sync(pod);
    expect(problems).toMatchObject([{ reason: 'CreatePodSandboxError' }]);
    expect(fixture.calls).toEqual([]);
  });
  it('of our own pods is the one the command line names', async () => {
    await fixture.sync(pod, { ctx: { ...fixture.ctx, runtimeHandler: 'runc' } });
    expect(fixture.request('RunPodSandbox')).toMatchObject({ runtime_handler: 'runc' });
  });
});

describe('what a failure leaves out', () => {
  const dying = async (): Promise<Pod> => {
    const pod = podOf({ containers: [box('a'), box('b')] });
    await fixture.sync(pod);
    fixture.runtime.killSandbox('sandbox1');
    return pod;
  };

  it('2a StopContainer: every sandbox is still stopped, nothing is made', async () => {
    const pod = await dying();
    refuse('StopContainer');
    const { problems } = await fixture.sync(pod);
    expect(problems.map(({ reason }) => reason)).toEqual(['KillContainerError', 'KillContainerError']);
    expect(fixture.calls).toEqual(['StopContainer b:0 5', 'StopContainer a:0 5', 'StopPodSandbox sandbox1']);
  });

  it('2a StopPodSandbox', async () => {
    const pod = await dying();
    refuse('StopPodSandbox');
    const { problems } = await fixture.sync(pod);
    expect(problems).toEqual([{ reason: 'KillPodSandboxError', message: 'no' }]);
    expect(fixture.calls.at(-1)).toBe('StopPodSandbox sandbox1');
  });

  it.each(['StopContainer', 'StopPodSandbox'])('2a %s of what is gone is fine', async (rpc) => {
    const pod = await dying();
    refuse(rpc, refused('NOT_FOUND'));
    expect((await fixture.sync(pod)).problems).toEqual([]);
    expect(fixture.calls).toContain('RunPodSandbox p:1');
  });

  it('3 StopContainer: nothing is started', async () => {
    const pod = podOf({ containers: [box('a'), box('b')] });
    await fixture.sync(pod);
    refuse('StopContainer');
    end('b', 1);
    const changed = podOf({ containers: [box('a', { image: 'box:2' }), box('b')] });
    const { problems } = await fixture.sync(changed);
    expect(problems).toMatchObject([{ reason: 'KillContainerError', container: 'a' }]);
    expect(fixture.calls).toEqual(['StopContainer a:0 5']);
  });

  it.each(['StopContainer', 'RemoveContainer'])('3b %s: who asked is still there', async (rpc) => {
    const rule = { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } } as const;
    const pod = podOf({
      containers: [box('a', { restartPolicy: 'Never', restartPolicyRules: [rule] }), box('b')],
    });
    await fixture.sync(pod);
    end('a', 42);
    refuse(rpc);
    const { problems } = await fixture.sync(pod);
    expect(problems).toMatchObject([
      { reason: rpc === 'StopContainer' ? 'KillContainerError' : 'RemoveContainerError' },
    ]);
    expect(fixture.calls).not.toContain('RemoveContainer a:0');
  });

  it('2b, 4 removal: the sync goes on', async () => {
    const pod = podOf({ initContainers: [box('i', { command: ['exit 0'] })] });
    await fixture.sync(pod);
    end('i', 0);
    await fixture.sync(pod);
    fixture.runtime.killSandbox('sandbox1');
    const status = await fixture.status();
    refuse('ContainerStatus');
    const { problems } = await fixture.sync(pod, { status });
    expect(problems).toEqual([]);
    expect(fixture.calls).toContain('RunPodSandbox p:1');
  });

  it('5 RunPodSandbox: nothing is cleaned up, the next one has the same attempt', async () => {
    refuse('RunPodSandbox');
    expect((await fixture.sync(podOf())).problems).toEqual([
      { reason: 'CreatePodSandboxError', message: 'no' },
    ]);
    expect(fixture.calls).toEqual(['RunPodSandbox p:0']);
    obey();
    await fixture.sync(podOf());
    expect(fixture.calls[0]).toBe('RunPodSandbox p:0');
  });

  it('a sandbox that fails after the pod was told to end is no problem', async () => {
    refuse('RunPodSandbox');
    const done = await fixture.sync(podOf(), { isEnding: () => true });
    expect(done).toMatchObject({ problems: [], acted: true });
  });

  it.each([
    ['an error', refused('UNKNOWN', 'no')],
    ['no status', answered()],
    ['a status without what it must have', answered({ status: { id: 'x' } })],
  ])('5 PodSandboxStatus: %s: the sandbox stays and is used', async (_, outcome) => {
    const status = await fixture.status();
    refuse('PodSandboxStatus', outcome);
    const { problems } = await fixture.sync(podOf(), { status });
    expect(problems).toMatchObject([{ reason: 'FailedStatusPodSandBox' }]);
    obey();
    await fixture.sync(podOf());
    expect(fixture.calls).toEqual(starts('a'));
  });

  it('7 an ephemeral container: the others are started', async () => {
    await fixture.sync(podOf());
    end('a', 1);
    fixture.runtime.intercept = (rpc, request) =>
      rpc === 'CreateContainer' && JSON.stringify(request).includes('dbg')
        ? refused('UNKNOWN', 'no')
        : undefined;
    const { problems } = await fixture.sync(podOf({ ephemeralContainers: [box('dbg')] }));
    expect(problems).toMatchObject([{ reason: 'CreateContainerError', container: 'dbg' }]);
    expect(fixture.calls).toContain('StartContainer a:1');
  });

  it('8 an init container: nothing after it', async () => {
    refuse('StartContainer');
    const { problems } = await fixture.sync(podOf({ initContainers: [box('i'), box('j')] }));
    expect(problems).toMatchObject([{ reason: 'RunContainerError', container: 'i' }]);
    expect(fixture.calls.filter((call) => call.startsWith('Create'))).toEqual(['CreateContainer i:0']);
  });

  it('8 a sidecar that was running: regular containers are started', async () => {
    const pod = podOf({ initContainers: [box('s', { restartPolicy: 'Always' })] });
    await fixture.sync(pod);
    await fixture.sync(pod);
    end('s', 1);
    end('a', 1);
    fixture.runtime.intercept = (rpc, request) =>
      rpc === 'CreateContainer' && JSON.stringify(request).includes('"name":"s"')
        ? refused('UNKNOWN', 'no')
        : undefined;
    const { problems } = await fixture.sync(pod);
    expect(problems).toMatchObject([{ reason: 'CreateContainerError', container: 's' }]);
    expect(fixture.calls).toContain('StartContainer a:1');
  });

  it.each([
    ['CreateContainer', 'CreateContainerError'],
    ['StartContainer', 'RunContainerError'],
    ['ImageStatus', 'ImageInspectError'],
  ])('9 %s of a regular container: the next one is tried', async (rpc, reason) => {
    refuse(rpc);
    const { problems } = await fixture.sync(podOf({ containers: [box('a'), box('b')] }));
    expect(problems).toMatchObject([
      { reason, container: 'a' },
      { reason, container: 'b' },
    ]);
  });

  it('9 an answer without an id', async () => {
    refuse('CreateContainer', answered());
    expect((await fixture.sync(podOf())).problems).toMatchObject([{ reason: 'CreateContainerError' }]);
  });
});

describe('runAsNonRoot', () => {
  const image = (fields: object): Outcome => answered({ image: { id: 'sha256:x', size: '1', ...fields } });
  it.each<[string, Container['securityContext'], object, boolean]>([
    ['the image names nobody', { runAsNonRoot: true }, {}, false],
    ['the image is root', { runAsNonRoot: true }, { uid: {} }, false],
    ['the image has a number', { runAsNonRoot: true }, { uid: { value: '7' } }, true],
    ['the image has a name', { runAsNonRoot: true }, { username: 'app' }, false],
    ['the pod says a number', { runAsNonRoot: true, runAsUser: 7 }, {}, true],
    ['the pod says root', { runAsNonRoot: true, runAsUser: 0 }, { uid: { value: '7' } }, false],
    ['nothing is asked', {}, {}, true],
  ])('%s', async (...[, securityContext = {}, fields, runs]) => {
    refuse('ImageStatus', image(fields));
    const { problems } = await fixture.sync(podOf({ containers: [box('a', { securityContext })] }));
    expect(problems.map(({ reason }) => reason)).toEqual(runs ? [] : ['CreateContainerConfigError']);
  });
});
