// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { adoptPod } from '#kubelet/pods/adopt-pod.js';
import { containerConfig } from '#kubelet/config/container/container-config.js';
import { environment } from '#kubelet/config/container/environment.js';
import { mounts } from '#kubelet/config/container/mounts.js';
import { sandboxConfig } from '#kubelet/config/sandbox/sandbox-config.js';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { noObjects } from '#pod/cluster-objects.js';
import type { Container, Pod } from '#pod/pod.js';

const uid = '11111111-2222-3333-4444-555555555555';
const traits = traitsOf('1.37');
const rootDir = '/var/lib/kubelet';
const facts: NodeFacts = {
  nodeName: 'n',
  nodeIps: ['192.0.2.10'],
  clusterDns: ['10.96.0.10'],
  clusterDomain: 'cluster.local',
  resolvConf: 'nameserver 192.0.2.53\n',
  cgroupVersion: 'v2',
  hugePageSizes: ['2MB', '1GB'],
  memoryBytes: 8 * 2 ** 30,
  swapAccounting: true,
  podCgroups: { root: '', driver: 'systemd' },
  thermalThrottlePaths: [],
};
const manifest: Pod = {
  metadata: { name: 'p', namespace: 'd', labels: { app: 'x' }, annotations: { note: '1' } },
  spec: {
    automountServiceAccountToken: false,
    containers: [
      {
        name: 'a',
        image: 'busybox:1.36',
        command: ['sh', '-c', 'echo $(GREETING); sleep 3600'],
        env: [{ name: 'GREETING', value: 'hi' }],
        ports: [{ containerPort: 80 }],
        resources: { requests: { cpu: '250m', memory: '64Mi' }, limits: { cpu: '500m', memory: '128Mi' } },
      },
    ],
  },
};
const kubernetes = {
  metadata: { name: 'kubernetes', namespace: 'default' },
  spec: { clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443, protocol: 'TCP' as const }] },
};
const pod = adoptPod(manifest, { source: 'api', nodeName: 'n', uid, seenAt: '<time>', traits });
const namespaces = { pid: 'CONTAINER', userns_options: { mode: 'NODE' } };

it('a complete sandbox configuration', () => {
  expect(sandboxConfig({ pod, uid, attempt: 0, facts, traits, podLogsDir: '/var/log/pods' })).toEqual({
    metadata: { name: 'p', uid, namespace: 'd' },
    hostname: 'p',
    log_directory: `/var/log/pods/d_p_${uid}`,
    dns_config: {
      servers: ['10.96.0.10'],
      searches: ['d.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
      options: ['ndots:5'],
    },
    port_mappings: [{ container_port: 80 }],
    labels: {
      app: 'x',
      'io.kubernetes.pod.name': 'p',
      'io.kubernetes.pod.namespace': 'd',
      'io.kubernetes.pod.uid': uid,
    },
    annotations: { note: '1', 'kubernetes.io/config.seen': '<time>', 'kubernetes.io/config.source': 'api' },
    linux: {
      cgroup_parent:
        '/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod11111111_2222_3333_4444_555555555555.slice',
      security_context: { namespace_options: namespaces, seccomp: {} },
      overhead: {},
      resources: {
        cpu_period: '100000',
        cpu_quota: '50000',
        cpu_shares: '256',
        memory_limit_in_bytes: '134217728',
        unified: { 'memory.oom.group': '1' },
      },
    },
  });
});

it('a complete container configuration', () => {
  const [container] = pod.spec.containers as readonly [Container];
  const ips = ['10.88.0.5'];
  const common = { pod, uid, container, facts, traits, rootDir };
  const variables = environment({ ...common, ips, objects: { ...noObjects, services: [kubernetes] } });
  if ('problem' in variables) throw new Error(variables.problem);
  const terminationLog = `${rootDir}/pods/${uid}/containers/a/00000000`;
  const mounted = mounts({
    ...common,
    ips,
    terminationLog,
    variables: variables.value,
    imageVolumes: new Map<string, string>(),
  });
  if ('problem' in mounted) throw new Error(mounted.problem);
  const config = containerConfig({
    ...common,
    attempt: 0,
    imageRef: 'sha256:1',
    imageUser: { uid: undefined, username: '' },
    variables: variables.value,
    mounts: mounted.value,
  });
  const { envs, ...rest } = config;
  const { masked_paths, readonly_paths, ...context } = config.linux?.security_context ?? {};
  expect(envs?.map(({ key, value = '' }) => `${key}=${Buffer.from(value, 'base64').toString()}`)).toEqual([
    'GREETING=hi',
    'KUBERNETES_SERVICE_HOST=10.96.0.1',
    'KUBERNETES_SERVICE_PORT=443',
    'KUBERNETES_SERVICE_PORT_HTTPS=443',
    'KUBERNETES_PORT=tcp://10.96.0.1:443',
    'KUBERNETES_PORT_443_TCP=tcp://10.96.0.1:443',
    'KUBERNETES_PORT_443_TCP_PROTO=tcp',
    'KUBERNETES_PORT_443_TCP_PORT=443',
    'KUBERNETES_PORT_443_TCP_ADDR=10.96.0.1',
  ]);
  expect({ ...rest, linux: { ...rest.linux, security_context: context } }).toEqual({
    metadata: { name: 'a' },
    image: { image: 'sha256:1', user_specified_image: 'busybox:1.36' },
    command: ['sh', '-c', 'echo hi; sleep 3600'],
    mounts: [
      { container_path: '/etc/hosts', host_path: `${rootDir}/pods/${uid}/etc-hosts` },
      { container_path: '/dev/termination-log', host_path: terminationLog },
    ],
    labels: {
      'io.kubernetes.container.name': 'a',
      'io.kubernetes.pod.name': 'p',
      'io.kubernetes.pod.namespace': 'd',
      'io.kubernetes.pod.uid': uid,
    },
    annotations: {
      'io.kubernetes.container.hash': 'a2df488d',
      'io.kubernetes.container.restartCount': '0',
      'io.kubernetes.container.terminationMessagePath': '/dev/termination-log',
      'io.kubernetes.container.terminationMessagePolicy': 'File',
      'io.kubernetes.pod.terminationGracePeriod': '30',
      'io.kubernetes.container.ports': '[{"containerPort":80,"protocol":"TCP"}]',
    },
    log_path: 'a/0.log',
    linux: {
      resources: {
        cpu_period: '100000',
        cpu_quota: '50000',
        cpu_shares: '256',
        memory_limit_in_bytes: '134217728',
        oom_score_adj: '993',
        hugepage_limits: [{ page_size: '2MB' }, { page_size: '1GB' }],
        unified: {
          'memory.oom.group': '1',
          'memory.min': '0',
          'memory.low': '0',
          'memory.swap.max': '0',
        },
      },
      security_context: {
        namespace_options: namespaces,
        run_as_user: {},
        seccomp: { profile_type: 'Unconfined' },
      },
    },
  });
  expect([masked_paths?.length, readonly_paths?.length]).toEqual([12, 5]);
});
