// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const pull = (image: string): Step => ({ do: 'call', rpc: 'PullImage', request: { image: { image } } });
/** Twelve files of half a kibibyte each, in its own layer. */
const files = Array.from({ length: 12 }, (_, at) => `put /data/${at} ${'x'.repeat(511)}`);
const writer = box('mkdir /data', ...files, 'print ready', 'wait');

const ofPod = { filter: { pod_sandbox_id: '{sandbox}' } };
const main = { container_id: '{container:main}' };

/** The layer is measured together with the images. */
const reads: readonly Step[] = [
  { do: 'call', rpc: 'ContainerStats', request: main },
  { do: 'call', rpc: 'ListContainerStats', request: ofPod },
  { do: 'call', rpc: 'PodSandboxStats', request: { pod_sandbox_id: '{sandbox}' } },
  { do: 'call', rpc: 'ListPodSandboxStats', request: { filter: { id: '{sandbox}' } } },
];

export const imagesDiskUsage: Scenario = {
  id: 'images.disk-usage',
  title: 'the usage of the image file system is read before and after two pulls, and that of a container',
  waitsMs: 13_000,
  // containerd measures a pod by its cgroup.
  ownCgroup: true,
  pod: {
    metadata: { name: 'measurer' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: writer }],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    {
      do: 'call-until-changed',
      rpc: 'ImageFsInfo',
      request: {},
      by: [pull('registry.test/own/disk/box:1'), pull('registry.test/own/disk/box-layers:1')],
      // containerd measures its disk every ten seconds.
      withinMs: 13_000,
    },
    ...reads,
    ...reads,
    { do: 'call', rpc: 'ContainerStatus', request: main },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'image.fs-info.follows',
    'image.fs-info.usable',
    'stats.container.files',
    'stats.container.views-agree',
    'stats.sandbox.views-agree',
  ],
};
