// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

export const imagesVolume: Scenario = {
  id: 'images.volume',
  title: 'an image is mounted as a volume, and a directory of it as another',
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
          command: box(
            'if-file /data/etc/image cat /data/etc/image',
            'print ==',
            'if-file /part/image cat /part/image',
            'print mounts',
            'show mounts',
            'print ready',
            'wait',
          ),
          volumeMounts: [
            { name: 'data', mountPath: '/data' },
            { name: 'data', mountPath: '/part', subPath: 'etc' },
          ],
        },
      ],
    },
  },
  steps: [
    { do: 'watch-events' },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'main' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.mounts.as-requested',
    'container.status.mounts-as-asked',
    'container.stop.succeeds',
    'image.pull.present-at-once',
    'image.volume.content',
  ],
};
