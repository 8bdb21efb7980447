// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { environment } from '#kubelet/config/container/environment.js';
import { expandVariables } from '#kubelet/config/container/expand.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { noObjects, type ClusterObjects, type Service } from '#pod/cluster-objects.js';
import type { EnvVar } from '#pod/env-var.js';
import type { Container, Pod } from '#pod/pod.js';
import { recordedNode } from '../../recorded-node.js';

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const objects: ClusterObjects = {
  ...noObjects,
  configMaps: [
    { metadata: { name: 'c' }, data: { k: 'v', '1st': 'one' }, binaryData: { b: 'AA==' } },
    { metadata: { name: 'far', namespace: 'other' }, data: { k: 'v' } },
  ],
  secrets: [{ metadata: { name: 's' }, data: { k: base64('secret') } }],
};

interface Setup {
  readonly container?: Partial<Container>;
  readonly pod?: Partial<Pod['spec']>;
  readonly metadata?: Partial<Pod['metadata']>;
  readonly version?: string;
  readonly services?: readonly Service[];
  readonly envFiles?: ReadonlyMap<string, string>;
}

function made(given: Setup): unknown {
  const container: Container = { name: 'a', image: 'x', ...given.container };
  const found = environment({
    pod: {
      metadata: { name: 'p', namespace: 'default', ...given.metadata },
      spec: { containers: [container], ...given.pod },
    },
    uid: 'u',
    container,
    ips: ['10.0.0.1', 'fd00::1'],
    facts: { ...recordedNode, nodeIps: ['192.0.2.10', 'fd00::9'], allocatable: { cpu: '8' } },
    objects: { ...objects, services: given.services ?? [] },
    traits: traitsOf(given.version ?? '1.37'),
    ...(given.envFiles && { envFiles: given.envFiles }),
  });
  return 'problem' in found ? found.problem : Object.fromEntries(found.value);
}

const of = (valueFrom: EnvVar['valueFrom'], more: Setup = {}): unknown => {
  const env = [{ name: 'E', ...(valueFrom && { valueFrom }) }];
  const found = made({ ...more, container: { ...more.container, env } });
  return typeof found === 'string' ? { problem: found } : (found as Record<string, string>)['E'];
};

describe('a field of the pod', () => {
  it.each([
    ['metadata.name', 'p'],
    ['metadata.namespace', 'default'],
    ['metadata.uid', 'u'],
    ["metadata.labels['a.b/c']", 'label'],
    ["metadata.annotations['it']", 'noted'],
    ["metadata.annotations['none']", ''],
    ['spec.nodeName', 'node1'],
    ['spec.serviceAccountName', 'default'],
    ['status.hostIP', '192.0.2.10'],
    ['status.hostIPs', '192.0.2.10,fd00::9'],
    ['status.podIP', '10.0.0.1'],
    ['status.podIPs', '10.0.0.1,fd00::1'],
    ['metadata.labels', 'a.b/c="label"'],
    ['spec.odd', { problem: 'the downward API has no field spec.odd' }],
  ])('%s', (fieldPath, value) => {
    const metadata = { labels: { 'a.b/c': 'label' }, annotations: { it: 'noted' } };
    expect(of({ fieldRef: { fieldPath } }, { metadata })).toEqual(value);
  });

  it('has no account in a pod from a file', () => {
    const metadata = { annotations: { 'kubernetes.io/config.source': 'file' } };
    expect(of({ fieldRef: { fieldPath: 'spec.serviceAccountName' } }, { metadata })).toBe('');
  });
});

