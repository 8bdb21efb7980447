// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { adoptPod } from '#kubelet/pods/adopt-pod.js';
import { containerConfig } from '#kubelet/config/container/container-config.js';
import { environment } from '#kubelet/config/container/environment.js';
import { mounts } from '#kubelet/config/container/mounts.js';
import { allContainers } from '#kubelet/config/resources/qos.js';
import { sandboxConfig } from '#kubelet/config/sandbox/sandbox-config.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { noObjects } from '#pod/cluster-objects.js';
import type {
  ContainerConfig,
  CreateContainerRequest,
  KeyValue,
  RunPodSandboxRequest,
} from '#cri/proto/generated/messages.js';
import { recordedNode } from '../../unit/kubelet/recorded-node.js';
import { normalized, readRecording } from '../../unit/kubelet/recording.js';

const dir = new URL('../../fixtures/recordings/', import.meta.url);
const newest = '1.37';
/** Its runtime could not make its sandbox, so there is none. */
const withoutCalls = 'userns';

const recordings = ['.', ...readdirSync(dir).filter((name) => /^1\.\d+$/.test(name))].flatMap((version) =>
  readdirSync(new URL(version, dir))
    .filter((name) => name.endsWith('.jsonl') && name !== `${withoutCalls}.jsonl`)
    .map((file) => ({
      version: version === '.' ? newest : version,
      name: `${version === '.' ? '' : `${version}/`}${file.replace('.jsonl', '')}`,
    })),
);

describe.each(recordings)('the requests of $name', ({ name, version }) => {
  const { pod: manifest, calls } = readRecording(name);
  const traits = traitsOf(version);
  const pod = adoptPod(manifest, {
    source: 'file',
    nodeName: 'node1',
    uid: '<uid>',
    seenAt: 'now',
    traits,
  });
  const config = (attempt: number): unknown =>
    sandboxConfig({ pod, uid: '<uid>', attempt, facts: recordedNode, podLogsDir: '/var/log/pods', traits });

  it('RunPodSandbox is what the kubelet sent', () => {
    const runs = calls
      .filter(({ rpc }) => rpc === 'RunPodSandbox')
      .map(({ request }) => request as RunPodSandboxRequest);
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.map((_, at) => normalized({ config: config(at) }))).toEqual(
      runs.map((run) => normalized(run)),
    );
  });

  it('CreateContainer is what the kubelet sent', () => {
    const sent = calls
      .filter(({ rpc }) => rpc === 'CreateContainer')
      .map(({ request }) => request as CreateContainerRequest);
    expect(sent.map(({ config: asked = {} }) => normalized(inOrder(built(asked))))).toEqual(
      sent.map(({ config: asked = {} }) => normalized(inOrder(asked))),
    );
    for (const { sandbox_config: sandbox } of sent) {
      expect(normalized(sandbox)).toEqual(normalized(config(sandbox?.metadata?.attempt ?? 0)));
    }
  });

  function built(asked: ContainerConfig): ContainerConfig {
    const container = allContainers(pod).find((each) => each.name === asked.metadata?.name);
    if (!container) throw new Error('a container that the manifest does not have');
    const rootDir = '/var/lib/kubelet';
    const common = { pod, uid: '<uid>', container, facts: recordedNode, traits, rootDir };
    const ips = manifest.spec.hostNetwork === true ? [] : ['10.88.77.240'];
    const variables = environment({ ...common, ips, objects: noObjects });
    if ('problem' in variables) throw new Error(variables.problem);
    const mounted = mounts({
      ...common,
      ips,
      variables: variables.value,
      imageVolumes: new Map<string, string>(),
      terminationLog: `${rootDir}/pods/<uid>/containers/${container.name}/00000000`,
    });
    if ('problem' in mounted) throw new Error(mounted.problem);
    return containerConfig({
      ...common,
      attempt: asked.metadata?.attempt ?? 0,
      imageRef: asked.image?.image ?? '',
      imageUser: { uid: undefined, username: '' },
      variables: variables.value,
      mounts: mounted.value,
    });
  }
});

/** A kubelet sends variables in the order of a Go map, which is another one every time. */
function inOrder(config: ContainerConfig): ContainerConfig {
  if (config.envs === undefined) return config;
  const byKey = (a: KeyValue, b: KeyValue): number => ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
  return { ...config, envs: config.envs.toSorted(byKey) };
}
