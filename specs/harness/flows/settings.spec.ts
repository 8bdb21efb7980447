// SPDX-License-Identifier: Apache-2.0
import { describe, it } from '@jest/globals';
import type { ClusterObjects } from '#pod/cluster-objects.js';
import { noObjects } from '#pod/cluster-objects.js';
import {
  a,
  absent,
  begun,
  look,
  nowhere,
  pass,
  refuses,
  start,
  statusSays,
  type Flow,
} from '../../support/flows/flow.js';
import { expectFlow } from '../../support/flows/flow-expectations.js';

const kata: ClusterObjects = {
  ...noObjects,
  runtimeClasses: [
    {
      metadata: { name: 'kata' },
      handler: 'kata-qemu',
      overhead: { podFixed: { cpu: '250m', memory: '128Mi' } },
    },
  ],
};
const ids = [{ host_id: 65_536, length: 65_536 }];
const ownIds = { namespace_options: { userns_options: { uids: ids, gids: ids } } };
const withVolume = { ...a, volumeMounts: [{ name: 'v', mountPath: '/v' }] };

const flows: readonly Flow[] = [
  {
    id: 'host network, although the pod network is not ready',
    spec: {
      hostNetwork: true,
      dnsPolicy: 'ClusterFirst',
      containers: [{ ...a, ports: [{ containerPort: 80 }] }],
    },
    given: statusSays({ networkReady: false }),
    calls: begun,
    sent: {
      'RunPodSandbox S0': {
        config: {
          dns_config: { servers: ['10.255.255.53'] },
          port_mappings: [{ container_port: 80, host_port: 80 }],
          linux: { security_context: { namespace_options: { network: 'NODE', pid: 'CONTAINER' } } },
        },
      },
      'CreateContainer a#0': {
        config: { mounts: [{ container_path: '/etc/hosts' }, { container_path: '/dev/termination-log' }] },
      },
    },
  },
  {
    id: 'sysctls',
    spec: {
      securityContext: { sysctls: [{ name: 'net/ipv4/ip_local_port_range', value: '1024 65535' }] },
      containers: [a],
    },
    calls: begun,
    sent: {
      'RunPodSandbox S0': {
        config: { linux: { sysctls: { 'net.ipv4.ip_local_port_range': '1024 65535' } } },
      },
    },
  },
  {
    id: 'user namespaces',
    spec: { hostUsers: false, volumes: [{ name: 'v', emptyDir: {} }], containers: [withVolume] },
    given: statusSays({ userNamespaces: true }),
    calls: begun,
    sent: {
      'RunPodSandbox S0': { config: { linux: { security_context: ownIds } } },
      'CreateContainer a#0': {
        config: {
          linux: { security_context: ownIds },
          mounts: [
            { container_path: '/v', uidMappings: ids, gidMappings: ids },
            { container_path: '/etc/hosts', uidMappings: ids, gidMappings: ids },
            { container_path: '/dev/termination-log', uidMappings: ids, gidMappings: ids },
          ],
        },
      },
    },
  },
  {
    id: 'user namespaces, which the handler does not have',
    spec: { hostUsers: false, containers: [a] },
    plot: pass(15),
    calls: [],
  },
  {
    id: 'host name and DNS',
    spec: {
      hostname: 'web',
      subdomain: 'svc',
      setHostnameAsFQDN: true,
      dnsPolicy: 'ClusterFirst',
      containers: [a],
      dnsConfig: { searches: ['my.example'], options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }] },
    },
    calls: begun,
    sent: {
      'RunPodSandbox S0': {
        config: {
          hostname: 'web.svc.d.svc.cluster.local',
          dns_config: {
            servers: ['10.96.0.10'],
            searches: ['d.svc.cluster.local', 'svc.cluster.local', 'cluster.local', 'my.example'],
            options: ['ndots:2', 'edns0'],
          },
        },
      },
    },
  },
  {
    id: 'a name that is too long',
    spec: { hostname: 'w'.repeat(40), subdomain: 'subdomain', setHostnameAsFQDN: true, containers: [a] },
    plot: pass(15),
    calls: [],
  },
  {
    id: 'port mappings',
    spec: {
      initContainers: [
        { ...a, name: 'sc', restartPolicy: 'Always', ports: [{ containerPort: 9000, hostPort: 9000 }] },
      ],
      containers: [
        {
          ...a,
          ports: [
            { containerPort: 80, hostPort: 8080 },
            { containerPort: 53, protocol: 'UDP' },
            { containerPort: 443, hostPort: 8443, hostIP: '127.0.0.1' },
          ],
        },
      ],
    },
    plot: pass(5),
    calls: ['RunPodSandbox S0', ...start('sc#0'), ...look, ...start('a#0'), ...look],
    sent: {
      'RunPodSandbox S0': {
        config: {
          port_mappings: [
            { container_port: 80, host_port: 8080 },
            { container_port: 53, protocol: 'UDP' },
            { container_port: 443, host_port: 8443, host_ip: '127.0.0.1' },
          ],
        },
      },
    },
  },
  {
    id: 'RuntimeClass not found',
    spec: { runtimeClassName: 'kata', containers: [a] },
    kubelet: { objects: { ...kata, runtimeClasses: [] } },
    plot: pass(30),
    calls: [],
  },
  {
    id: 'handler unknown to the runtime',
    spec: { runtimeClassName: 'kata', containers: [a] },
    kubelet: { objects: kata },
    given: refuses('RunPodSandbox'),
    plot: pass(25),
    calls: ['RunPodSandbox S0', 'RunPodSandbox S0', 'RunPodSandbox S0'],
    sent: { 'RunPodSandbox S0': { runtime_handler: 'kata-qemu' } },
  },
  {
    id: 'handler known to the runtime',
    spec: { runtimeClassName: 'kata', overhead: { cpu: '250m', memory: '128Mi' }, containers: [a] },
    kubelet: { objects: kata },
    calls: begun,
    sent: {
      'RunPodSandbox S0': {
        runtime_handler: 'kata-qemu',
        config: {
          linux: { overhead: { cpu_shares: '256', cpu_quota: '25000', memory_limit_in_bytes: '134217728' } },
        },
      },
    },
  },
  {
    id: 'network not ready',
    spec: { containers: [a] },
    given: statusSays({ networkReady: false }),
    plot: async ({ pass: wait, runtime }) => {
      await wait(20);
      statusSays({})(runtime);
      await wait(8);
    },
    calls: begun,
  },
  {
    id: 'image volume',
    spec: {
      volumes: [{ name: 'v', image: { reference: 'r.example/data:v1', pullPolicy: 'IfNotPresent' } }],
      containers: [{ ...a, volumeMounts: [{ name: 'v', mountPath: '/data', subPath: 'models' }] }],
    },
    given: absent('r.example/data:v1'),
    calls: [
      ...['RunPodSandbox S0', 'ImageStatus r.example/data:v1', 'PullImage r.example/data:v1'],
      ...['ImageStatus r.example/data:v1', ...start('a#0'), ...look],
    ],
    sent: {
      'CreateContainer a#0': {
        config: {
          mounts: [
            {
              container_path: '/data',
              image_sub_path: 'models',
              image: { image: 'sha256:r.example/data:v1', user_specified_image: 'r.example/data:v1' },
            },
            { container_path: '/etc/hosts' },
            { container_path: '/dev/termination-log' },
          ],
        },
      },
    },
  },
  {
    id: 'the volume cannot be pulled; who does not mount it is started',
    spec: {
      volumes: [{ name: 'v', image: { reference: 'nosuch:v1' } }],
      containers: [withVolume, { ...a, name: 'b' }],
    },
    given: nowhere('nosuch:v1'),
    plot: pass(0.9),
    calls: [...['RunPodSandbox S0', 'ImageStatus nosuch:v1', 'PullImage nosuch:v1'], ...start('b#0')],
  },
];

describe('a kubelet with settings of a pod', () => {
  it.each(flows)('$id', expectFlow);
});
