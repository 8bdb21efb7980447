// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { dnsConfig } from '#kubelet/config/network/dns.js';
import { hostNameOf, sandboxHostName } from '#kubelet/config/network/host-name.js';
import { portMappings } from '#kubelet/config/network/port-mappings.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { ContainerPort, Pod, PodSpec } from '#pod/pod.js';
import { recordedNode } from '../../recorded-node.js';

const podOf = (spec: Partial<PodSpec>, name = 'p'): Pod => ({
  metadata: { name, namespace: 'd' },
  spec: { containers: [{ name: 'a', image: 'x' }], ...spec },
});

describe('the names of the resolver', () => {
  const cluster = ['d.svc.cluster.local', 'svc.cluster.local', 'cluster.local'];
  const text =
    'search old.example\nnameserver 1.1.1.1\nnameserver 2.2.2.2\nsearch a.example. . b.example\noptions ndots:1 rotate\noptions ndots:2\n';
  const ofNode = {
    servers: ['1.1.1.1', '2.2.2.2'],
    searches: ['a.example', 'b.example'],
    options: ['ndots:2', 'rotate'],
  };
  const ofCluster = {
    servers: ['10.96.0.10'],
    searches: [...cluster, 'a.example', 'b.example'],
    options: ['ndots:5'],
  };

  it.each<readonly [string, Partial<PodSpec>, Partial<NodeFacts>, object]>([
    ['those of the cluster', {}, {}, ofCluster],
    ['those of the node', { dnsPolicy: 'Default' }, {}, ofNode],
    ['those of the node on its network', { hostNetwork: true }, {}, ofNode],
    [
      'or of the cluster there too',
      { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' },
      {},
      ofCluster,
    ],
    ['none', { dnsPolicy: 'None' }, {}, {}],
    ['a cluster without DNS', {}, { clusterDns: [] }, ofNode],
    [
      'a cluster without a domain',
      {},
      { clusterDomain: '' },
      { ...ofCluster, searches: ['a.example', 'b.example'] },
    ],
    [
      'its own in addition, each once',
      {
        dnsConfig: {
          nameservers: ['10.96.0.10', '9.9.9.9'],
          searches: ['my.example', 'a.example'],
          options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
        },
      },
      {},
      {
        servers: ['10.96.0.10', '9.9.9.9'],
        searches: [...cluster, 'a.example', 'b.example', 'my.example'],
        options: ['ndots:2', 'edns0'],
      },
    ],
    [
      'nothing but its own, three servers of them',
      { dnsPolicy: 'None', dnsConfig: { nameservers: ['1.0.0.1', '1.0.0.2', '1.0.0.3', '1.0.0.4'] } },
      {},
      { servers: ['1.0.0.1', '1.0.0.2', '1.0.0.3'] },
    ],
  ])('%s', (...[, spec, facts, expected]) => {
    const node = { ...recordedNode, resolvConf: text, ...facts };
    expect(dnsConfig(podOf(spec), node, traitsOf('1.37'))).toEqual(expected);
  });

  it.each([
    ['1.26', Array.from({ length: 40 }, (_, at) => `d${at}`), 32],
    ['1.25', Array.from({ length: 40 }, (_, at) => `d${at}`), 6],
    ['1.26', ['ok', 'x'.repeat(254), 'also'], 2],
    ['1.26', Array.from({ length: 12 }, (_, at) => `${at}`.padStart(200, 'x')), 10],
    ['1.25', ['x'.repeat(200), 'y'.repeat(100)], 1],
  ])('kubelet %s keeps no more search domains than it may', (version, searches, kept) => {
    const pod = podOf({ dnsPolicy: 'None', dnsConfig: { searches } });
    expect(dnsConfig(pod, recordedNode, traitsOf(version)).searches).toHaveLength(kept);
  });
});

describe('the host name', () => {
  it.each<readonly [string, Partial<PodSpec>, string, string]>([
    ['the name of the pod', {}, 'p', 'p'],
    ['its own', { hostname: 'web' }, 'p', 'web'],
    ['short although it has a domain', { hostname: 'web', subdomain: 'svc' }, 'p', 'web'],
    [
      'with its domain',
      { hostname: 'web', subdomain: 'svc', setHostnameAsFQDN: true },
      'p',
      'web.svc.d.svc.cluster.local',
    ],
    ['without a domain', { setHostnameAsFQDN: true }, 'p', 'p'],
    [
      'the one that overrides',
      { hostnameOverride: 'other.example', subdomain: 'svc', setHostnameAsFQDN: true },
      'p',
      'other.example',
    ],
    ['none on the network of the node', { hostNetwork: true, hostname: 'web' }, 'p', ''],
    ['cut to 63 characters', {}, `${'x'.repeat(61)}-.yyyy`, 'x'.repeat(61)],
  ])('%s', (...[, spec, name, expected]) => {
    expect(sandboxHostName(podOf(spec, name), 'cluster.local')).toBe(expected);
  });

  it('has a domain for /etc/hosts in any case', () => {
    const pod = podOf({ hostNetwork: true, hostname: 'web', subdomain: 'svc' });
    expect(hostNameOf(pod, 'cluster.local')).toEqual({ short: 'web', domain: 'svc.d.svc.cluster.local' });
  });

  it.each<readonly [string, Partial<PodSpec>]>([
    ['longer than Linux can hold', { hostname: 'w'.repeat(41), subdomain: 'svc', setHostnameAsFQDN: true }],
    ['no label', { hostname: 'Web' }],
    ['no label as subdomain', { subdomain: 'a.b' }],
    ['no domain', { hostnameOverride: 'a..b' }],
  ])('there can be none: %s', (_, spec) => {
    expect(() => sandboxHostName(podOf(spec), 'cluster.local')).toThrow(/host name/);
  });
});

describe('the port mappings', () => {
  it.each<readonly [string, readonly ContainerPort[], readonly object[]]>([
    ['without a host port too', [{ containerPort: 80 }], [{ container_port: 80 }]],
    [
      'with all there is to say',
      [{ containerPort: 53, hostPort: 5353, protocol: 'UDP', hostIP: '127.0.0.1' }],
      [{ container_port: 53, host_port: 5353, protocol: 'UDP', host_ip: '127.0.0.1' }],
    ],
    [
      'a name once',
      [
        { name: 'n', containerPort: 1 },
        { name: 'n', containerPort: 2 },
      ],
      [{ container_port: 1 }],
    ],
    ['the same port once', [{ containerPort: 1 }, { containerPort: 1 }], [{ container_port: 1 }]],
    [
      'the same port for each family',
      [
        { containerPort: 1, hostIP: '::1' },
        { containerPort: 1, hostIP: '127.0.0.1' },
      ],
      [
        { container_port: 1, host_ip: '::1' },
        { container_port: 1, host_ip: '127.0.0.1' },
      ],
    ],
  ])('%s', (_, ports, expected) => {
    expect(portMappings(podOf({ containers: [{ name: 'a', image: 'x', ports }] }))).toEqual(expected);
  });

  it('are those of regular containers only', () => {
    const ports = [{ containerPort: 9000, hostPort: 9000 }];
    const sidecar = { name: 's', image: 'x', restartPolicy: 'Always', ports } as const;
    expect(portMappings(podOf({ initContainers: [sidecar] }))).toEqual([]);
  });
});
