// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { complaint, configMap, fromConfigMap, pod, withSpec } from './manifest-texts.js';

const inContainer = (fields: string): string => pod('p', `{name: a, image: x, ${fields}}`);
const mounted = (mount: string, volume = '{name: v, emptyDir: {}}'): string =>
  `${inContainer(`volumeMounts: [${mount}]`)}  volumes: [${volume}]\n`;
const withVolume = (source: string): string => withSpec(`volumes: [{name: v, ${source}}]`);

describe('a Pod is refused, and where', () => {
  it.each([
    [
      'two pods of a name',
      `${pod('p')}---\n${pod('p')}`,
      'pod.yaml:12:3: metadata.name: another Pod is called default/p',
    ],
    ['a bad name', pod('Bad'), 'pod.yaml:4:3: metadata.name: must be lower-case'],
    ['a bad label', pod('p\n  labels: {a: "b c"}'), 'metadata.labels.a: must be letters'],
    ['no image', pod('p', '{name: a}'), 'pod.yaml:7:5: spec.containers[0].image:'],
    ['a number for text', inContainer('args: [yes]'), 'spec.containers[0].args[0]:'],
    [
      'two of a name',
      pod('p', '{name: a, image: x}\n  - {name: a, image: x}'),
      'pod.yaml:8:6: spec.containers[1].name: another container is called a',
    ],
    [
      'a bad quantity',
      inContainer('resources: {limits: {memory: 64MiB}}'),
      'pod.yaml:7:46: spec.containers[0].resources.limits.memory: 64MiB is not a quantity',
    ],
    [
      'a request above its limit',
      inContainer('resources: {limits: {cpu: 1}, requests: {cpu: 1500m}}'),
      'requests.cpu: must not be more than the limit of 1',
    ],
    [
      'two handlers',
      inContainer('lifecycle: {preStop: {sleep: {seconds: 1}, exec: {command: [x]}}}'),
      'lifecycle.preStop: must name exactly one',
    ],
    ['no handler', inContainer('livenessProbe: {periodSeconds: 1}'), 'livenessProbe: must name exactly one'],
    [
      'a hook that sleeps too long',
      inContainer('lifecycle: {preStop: {sleep: {seconds: 31}}}'),
      'sleep.seconds: must not be longer than the grace period of 30 s',
    ],
    [
      'two successes of a liveness probe',
      inContainer('livenessProbe: {successThreshold: 2, exec: {command: [x]}}'),
      'successThreshold: must be 1',
    ],
    [
      'a grace period of a readiness probe',
      inContainer('readinessProbe: {terminationGracePeriodSeconds: 2, exec: {command: [x]}}'),
      'terminationGracePeriodSeconds: must not be set',
    ],
    [
      'a probe of an init container',
      withSpec('initContainers: [{name: i, image: x, livenessProbe: {exec: {command: [x]}}}]'),
      'initContainers[0].livenessProbe: may not be set',
    ],
    [
      'rules without a policy',
      inContainer('restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]'),
      'restartPolicyRules: needs a restartPolicy',
    ],
    [
      'a port twice',
      inContainer('ports: [{containerPort: 1, hostPort: 5}, {containerPort: 2, hostPort: 5}]'),
      'ports[1].hostPort: the port 5 of the node is taken',
    ],
    [
      'two ports of a name',
      inContainer('ports: [{name: w, containerPort: 1}, {name: w, containerPort: 2}]'),
      'ports[1].name: another port is called w',
    ],
    [
      'another port on the node',
      `${inContainer('ports: [{containerPort: 1, hostPort: 5}]')}  hostNetwork: true\n`,
      'hostPort: must be the containerPort',
    ],
    [
      'ephemeral containers',
      withSpec('ephemeralContainers: [{name: e, image: x}]'),
      'ephemeralContainers: cannot be set at creation',
    ],
    [
      'hostPID with a shared one',
      withSpec('hostPID: true', 'shareProcessNamespace: true'),
      'hostPID: cannot be true with shareProcessNamespace',
    ],
    [
      'own users on the host network',
      withSpec('hostUsers: false', 'hostNetwork: true'),
      'hostNetwork: cannot be true with hostUsers false',
    ],
    ['no nameserver', withSpec('dnsPolicy: None'), 'dnsConfig: must name a nameserver'],
    [
      'four nameservers',
      withSpec('dnsConfig: {nameservers: [1.1.1.1, 1.1.1.2, 1.1.1.3, 1.1.1.4]}'),
      'dnsConfig.nameservers:',
    ],
    [
      'a nameserver that is none',
      withSpec('dnsConfig: {nameservers: [a]}'),
      'nameservers[0]: must be an IP address',
    ],
    [
      'a sysctl of the host',
      withSpec('hostNetwork: true', 'securityContext: {sysctls: [{name: net.a, value: "1"}]}'),
      'cannot be set with hostNetwork',
    ],
    [
      'a sysctl twice',
      withSpec('securityContext: {sysctls: [{name: a.b, value: "1"}, {name: a/b, value: "1"}]}'),
      'sysctls[1].name: a/b is a duplicate',
    ],
    [
      'privileged without escalation',
      inContainer('securityContext: {privileged: true, allowPrivilegeEscalation: false}'),
      'cannot have allowPrivilegeEscalation',
    ],
    [
      'unmasked with host users',
      inContainer('securityContext: {procMount: Unmasked}'),
      'procMount: may only be Unmasked',
    ],
    [
      'a profile without its name',
      withSpec('securityContext: {seccompProfile: {type: Localhost}}'),
      'must have a localhostProfile',
    ],
    [
      'a missing volume',
      inContainer('volumeMounts: [{name: v, mountPath: /v}]'),
      'volumeMounts[0].name: no volume is called v',
    ],
    [
      'two mounts at one place',
      mounted('{name: v, mountPath: /v}, {name: v, mountPath: /v}'),
      'volumeMounts[1].mountPath: something else is mounted',
    ],
    ['a subPath that leaves', mounted('{name: v, mountPath: /v, subPath: ../x}'), 'subPath:'],
    ['two subPaths', mounted('{name: v, mountPath: /v, subPath: a, subPathExpr: b}'), 'must not have both'],
    [
      'read-only all the way, writable',
      mounted('{name: v, mountPath: /v, recursiveReadOnly: Enabled}'),
      'may only be recursiveReadOnly',
    ],
    [
      'sharing mounts without privileges',
      mounted('{name: v, mountPath: /v, mountPropagation: Bidirectional}'),
      'may only be Bidirectional',
    ],
    [
      'a block device',
      `${inContainer('volumeDevices: [{name: v, devicePath: /d}]')}  volumes: [{name: v}]\n`,
      'v is not a block volume',
    ],
    ['two volumes of a name', withSpec('volumes: [{name: v}, {name: v}]'), 'volumes[1].name: another volume'],
    ['two sources', withVolume('emptyDir: {}, hostPath: {path: /x}'), 'volumes[0]: must have one source'],
    ['a hostPath type', withVolume('hostPath: {path: /x, type: Odd}'), 'hostPath.type:'],
    [
      'a hostPath that climbs',
      withVolume('hostPath: {path: /x/../y}'),
      "hostPath.path: must not contain '..'",
    ],
    ['a mode', withVolume('downwardAPI: {defaultMode: 01777}'), 'defaultMode: must be a file mode'],
    [
      'a field that is none',
      withVolume('downwardAPI: {items: [{path: x, fieldRef: {fieldPath: spec.nodeName}}]}'),
      'has no field spec.nodeName',
    ],
    [
      'a field of variables',
      inContainer('env: [{name: E, valueFrom: {fieldRef: {fieldPath: metadata.labels}}}]'),
      'has no field metadata.labels',
    ],
    [
      'value and valueFrom',
      inContainer('env: [{name: E, value: x, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]'),
      'must not have both value',
    ],
    [
      'a file of no emptyDir',
      `${inContainer('env: [{name: E, valueFrom: {fileKeyRef: {volumeName: v, path: f, key: k}}}]')}  volumes: [{name: v, hostPath: {path: /x}}]\n`,
      'the volume v is not an emptyDir',
    ],
    [
      'a ConfigMap that is not given',
      fromConfigMap,
      'env[0].valueFrom.configMapKeyRef: the ConfigMap c is in the API server: give it as a document with the Pod',
    ],
    [
      'a key that is not there',
      `${fromConfigMap}---\n${configMap.replace('k: v', 'l: v')}`,
      'configMapKeyRef.key: the ConfigMap c has no key k',
    ],
    [
      'a ConfigMap of another namespace',
      `${fromConfigMap}---\n${configMap.replace('name: c', 'name: c, namespace: other')}`,
      'in namespace default',
    ],
    [
      'a Secret volume',
      withVolume('secret: {secretName: s}'),
      'volumes[0].secret: the Secret s is in the API server',
    ],
    [
      'a token',
      withVolume('projected: {sources: [{serviceAccountToken: {path: t}}]}'),
      'pod.yaml:8:46: spec.volumes[0].projected.sources[0].serviceAccountToken: serviceAccountToken is issued by the API server',
    ],
    [
      'a claim',
      withVolume('persistentVolumeClaim: {claimName: c}'),
      'the PersistentVolumeClaim c is in the API server',
    ],
    [
      'a volume of a driver',
      withVolume('nfs: {server: s, path: /}'),
      'a nfs volume needs the API server (or a driver)',
    ],
    [
      'a device by claim',
      withSpec('resourceClaims: [{name: d, resourceClaimName: c}]'),
      'spec.resourceClaims: claimed devices need the API server',
    ],
    [
      'a RuntimeClass',
      withSpec('runtimeClassName: r'),
      'runtimeClassName: the RuntimeClass r is in the API server',
    ],
    [
      'a Secret that is not base64',
      `${pod('p')}---\nkind: Secret\nmetadata: {name: s}\ndata: {k: "***"}\n`,
      'pod.yaml:11:8: data.k: must be base64',
    ],
  ])('%s', (_, text, message) => {
    const failure = complaint(text);
    expect([failure.code, failure.exit]).toEqual(['E-MANIFEST', 2]);
    expect(failure.message).toContain(message);
  });
});
