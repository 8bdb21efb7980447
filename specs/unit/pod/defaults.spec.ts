// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { withDefaults } from '#pod/defaults.js';

it('fills in what the API server fills in', () => {
  const pod = withDefaults({
    metadata: { name: 'p' },
    spec: {
      hostNetwork: true,
      containers: [
        {
          name: 'a',
          image: 'x',
          ports: [{ containerPort: 80 }],
          resources: { limits: { cpu: '1', memory: '1Mi' }, requests: { cpu: '100m' } },
          livenessProbe: { httpGet: { port: 80 } },
        },
      ],
    },
  });
  expect(pod.metadata.namespace).toBe('default');
  expect(pod.spec).toMatchObject({
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
  });
  expect(pod.spec.containers[0]).toMatchObject({
    imagePullPolicy: 'Always',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }],
    resources: { requests: { cpu: '100m', memory: '1Mi' } },
    livenessProbe: { httpGet: { path: '/', scheme: 'HTTP' }, periodSeconds: 10, failureThreshold: 3 },
  });
});

it('fills in what is there and empty', () => {
  const { spec } = withDefaults({
    metadata: { name: 'p' },
    spec: {
      hostNetwork: true,
      containers: [
        {
          name: 'a',
          image: 'x:1',
          terminationMessagePath: '',
          ports: [{ containerPort: 80, hostPort: 0 }],
          livenessProbe: { httpGet: { port: 1, path: '' }, timeoutSeconds: 0, failureThreshold: 0 },
        },
      ],
    },
  });
  expect(spec.containers[0]).toMatchObject({
    terminationMessagePath: '/dev/termination-log',
    ports: [{ hostPort: 80 }],
    livenessProbe: { httpGet: { path: '/' }, timeoutSeconds: 1, failureThreshold: 3 },
  });
});

it('fills in what volumes, variables and hooks leave out', () => {
  const { spec } = withDefaults({
    metadata: { name: 'p' },
    spec: {
      volumes: [
        { name: 'v' },
        { name: 'i', image: { reference: 'x:latest' } },
        { name: 'h', hostPath: { path: '/' } },
      ],
      containers: [
        {
          name: 'a',
          image: 'x:1',
          env: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
          lifecycle: { stopSignal: 'SIGINT' },
        },
      ],
      ephemeralContainers: [{ name: 'e', image: 'x:1', targetContainerName: 'a' }],
    },
  });
  expect(spec.volumes).toEqual([
    { name: 'v', emptyDir: {} },
    { name: 'i', image: { reference: 'x:latest', pullPolicy: 'Always' } },
    { name: 'h', hostPath: { path: '/' } },
  ]);
  expect(spec.containers[0]).toMatchObject({
    env: [{ valueFrom: { fieldRef: { apiVersion: 'v1' } } }],
    lifecycle: { stopSignal: 'SIGINT' },
  });
  expect(spec.ephemeralContainers?.[0]).toMatchObject({
    targetContainerName: 'a',
    terminationMessagePath: '/dev/termination-log',
  });
});
