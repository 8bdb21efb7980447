// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const pull = (image: string): Step => ({ do: 'call', rpc: 'PullImage', request: { image: { image } } });
export const imagesDiskUsage: Scenario = {
  id: 'images.disk-usage',
  title: 'the usage of the image file system is read before and after two pulls',
  waitsMs: 13_000,
  pod: {
    metadata: { name: 'measurer' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
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
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['image.fs-info.follows', 'image.fs-info.usable'],
};
