// SPDX-License-Identifier: Apache-2.0
import type { Scenario } from '../scenario.js';

export const imagesBrokenPulls: Scenario = {
  id: 'images.broken-pulls',
  title: 'images that are missing or damaged in the registry are pulled',
  pod: {
    metadata: { name: 'hungry' },
    spec: { containers: [{ name: 'main', image: 'registry.test/faults/404/box:1' }] },
  },
  steps: [
    { do: 'wait-for-calls', rpc: 'PullImage', ended: 'refused', count: 1 },
    { do: 'pause-kubelet' },
    { do: 'call', rpc: 'ImageStatus', request: { image: { image: 'registry.test/faults/404/box:1' } } },
    {
      do: 'call',
      rpc: 'PullImage',
      request: { image: { image: 'registry.test/faults/wrong-digest/box:1' } },
    },
    {
      do: 'call',
      rpc: 'ImageStatus',
      request: { image: { image: 'registry.test/faults/wrong-digest/box:1' } },
    },
  ],
  exercises: ['image.pull.broken-refused', 'image.pull.failed-leaves-nothing', 'image.status.absent-ok'],
};
