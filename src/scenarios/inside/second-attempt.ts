// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import type { Scenario } from '../scenario.js';
import type { Step } from '../step.js';

const image = 'registry.test/box:1';

/** Between two things of unknown length, so that a reader can tell them apart. */
const mark = (what: string): string => `print == ${what}`;

const looks: readonly string[] = [
  'show args',
  mark('env'),
  'show env',
  mark('resolv'),
  'show resolv',
  mark('mounts'),
  'show mounts',
  mark('rest'),
  'show ids',
  'show groups',
  'show caps',
  'show cwd',
  'show oom',
  'show pid',
  'show hostname',
];

const surroundings = {
  image,
  workingDir: '/tmp',
  env: [
    { name: 'PLAIN', value: 'a b=c' },
    { name: 'EMPTY', value: '' },
    { name: 'LINES', value: 'one\ntwo = 2\n' },
  ],
  volumeMounts: [
    { name: 'work', mountPath: '/work' },
    { name: 'work', mountPath: '/seen', readOnly: true },
  ],
  resources: { requests: { cpu: '50m', memory: '16Mi' }, limits: { memory: '64Mi' } },
  securityContext: {
    runAsUser: 1000,
    runAsGroup: 2222,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
  },
} as const;

const seen = (container: string): readonly Step[] => [
  { do: 'wait-for-log', container, line: 'ready' },
  { do: 'capture-log', container },
  { do: 'call', rpc: 'ContainerStatus', request: { container_id: `{container:${container}}` } },
];

export const insideSecondAttempt: Scenario = {
  id: 'inside.second-attempt',
  title: 'an init container, a container, its successor, and one in the next sandbox show their surroundings',
  pod: {
    metadata: { name: 'reborn' },
    spec: {
      hostname: 'kept-name',
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['192.0.2.53'], searches: ['my.example'] },
      securityContext: {
        supplementalGroups: [4001],
        fsGroup: 4003,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      volumes: [{ name: 'work', emptyDir: {} }],
      initContainers: [{ ...surroundings, name: 'first', command: box(...looks, 'print ready') }],
      containers: [
        {
          ...surroundings,
          name: 'main',
          command: box('on TERM exit 9', ...looks, 'print ready'),
          args: ['wait'],
        },
      ],
    },
  },
  steps: [
    ...seen('main'),
    ...seen('first'),
    { do: 'call', rpc: 'StopContainer', request: { container_id: '{container:main}', timeout: '20' } },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 1 },
    ...seen('main'),
    {
      do: 'call',
      rpc: 'ExecSync',
      request: {
        container_id: '{container:main}',
        cmd: box('show cwd', 'show ids', 'show hostname', mark('env'), 'show env'),
        timeout: '60',
      },
    },
    // It still runs: the command had its surroundings throughout.
    { do: 'call', rpc: 'ContainerStatus', request: { container_id: '{container:main}' } },
    { do: 'call', rpc: 'StopPodSandbox', request: { pod_sandbox_id: '{sandbox}' } },
    { do: 'wait-for-container', container: 'main', state: 'running', restarts: 2 },
    ...seen('main'),
    ...seen('first'),
    { do: 'delete-pod', gracePeriodSeconds: 2 },
  ],
  exercises: [
    'container.environment.arguments',
    'container.environment.oom-score',
    'container.environment.variables',
    'container.environment.working-dir',
    'container.mounts.as-requested',
    'container.security.capabilities',
    'container.security.no-new-privileges',
    'container.security.process-namespace',
    'container.security.root-filesystem',
    'container.security.seccomp',
    'container.security.user',
    'container.status.mounts-as-asked',
    'exec.sync.exit-code',
    'sandbox.dns.resolv-conf',
    'sandbox.hostname.inside',
  ],
};