describe('an amount of a container', () => {
  const resources = { limits: { memory: '64Mi', cpu: '1500m' }, requests: { cpu: '250m', memory: 1 } };
  it.each([
    ['limits.cpu', undefined, '2'],
    ['limits.cpu', '1m', '1500'],
    ['requests.cpu', undefined, '1'],
    ['requests.cpu', '100m', '3'],
    ['limits.memory', undefined, '67108864'],
    ['limits.memory', '1Mi', '64'],
    ['requests.memory', '1Ki', '1'],
    ['limits.memory', '0', '67108864'],
    ['requests.ephemeral-storage', undefined, '0'],
    ['odd.cpu', undefined, { problem: 'there is no resource odd.cpu' }],
  ])('%s in %s', (resource, divisor, value) => {
    const reference = { resource, ...(divisor !== undefined && { divisor }) };
    expect(of({ resourceFieldRef: reference }, { container: { resources } })).toEqual(value);
  });

  it.each([
    ['limits.cpu', {}, '8'],
    ['limits.memory', {}, String(16 * 2 ** 30 - 100 * 2 ** 20)],
    ['limits.cpu', { resources: { limits: { cpu: '2' } } }, '2'],
    ['requests.cpu', {}, '0'],
  ])('%s where nothing is set', (resource, pod, value) => {
    expect(of({ resourceFieldRef: { resource } }, { pod })).toBe(value);
  });

  it('is that of another container', () => {
    const reference = { resource: 'limits.cpu', containerName: 'i' };
    const initContainers = [{ name: 'i', image: 'x', resources: { limits: { cpu: '3' } } }];
    expect(of({ resourceFieldRef: reference }, { pod: { initContainers } })).toBe('3');
    expect(of({ resourceFieldRef: { ...reference, containerName: 'no' } })).toEqual({
      problem: 'no container is called no',
    });
  });
});

describe('a key', () => {
  it.each([
    ['of a ConfigMap', { configMapKeyRef: { name: 'c', key: 'k' } }, 'v'],
    ['of a Secret', { secretKeyRef: { name: 's', key: 'k' } }, 'secret'],
    [
      'of no ConfigMap',
      { configMapKeyRef: { name: 'no', key: 'k' } },
      { problem: 'configmap "no" not found' },
    ],
    [
      'of a ConfigMap of another namespace',
      { configMapKeyRef: { name: 'far', key: 'k' } },
      { problem: 'configmap "far" not found' },
    ],
    ['of no Secret', { secretKeyRef: { name: 'no', key: 'k' } }, { problem: 'secret "no" not found' }],
    [
      'that is not there',
      { configMapKeyRef: { name: 'c', key: 'no' } },
      { problem: "couldn't find key no in ConfigMap default/c" },
    ],
    [
      'of binary data',
      { configMapKeyRef: { name: 'c', key: 'b' } },
      { problem: "couldn't find key b in ConfigMap default/c" },
    ],
    [
      'that is not there in a Secret',
      { secretKeyRef: { name: 's', key: 'no' } },
      { problem: "couldn't find key no in Secret default/s" },
    ],
    ['of an optional one', { secretKeyRef: { name: 'no', key: 'k', optional: true } }, undefined],
    ['that is optional', { configMapKeyRef: { name: 'c', key: 'no', optional: true } }, undefined],
  ])('%s', (_, valueFrom, value) => {
    expect(of(valueFrom)).toEqual(value);
  });

  const text = "# made\n\nk='v' # why\n  l='two\nlines'\nm=\n";
  it.each([
    ['k', text, 'v'],
    ['l', text, 'two\nlines'],
    ['m', text, ''],
    ['no', text, { problem: 'environment variable key "no" not found in file "f"' }],
    ['k', 'k = 1\n', { problem: "f: k = 1 is not NAME='value'" }],
    ['k', undefined, { problem: 'the volume v has no file f' }],
  ])('%s of a file', (key, content, value) => {
    const envFiles = new Map(content === undefined ? [] : [['v/f', content]]);
    expect(of({ fileKeyRef: { volumeName: 'v', path: 'f', key } }, { envFiles })).toEqual(value);
  });
});

