// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { containerHash, definitionChanged } from '#kubelet/hash/container-hash.js';
import { canonicalQuantity } from '#kubelet/hash/canonical-quantity.js';
import { goContainer } from '#kubelet/hash/go-container.js';
import { goJson } from '#kubelet/hash/go-json.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { withDefaults } from '#pod/defaults.js';
import type { Container } from '#pod/pod.js';
import { readRecording } from '../recording.js';

/** As kubelets 1.20, 1.24 and 1.28 recorded them. */
const wholes = [
  ['env-args', 'app', 'cb639a46'],
  ['exit-always', 'app', 'cc9b13c6'],
  ['exit-never', 'app', '5b1f3263'],
  ['grace-zero', 'app', 'bef55d57'],
  ['happy-two', 'a', '16c244b1'],
  ['happy-two', 'b', '4108be'],
  ['host-network', 'app', '652d12f9'],
  ['init-fail-never', 'i1', '302e9262'],
  ['init-ok', 'i1', 'e129a61c'],
  ['init-ok', 'i2', '5193455f'],
  ['init-ok', 'app', '652d12f9'],
  ['liveness-fail', 'app', '60deec2d'],
  ['oom', 'app', 'd69042bf'],
  ['poststart-fail', 'app', '42a95251'],
  ['prestop-ok', 'app', 'dac98f4b'],
  ['prestop-slow', 'app', '7c7fcb8d'],
  ['qos-guaranteed', 'app', 'd8a4e7a5'],
  ['volumes', 'app', 'ea390333'],
] as const;

describe.each(['1.20', '1.24', '1.28', '1.30'])('the hash of the whole definition, %s', (version) => {
  it.each(wholes)('%s, container %s: %s', (pod, name, hash) => {
    const { spec } = withDefaults(readRecording(`1.24/${pod}`).pod);
    const container = [...(spec.initContainers ?? []), ...spec.containers].find((each) => each.name === name);
    expect(container && containerHash(container, traitsOf(version))).toBe(hash);
  });
});

it.each([
  ['1.31', 'test_container', 'foo/image:v1', '8e45cbd0'],
  ['1.32', 'app', '127.0.0.1:5001/box:1', '52744a11'],
  ['1.37', 'a', 'busybox:1.36', 'a2df488d'],
])('the hash of name and image, %s', (...[version, name, image, hash]) => {
  const container = { name, image, command: ['anything'] };
  expect(containerHash(container, traitsOf(version))).toBe(hash);
  const found = { annotations: { 'io.kubernetes.container.hash': hash } };
  expect(definitionChanged(container, found, traitsOf(version))).toBe(false);
  expect(definitionChanged({ ...container, image: 'other:1' }, found, traitsOf(version))).toBe(true);
});

it('a container without a hash counts as changed', () => {
  expect(definitionChanged({ name: 'a', image: 'b' }, {}, traitsOf('1.37'))).toBe(true);
});

it.each([
  ['1000m', '1'],
  ['0.5', '500m'],
  ['1500m', '1500m'],
  [2, '2'],
  [1000, '1k'],
  ['1500', '1500'],
  ['64Mi', '64Mi'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['1Ki', '1Ki'],
  ['128974848', '128974848'],
  ['129e6', '129e6'],
  ['1e3', '1e3'],
  ['123M', '123M'],
  ['0', '0'],
  ['0Mi', '0'],
  ['-1', '-1'],
  ['+1', '1'],
  ['nonsense', 'nonsense'],
])('the quantity %s is printed as %s', (written, printed) => {
  expect(canonicalQuantity(written)).toBe(printed);
});

it.each<readonly [string, Partial<Container>, string]>([
  ['nothing but what must be', {}, '{"name":"a","image":"x","resources":{}}'],
  [
    'ports',
    { ports: [{ hostPort: 0, containerPort: 80, protocol: 'TCP', name: 'http' }] },
    '{"name":"a","image":"x","ports":[{"name":"http","containerPort":80,"protocol":"TCP"}],"resources":{}}',
  ],
  [
    'variables',
    {
      env: [
        { name: 'E', value: '' },
        { name: 'F', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'R', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'C', valueFrom: { configMapKeyRef: { key: 'k', name: 'm', optional: false } } },
        { name: 'S', valueFrom: { secretKeyRef: { key: 'k', name: 's' } } },
      ],
      envFrom: [{ prefix: 'P', secretRef: { optional: true, name: 's' } }, { configMapRef: { name: 'm' } }],
    },
    '{"name":"a","image":"x","envFrom":[{"prefix":"P","secretRef":{"name":"s","optional":true}},{"configMapRef":{"name":"m"}}],' +
      '"env":[{"name":"E"},{"name":"F","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"metadata.name"}}},' +
      '{"name":"R","valueFrom":{"resourceFieldRef":{"resource":"limits.cpu","divisor":"0"}}},' +
      '{"name":"C","valueFrom":{"configMapKeyRef":{"name":"m","key":"k","optional":false}}},' +
      '{"name":"S","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}],"resources":{}}',
  ],
  [
    'amounts, sorted',
    { resources: { requests: { memory: '1024Mi', cpu: '0.5' }, limits: {} } },
    '{"name":"a","image":"x","resources":{"requests":{"cpu":"500m","memory":"1Gi"}}}',
  ],
  [
    'probes and hooks',
    {
      startupProbe: { grpc: { port: 1 }, periodSeconds: 2, terminationGracePeriodSeconds: 3 },
      readinessProbe: { tcpSocket: { host: 'h', port: 'http' } },
      lifecycle: {
        preStop: { sleep: { seconds: 1 } },
        postStart: {
          httpGet: { scheme: 'HTTP', path: '/', port: 80, httpHeaders: [{ value: 'v', name: 'n' }] },
        },
      },
    },
    '{"name":"a","image":"x","resources":{},"readinessProbe":{"tcpSocket":{"port":"http","host":"h"}},' +
      '"startupProbe":{"grpc":{"port":1,"service":""},"periodSeconds":2,"terminationGracePeriodSeconds":3},' +
      '"lifecycle":{"postStart":{"httpGet":{"path":"/","port":80,"scheme":"HTTP","httpHeaders":[{"name":"n","value":"v"}]}},' +
      '"preStop":{"sleep":{"seconds":1}}}}',
  ],
  [
    'the security context: what is false or empty is there',
    {
      securityContext: {
        seccompProfile: { localhostProfile: 'p', type: 'Localhost' },
        privileged: false,
        runAsGroup: 0,
        runAsUser: 0,
        seLinuxOptions: { level: 'l' },
        capabilities: { add: [], drop: ['ALL'] },
        procMount: 'Default',
      },
    },
    '{"name":"a","image":"x","resources":{},"securityContext":{"capabilities":{"drop":["ALL"]},"privileged":false,' +
      '"seLinuxOptions":{"level":"l"},"runAsUser":0,"runAsGroup":0,"procMount":"Default",' +
      '"seccompProfile":{"type":"Localhost","localhostProfile":"p"}}}',
  ],
  [
    'texts that could end a script',
    { args: ['a<b>&c'], tty: true },
    '{"name":"a","image":"x","args":["a\\u003cb\\u003e\\u0026c"],"resources":{},"tty":true}',
  ],
])('a container as Go writes it: %s', (_, more, json) => {
  expect(goJson(goContainer({ name: 'a', image: 'x', ...more }))).toBe(json);
});
