// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

const looks = ['if-file /data/etc/image cat /data/etc/image', 'print mounts', 'show mounts', 'print ready'];
const volumeMounts = [{ name: 'data', mountPath: '/data' }];

export const imagesVolumeOfInit: Scenario = {
  id: 'images.volume-of-init',
  title: 'an init container and the one after it have the same image as a volume',
  needs: ['image-volumes'],
  since: '1.35',
  pod: {
    metadata: { name: 'readers', annotations: { 'example.test/shelf': 'two' } },
    spec: {
      volumes: [
        {
          name: 'data',
          image: { reference: 'registry.test/own/volume/box-username:1', pullPolicy: 'IfNotPresent' },
        },
      ],
      initContainers: [{ name: 'first', image: 'registry.test/box:1', command: box(...looks), volumeMounts }],
      containers: [
        { name: 'main', image: 'registry.test/box:1', command: box(...looks, 'wait'), volumeMounts },
      ],
    },
  },
  steps: [
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'capture-log', container: 'first' },
    { do: 'capture-log', container: 'main' },
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.mounts.as-requested', 'container.status.mounts-as-asked', 'image.volume.content'],
};