describe('the variables together', () => {
  const service: Service = {
    metadata: { name: 'my-web' },
    spec: {
      clusterIP: '10.9.0.1',
      ports: [
        { name: 'http', port: 80 },
        { port: 53, protocol: 'UDP' },
      ],
    },
  };
  const master: Service = {
    metadata: { name: 'kubernetes', namespace: 'default' },
    spec: { clusterIP: 'fd00::1', ports: [{ name: 'https', port: 443 }] },
  };

  it.each<[string, Setup, unknown]>([
    [
      'whole objects come first, single variables win',
      {
        container: {
          envFrom: [{ configMapRef: { name: 'c' } }, { prefix: 'S_', secretRef: { name: 's' } }],
          env: [{ name: 'k', value: 'mine, $(S_k)' }],
        },
      },
      { k: 'mine, secret', '1st': 'one', S_k: 'secret' },
    ],
    [
      'an optional key that is missing leaves what was there',
      {
        container: {
          envFrom: [{ configMapRef: { name: 'c' } }],
          env: [{ name: 'k', valueFrom: { configMapKeyRef: { name: 'x', key: 'k', optional: true } } }],
        },
      },
      { k: 'v', '1st': 'one' },
    ],
    [
      'older kubelets skip names that begin with a digit',
      { version: '1.28', container: { envFrom: [{ configMapRef: { name: 'c' } }] } },
      { k: 'v' },
    ],
    [
      'an object that is missing',
      { container: { envFrom: [{ secretRef: { name: 'x' } }] } },
      'secret "x" not found',
    ],
    ['an optional one', { container: { envFrom: [{ secretRef: { name: 'x', optional: true } }] } }, {}],
    [
      'what refers to itself or onwards stays as written',
      {
        container: {
          env: [
            { name: 'A', value: '$(B)' },
            { name: 'B', value: '$(A)$(B)' },
          ],
        },
      },
      { A: '$(B)', B: '$(B)$(B)' },
    ],
    [
      'services come last',
      { services: [service], container: { env: [{ name: 'MY_WEB_PORT', value: '$(MY_WEB_SERVICE_HOST)' }] } },
      {
        MY_WEB_PORT: '10.9.0.1',
        MY_WEB_SERVICE_HOST: '10.9.0.1',
        MY_WEB_SERVICE_PORT: '80',
        MY_WEB_SERVICE_PORT_HTTP: '80',
        MY_WEB_PORT_80_TCP: 'tcp://10.9.0.1:80',
        MY_WEB_PORT_80_TCP_PROTO: 'tcp',
        MY_WEB_PORT_80_TCP_PORT: '80',
        MY_WEB_PORT_80_TCP_ADDR: '10.9.0.1',
        MY_WEB_PORT_53_UDP: 'udp://10.9.0.1:53',
        MY_WEB_PORT_53_UDP_PROTO: 'udp',
        MY_WEB_PORT_53_UDP_PORT: '53',
        MY_WEB_PORT_53_UDP_ADDR: '10.9.0.1',
      },
    ],
    [
      'a service without an address',
      { services: [{ metadata: { name: 'h' }, spec: { clusterIP: 'None' } }] },
      {},
    ],
    ['a service of another namespace', { services: [service], metadata: { namespace: 'other' } }, {}],
    [
      'the API server is always there',
      { services: [service, master], metadata: { namespace: 'other' }, pod: { enableServiceLinks: false } },
      {
        KUBERNETES_SERVICE_HOST: 'fd00::1',
        KUBERNETES_SERVICE_PORT: '443',
        KUBERNETES_SERVICE_PORT_HTTPS: '443',
        KUBERNETES_PORT: 'tcp://[fd00::1]:443',
        KUBERNETES_PORT_443_TCP: 'tcp://[fd00::1]:443',
        KUBERNETES_PORT_443_TCP_PROTO: 'tcp',
        KUBERNETES_PORT_443_TCP_PORT: '443',
        KUBERNETES_PORT_443_TCP_ADDR: 'fd00::1',
      },
    ],
  ])('%s', (_, given, value) => {
    expect(made(given)).toEqual(value);
  });
});

it.each([
  ['$(A)', '1'],
  ['$$(A)', '$(A)'],
  ['$$$(A)', '$1'],
  ['$(NO)', '$(NO)'],
  ['$(A', '$(A'],
  ['$A $', '$A $'],
  ['$(A)$(A)', '11'],
  ['$()', '$()'],
  ['$($(A))', '$($(A))'],
])('%s expands to %s', (text, expanded) => {
  expect(expandVariables(text, new Map([['A', '1']]))).toBe(expanded);
});
