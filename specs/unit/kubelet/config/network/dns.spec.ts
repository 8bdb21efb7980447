// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { dnsConfig } from '#kubelet/config/network/dns.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { Pod, PodSpec } from '#pod/pod.js';
import { recordedNode } from '../../recorded-node.js';

const podOf = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'p', namespace: 'd' },
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
