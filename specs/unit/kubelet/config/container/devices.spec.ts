// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { devices } from '#kubelet/config/container/devices.js';
import { noObjects } from '#pod/cluster-objects.js';
import type { Container, Pod } from '#pod/pod.js';

const container: Container = {
  name: 'a',
  image: 'x',
  volumeDevices: [
    { name: 'disk', devicePath: '/dev/disk' },
    { name: 'read-only', devicePath: '/dev/other' },
    { name: 'lost', devicePath: '/dev/lost' },
  ],
};
const claimOf = (name: string, more = {}) => ({
  name,
  persistentVolumeClaim: { claimName: 'claim', ...more },
});
const pod: Pod = {
  metadata: { name: 'p', namespace: 'd' },
  spec: {
    containers: [container],
    volumes: [claimOf('disk'), claimOf('read-only', { readOnly: true }), { name: 'lost', emptyDir: {} }],
  },
};
const objects = {
  ...noObjects,
  persistentVolumes: [
    { metadata: { name: 'pv' }, spec: { volumeMode: 'Block', local: { path: '/dev/loop7' } } },
  ] as const,
  persistentVolumeClaims: [
    { metadata: { name: 'claim', namespace: 'd' }, spec: { volumeMode: 'Block', volumeName: 'pv' } },
  ] as const,
};

it('are links to the block volumes of a pod, which may be read-only', () => {
  const host_path = '/k/pods/u/volumeDevices/kubernetes.io~local-volume/pv';
  const input = { pod, container, rootDir: '/k', uid: 'u' };
  expect(devices({ ...input, objects })).toEqual([
    { container_path: '/dev/disk', host_path, permissions: 'mrw' },
    { container_path: '/dev/other', host_path, permissions: 'r' },
  ]);
  expect(devices({ ...input, objects: noObjects })).toEqual([]);
});
