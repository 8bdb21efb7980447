// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { boxLayers } from '#guest/box-images.js';
import type { Scenario } from '../scenario.js';

export const imagesLayers: Scenario = {
  id: 'images.layers',
  title: 'a container runs from an image whose layers replace and delete files of those below',
  pod: {
    metadata: { name: 'geologist' },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.test/own/layers/box-layers:1',
          command: box('print ready', 'wait'),
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    ...[...boxLayers.keys()].map((path) => ({
      do: 'call' as const,
      rpc: 'ExecSync',
      request: {
        container_id: '{container:main}',
        cmd: box(`if-file ${path} cat ${path}`),
        timeout: '60',
      },
    })),
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['image.layers.applied', 'image.pull.succeeds'],
};
