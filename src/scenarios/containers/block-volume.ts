// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';

/** The same device for both: one may write to it, one may not. */
const claims = ['raw', 'raw-read-only'];

const looks = (name: string, volume: string, devicePath: string) => ({
  name,
  image: 'registry.test/box:1',
  command: box(`device ${devicePath}`, 'device /node/raw', 'print ready', 'wait'),
  volumeDevices: [{ name: volume, devicePath }],
  // The node itself, to compare with.
  volumeMounts: [{ name: 'node', mountPath: '/node/raw' }],
});

export const containersBlockVolume: Scenario = {
  id: 'containers.block-volume',
  title: 'a block volume is a device of two containers: one may write to it, the other may only read it',
  needs: ['block-device'],
  objects: {
    persistentVolumes: claims.map((name) => ({
      metadata: { name },
      spec: { volumeMode: 'Block', local: { path: '{device}' } },
    })),
    persistentVolumeClaims: claims.map((name) => ({
      metadata: { name },
      spec: { volumeMode: 'Block', volumeName: name },
    })),
  },
  pod: {
    metadata: { name: 'database' },
    spec: {
      volumes: [
        { name: 'raw', persistentVolumeClaim: { claimName: 'raw' } },
        { name: 'read-only', persistentVolumeClaim: { claimName: 'raw-read-only', readOnly: true } },
        { name: 'node', hostPath: { path: '{device}', type: 'BlockDevice' } },
      ],
      containers: [looks('writer', 'raw', '/dev/raw'), looks('reader', 'read-only', '/dev/disks/looked-at')],
    },
  },
  steps: [
    ...['writer', 'reader'].flatMap((container) => [
      { do: 'wait-for-log', container, line: 'ready' } as const,
      { do: 'capture-log', container } as const,
    ]),
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: ['container.devices.as-requested', 'container.stop.succeeds'],
};
