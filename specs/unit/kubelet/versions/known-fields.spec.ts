// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { knownFields } from '#kubelet/versions/known-fields.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Pod, PodSpec } from '#pod/pod.js';

const container = { name: 'a', image: 'x' } as const;
const podOf = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'p' },
  spec: { containers: [container], ...spec },
});
const appArmorProfile = { type: 'RuntimeDefault' } as const;
const rule = { action: 'Restart' } as const;
const volumeMount = { name: 'v', mountPath: '/v' } as const;

it.each<readonly [string, string, Partial<PodSpec>, Partial<PodSpec>]>([
  ['resources of the pod', '1.34', { resources: { limits: { cpu: 1 } } }, {}],
  ['hostUsers', '1.33', { hostUsers: false }, {}],
  ['hostnameOverride', '1.35', { hostnameOverride: 'h' }, {}],
  ['ephemeral containers', '1.23', { ephemeralContainers: [container] }, {}],
  [
    'supplementalGroupsPolicy',
    '1.33',
    { securityContext: { fsGroup: 1, supplementalGroupsPolicy: 'Strict' } },
    { securityContext: { fsGroup: 1 } },
  ],
  ['AppArmor of the pod', '1.30', { securityContext: { appArmorProfile } }, { securityContext: {} }],
  [
    'AppArmor of a container',
    '1.30',
    { containers: [{ ...container, securityContext: { appArmorProfile, privileged: true } }] },
    { containers: [{ ...container, securityContext: { privileged: true } }] },
  ],
  [
    'sidecars',
    '1.29',
    { initContainers: [{ ...container, restartPolicy: 'Always' }] },
    { initContainers: [container] },
  ],
  [
    'restart rules',
    '1.35',
    { containers: [{ ...container, restartPolicy: 'Never', restartPolicyRules: [rule] }] },
    { containers: [container] },
  ],
  [
    'the grace period of a probe',
    '1.25',
    {
      containers: [{ ...container, livenessProbe: { grpc: { port: 1 }, terminationGracePeriodSeconds: 1 } }],
    },
    { containers: [{ ...container, livenessProbe: { grpc: { port: 1 } } }] },
  ],
  [
    'resize policies',
    '1.33',
    {
      containers: [
        { ...container, resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
      ],
    },
    { containers: [container] },
  ],
  [
    'mounts that are read-only all the way down',
    '1.31',
    { containers: [{ ...container, volumeMounts: [{ ...volumeMount, recursiveReadOnly: 'Enabled' }] }] },
    { containers: [{ ...container, volumeMounts: [volumeMount] }] },
  ],
])('%s are known from %s on', (...[, since, spec, before]) => {
  const last = `1.${Number(since.slice(2)) - 1}`;
  expect(knownFields(podOf(spec), traitsOf(since))).toEqual(podOf(spec));
  expect(knownFields(podOf(spec), traitsOf(last))).toEqual(podOf(before));
});
