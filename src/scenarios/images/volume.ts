// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesVolume: Scenario = {
  id: 'images.volume',
  title: 'an image is mounted as a volume',
  needs: ['image-volumes'],
  since: '1.35',
  pod: {
    metadata: { name: 'library' },
    spec: {
      volumes: [
        {
          name: 'data',
          image: { reference: 'registry.test/own/volume/box-layers:1', pullPolicy: 'IfNotPresent' },
        },
      ],
      containers: [
        {
          name: 'main',
          image: 'registry.test/box:1',
          command: box('cat /data/layers/kept', 'print ready', 'wait'),
          volumeMounts: [{ name: 'data', mountPath: '/data' }],
        },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.stop.succeeds', 'image.pull.present-at-once'],
};
