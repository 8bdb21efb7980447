// SPDX-License-Identifier: Apache-2.0
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { adoptPod } from '#kubelet/adopt-pod.js';
import { containerConfig } from '#kubelet/config/container-config.js';
import { allContainers } from '#kubelet/config/qos.js';
import { sandboxConfig } from '#kubelet/config/sandbox-config.js';
import type {
  ContainerConfig,
  CreateContainerRequest,
  RunPodSandboxRequest,
} from '#cri/generated/messages.js';
import { recordedNode } from './recorded-node.js';
import { normalized, readRecording } from './recording.js';

const names = readdirSync(new URL('../../fixtures/recordings/', import.meta.url))
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.replace('.jsonl', ''));

describe.each(names)('the requests of %s', (name) => {
  const { pod: manifest, calls } = readRecording(name);
  const pod = adoptPod(manifest, { source: 'file', nodeName: 'node1', uid: '<uid>', seenAt: 'now' });
  const config = (attempt: number): unknown =>
    sandboxConfig({ pod, uid: '<uid>', attempt, facts: recordedNode, podLogsDir: '/var/log/pods' });

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
    expect(sent.map(({ config: asked = {} }) => normalized(built(asked)))).toEqual(
      sent.map(({ config: asked }) => normalized(asked)),
    );
    for (const { sandbox_config: sandbox } of sent) {
      expect(normalized(sandbox)).toEqual(normalized(config(sandbox?.metadata?.attempt ?? 0)));
    }
  });

  function built(asked: ContainerConfig): ContainerConfig {
    const container = allContainers(pod).find((each) => each.name === asked.metadata?.name);
    if (!container) throw new Error('a container that the manifest does not have');
    return containerConfig({
      ...{ pod, uid: '<uid>', container, facts: recordedNode, rootDir: '/var/lib/kubelet' },
      attempt: asked.metadata?.attempt ?? 0,
      imageRef: asked.image?.image ?? '',
      imageUser: { uid: undefined, username: '' },
      ips: ['10.88.77.240'],
      terminationLog: `/var/lib/kubelet/pods/<uid>/containers/${container.name}/00000000`,
    });
  }
});
