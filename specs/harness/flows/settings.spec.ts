// SPDX-License-Identifier: Apache-2.0
import type { ClusterObjects } from '#pod/cluster-objects.js';
import { noObjects } from '#pod/cluster-objects.js';
import {
  a,
  notInRegistry,
  notOnNode,
  nothingFor,
  podStarts,
  readPod,
  refuses,
  reportStatus,
  startContainer,
  type Flow,
} from '../../support/flows/flow.js';
import { describeFlows } from '../../support/flows/flow-expectations.js';

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
    story: 'it uses the host network, and starts although the pod network is not ready',
    spec: {
      hostNetwork: true,
      dnsPolicy: 'ClusterFirst',
      containers: [{ ...a, ports: [{ containerPort: 80 }] }],
    },
    before: reportStatus({ networkReady: false }),
    calls: podStarts,
    requests: {
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
    story: 'it sets a sysctl',
    spec: {
      securityContext: { sysctls: [{ name: 'net/ipv4/ip_local_port_range', value: '1024 65535' }] },
      containers: [a],
    },
    calls: podStarts,
    requests: {
      'RunPodSandbox S0': {
        config: { linux: { sysctls: { 'net.ipv4.ip_local_port_range': '1024 65535' } } },
      },
    },
  },
  {
    story: 'it has its own user namespace, with mapped mounts',
    spec: { hostUsers: false, volumes: [{ name: 'v', emptyDir: {} }], containers: [withVolume] },
    before: reportStatus({ userNamespaces: true }),
    calls: podStarts,
    requests: {
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
    story: 'it needs a user namespace that the handler does not support, and never starts',
    spec: { hostUsers: false, containers: [a] },
    happens: nothingFor(15),
    calls: [],
  },
  {
    story: 'it has a host name, a subdomain and DNS settings',
    spec: {
      hostname: 'web',
      subdomain: 'svc',
      setHostnameAsFQDN: true,
      dnsPolicy: 'ClusterFirst',
      containers: [a],
      dnsConfig: { searches: ['my.example'], options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }] },
    },
    calls: podStarts,
    requests: {
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
    story: 'its host name is too long, and it never starts',
    spec: { hostname: 'w'.repeat(40), subdomain: 'subdomain', setHostnameAsFQDN: true, containers: [a] },
    happens: nothingFor(15),
    calls: [],
  },
  {
    story: 'it maps the ports of its containers, but not of its sidecar',
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
    happens: nothingFor(5),
    calls: ['RunPodSandbox S0', startContainer('sc#0'), readPod, startContainer('a#0'), readPod],
    requests: {
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
    story: 'its RuntimeClass does not exist, and it never starts',
    spec: { runtimeClassName: 'kata', containers: [a] },
    kubelet: { objects: { ...kata, runtimeClasses: [] } },
    happens: nothingFor(30),
    calls: [],
  },
  {
    story: 'the runtime does not know its handler, and refuses every attempt',
    spec: { runtimeClassName: 'kata', containers: [a] },
    kubelet: { objects: kata },
    before: refuses('RunPodSandbox'),
    happens: nothingFor(25),
    calls: ['RunPodSandbox S0', 'RunPodSandbox S0', 'RunPodSandbox S0'],
    requests: { 'RunPodSandbox S0': { runtime_handler: 'kata-qemu' } },
  },
  {
    story: 'its RuntimeClass selects a handler, with overhead',
    spec: { runtimeClassName: 'kata', overhead: { cpu: '250m', memory: '128Mi' }, containers: [a] },
    kubelet: { objects: kata },
    calls: podStarts,
    requests: {
      'RunPodSandbox S0': {
        runtime_handler: 'kata-qemu',
        config: {
          linux: { overhead: { cpu_shares: '256', cpu_quota: '25000', memory_limit_in_bytes: '134217728' } },
        },
      },
    },
  },
  {
    story: 'it waits until the pod network is ready',
    spec: { containers: [a] },
    before: reportStatus({ networkReady: false }),
    happens: async ({ wait, runtime }) => {
      await wait(20);
      reportStatus({})(runtime);
      await wait(8);
    },
    calls: podStarts,
  },
  {
    story: 'it mounts an image volume, which is pulled before its container',
    spec: {
      volumes: [{ name: 'v', image: { reference: 'r.example/data:v1', pullPolicy: 'IfNotPresent' } }],
      containers: [{ ...a, volumeMounts: [{ name: 'v', mountPath: '/data', subPath: 'models' }] }],
    },
    before: notOnNode('r.example/data:v1'),
    calls: [
      'RunPodSandbox S0',
      'ImageStatus r.example/data:v1',
      'PullImage r.example/data:v1',
      'ImageStatus r.example/data:v1',
      startContainer('a#0'),
      readPod,
    ],
    requests: {
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
    story: 'its image volume cannot be pulled, and only the container without it starts',
    spec: {
      volumes: [{ name: 'v', image: { reference: 'nosuch:v1' } }],
      containers: [withVolume, { ...a, name: 'b' }],
    },
    before: notInRegistry('nosuch:v1'),
    happens: nothingFor(0.9),
    calls: ['RunPodSandbox S0', 'ImageStatus nosuch:v1', 'PullImage nosuch:v1', startContainer('b#0')],
  },
];

describeFlows('the kubelet, when a pod has special settings', flows);
