// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerConfig,
  LinuxContainerSecurityContext,
  LinuxPodSandboxConfig,
  Mount,
  PodSandboxConfig,
} from '#cri/proto/generated/messages.js';
import type { ContractId } from '#contracts/contract-id.generated.js';
import type { ScenarioId } from '#scenarios/all.generated.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

/** What is said of a lie, apart from how it is told. */
export type Told = Pick<Lie, 'name' | 'expected' | 'actual'> & {
  readonly scenario?: ScenarioId;
  readonly breaks: readonly ContractId[];
  readonly proof?: readonly string[];
};

export function without<T extends object>(from: T, ...fields: readonly (keyof T)[]): T {
  return Object.fromEntries(
    Object.entries(from).filter(([field]) => !fields.includes(field as keyof T)),
  ) as T;
}

/** The request is changed on its way: what comes of it is consistent, but not what was asked for. */
export function ofContainer(told: Told, change: (config: ContainerConfig) => ContainerConfig): Lie {
  return {
    scenario: 'inside.environment',
    proof: ['CreateContainer', 'StartContainer'],
    ...told,
    tell: lyingAbout('CreateContainer', (request, honest) => {
      const { config = {} } = request;
      const changed = change(config);
      return JSON.stringify(changed) === JSON.stringify(config)
        ? undefined
        : honest({ ...request, config: changed });
    }),
  };
}

export const ofSecurity = (
  told: Told,
  change: (context: LinuxContainerSecurityContext) => LinuxContainerSecurityContext,
): Lie =>
  ofContainer({ scenario: 'inside.security', ...told }, (config) => ({
    ...config,
    linux: { ...config.linux, security_context: change(config.linux?.security_context ?? {}) },
  }));

const ofMounts = (told: Told, change: (mounts: readonly Mount[]) => readonly Mount[]): Lie =>
  ofContainer(told, (config) => ({ ...config, mounts: change(config.mounts ?? []) }));

/** The same for a pod, whose containers must not repeat it either. */
function ofPod(told: Told, change: (config: PodSandboxConfig) => PodSandboxConfig): Lie {
  return {
    scenario: 'sandbox.names-and-dns',
    proof: ['RunPodSandbox', 'CreateContainer', 'StartContainer'],
    ...told,
    tell: lyingAbout('RunPodSandbox', (request, honest) =>
      honest({ ...request, config: change(request.config ?? {}) }),
    ),
  };
}

const ofLinux = (told: Told, change: (linux: LinuxPodSandboxConfig) => LinuxPodSandboxConfig): Lie =>
  ofPod(told, (config) => ({ ...config, linux: change(config.linux ?? {}) }));

const environment: readonly Lie[] = [
  ofContainer(
    {
      name: 'the variables of a container are dropped',
      breaks: ['container.environment.variables'],
      expected: /PLAIN=a b=c/,
      actual: /PLAIN is not set/,
    },
    (config) => without(config, 'envs'),
  ),
  (() => {
    const before: ContainerConfig['envs'][] = [];
    return ofContainer(
      {
        name: 'a container has the variables of those before it',
        breaks: ['container.environment.variables'],
        expected: /no ONLY_MAIN, which is of another container/,
        actual: /ONLY_MAIN=secret of main/,
      },
      (config) => {
        const others = before.flatMap((envs = []) => envs);
        before.push(config.envs);
        return { ...config, envs: [...others, ...(config.envs ?? [])] };
      },
    );
  })(),
  ofContainer(
    {
      name: 'the arguments of a container are dropped',
      breaks: ['container.environment.arguments', 'log.content.true'],
      expected: /"wait"\]$/,
      actual: /"print ready"\]$/,
    },
    (config) => without(config, 'args'),
  ),
  ofContainer(
    {
      name: 'the working directory of a container is dropped',
      breaks: ['container.environment.working-dir'],
      expected: /^\/(tmp|home\/box)$/,
      actual: /^\/$/,
    },
    (config) => without(config, 'working_dir'),
  ),
  ofContainer(
    {
      name: 'a terminal is not made',
      breaks: ['container.environment.terminal'],
      expected: /^a terminal$/,
      actual: /^no terminal$/,
    },
    (config) => without(config, 'tty'),
  ),
  ofContainer(
    {
      name: 'the input of a program is closed',
      scenario: 'inside.input',
      breaks: ['container.environment.input'],
      expected: /^input that is open/,
      actual: /^the program found its end, and printed "input ended"$/,
    },
    (config) => without(config, 'stdin'),
  ),
  ofContainer(
    {
      name: 'oom_score_adj is dropped',
      breaks: ['container.environment.oom-score'],
      expected: /^\d{3,4}$/,
      actual: /^0$/,
    },
    (config) => {
      const resources = without(config.linux?.resources ?? {}, 'oom_score_adj');
      return { ...config, linux: { ...config.linux, resources } };
    },
  ),
  ofMounts(
    {
      name: 'the volumes of a container are dropped',
      breaks: [
        'container.mounts.as-requested',
        'container.mounts.content-shared',
        'container.status.mounts-as-asked',
      ],
      expected: /\/work: rw, private, of work/,
      actual: /\/work: no mount/,
    },
    (mounts) => mounts.filter(({ host_path: path = '' }) => !/volumes|scratch/.test(path)),
  ),
  ofMounts(
    {
      name: '/etc/hosts is not the one of the kubelet',
      breaks: [
        'container.mounts.content-shared',
        'container.mounts.as-requested',
        'container.status.mounts-as-asked',
      ],
      expected: /^a line with 127\./,
      actual: /localhost/,
    },
    (mounts) => mounts.filter(({ container_path: at }) => at !== '/etc/hosts'),
  ),
  ofMounts(
    {
      name: 'a read-only mount can be written to',
      breaks: ['container.mounts.as-requested', 'container.status.mounts-as-asked'],
      expected: /\/seen: ro, private/,
      actual: /\/seen: rw, private/,
    },
    // Together: recursively read-only alone is refused.
    (mounts) => mounts.map((mount) => without(mount, 'readonly', 'recursive_read_only')),
  ),
  ofMounts(
    {
      name: 'a mount is hidden by the one around it, which comes later',
      breaks: ['container.mounts.as-requested'],
      expected: /^\/work\/inner: rw/,
      actual: /^\/work\/inner: no mount$/,
    },
    (mounts) => {
      const inner = mounts.filter(({ container_path: at }) => at === '/work/inner');
      return [...inner, ...mounts.filter((mount) => !inner.includes(mount))];
    },
  ),
];

const security: readonly Lie[] = [
  ofSecurity(
    {
      name: 'every container runs as root',
      breaks: ['container.security.user'],
      expected: /^uid=1000 gid=2222$/,
      actual: /^uid=0 gid=2222 /,
      proof: ['CreateContainer', 'StartContainer'],
    },
    (context) => ({ ...without(context, 'run_as_username'), run_as_user: {} }),
  ),
  ofSecurity(
    {
      name: 'supplemental groups are dropped',
      breaks: ['container.security.user'],
      expected: /^groups 4003 4001 4002/,
      actual: /^groups=0$/,
    },
    (context) => without(context, 'supplemental_groups'),
  ),
  ofSecurity(
    {
      name: 'the policy for supplemental groups is dropped',
      scenario: 'inside.strict-groups',
      breaks: ['container.security.user'],
      expected: /^groups 4001, and no others$/,
      actual: /3001 3002 4001|3002 4001/,
    },
    (context) => without(context, 'supplemental_groups_policy'),
  ),
  ofSecurity(
    {
      name: 'capabilities are dropped from the request',
      breaks: ['container.security.capabilities'],
      expected: /no CHOWN/,
      actual: /^CapEff: [0-9a-f]{16}, CapBnd: /,
    },
    (context) => without(context, 'capabilities'),
  ),
  ofSecurity(
    {
      name: 'every container may do everything',
      breaks: ['container.security.capabilities'],
      expected: /no SYS_MODULE/,
      actual: /^CapEff: 000001ffffffffff/,
    },
    (context) => ({ ...context, capabilities: { add_capabilities: ['ALL'] } }),
  ),
  ofSecurity(
    {
      name: 'no_new_privs is dropped',
      breaks: ['container.security.no-new-privileges'],
      expected: /^NoNewPrivs 1$/,
      actual: /^NoNewPrivs 0$/,
    },
    (context) => without(context, 'no_new_privs'),
  ),
  ofSecurity(
    {
      name: 'the seccomp profile is dropped',
      breaks: ['container.security.seccomp'],
      expected: /^seccomp mode 2$/,
      actual: /^seccomp mode 0$/,
    },
    (context) => without(context, 'seccomp'),
  ),
  ofSecurity(
    {
      name: 'a read-only root file system is not read-only',
      breaks: ['container.security.root-filesystem'],
      expected: /^\/ ro$/,
      actual: /^\/ rw$/,
    },
    (context) => without(context, 'readonly_rootfs'),
  ),
  ofSecurity(
    {
      name: 'no path is masked or read-only',
      breaks: ['container.security.hidden-paths'],
      expected: /\/proc\/sys covered by a mount/,
      actual: /none at .*\/proc\/sys/,
    },
    (context) => without(context, 'masked_paths', 'readonly_paths'),
  ),
  ofSecurity(
    {
      name: 'a privileged container is not',
      scenario: 'inside.privileged',
      breaks: ['container.security.privileged', 'container.security.capabilities'],
      expected: /^\/sys is writable$/,
      actual: /^\/sys is read-only$/,
    },
    (context) => without(context, 'privileged'),
  ),
  ofSecurity(
    {
      name: 'every container of a privileged pod is privileged',
      scenario: 'inside.privileged',
      breaks: ['container.security.privileged', 'container.security.capabilities'],
      expected: /^\/sys is read-only$/,
      actual: /^\/sys is writable$/,
    },
    (context) => ({ ...context, privileged: true }),
  ),
  ofSecurity(
    {
      name: 'containers share the processes of their pod, unasked',
      breaks: ['container.security.process-namespace'],
      expected: /^pid=1, in its own namespace$/,
      actual: /^pid=\d+ ppid=0$/,
    },
    (context) => ({ ...context, namespace_options: { ...context.namespace_options, pid: 'POD' } }),
  ),
];

const pods: readonly Lie[] = [
  ofPod(
    {
      name: 'the host name of a pod is dropped',
      breaks: ['sandbox.hostname.inside'],
      expected: /^web\.svc\./,
      actual: /^(?!web)/,
    },
    (config) => without(config, 'hostname'),
  ),
  ofPod(
    {
      name: 'the DNS settings of a pod are dropped',
      breaks: ['sandbox.dns.resolv-conf'],
      expected: /search .*my\.example; options edns0 ndots:2$/,
      actual: /^(?!.*my\.example)/,
    },
    (config) => without(config, 'dns_config'),
  ),
  ofLinux(
    {
      name: 'the sysctls of a pod are dropped',
      scenario: 'sandbox.sysctls',
      breaks: ['sandbox.sysctls.inside'],
      expected: /^net\.ipv4\.ip_local_port_range = 2048 60999$/,
      actual: /^32768 60999$/,
    },
    (linux) => without(linux, 'sysctls'),
  ),
  ofLinux(
    {
      name: 'the user namespace of a pod is dropped',
      scenario: 'sandbox.user-namespace',
      breaks: ['container.security.user-namespace'],
      expected: /^0 \d+ 65536$/,
      actual: /^0 0 4294967295$/,
    },
    ({ security_context: context, ...linux }) => {
      const options = without(context?.namespace_options ?? {}, 'userns_options');
      return { ...linux, security_context: { ...context, namespace_options: options } };
    },
  ),
  {
    name: 'the address of a pod is one where nobody is',
    tell: lyingAbout('PodSandboxStatus', async (_, honest) => {
      const { status, ...answer } = await honest();
      if ((status?.network?.ip ?? '') === '') return undefined;
      return { ...answer, status: { ...status, network: { ip: '127.0.0.9' } } };
    }),
    scenario: 'inside.environment',
    breaks: ['sandbox.network.answers-inside'],
    expected: /^127\.0\.0\.9 port 8080 answers "by address"$/,
    actual: /^connect failed \d+$/,
    proof: ['CreateContainer', 'StartContainer', 'PodSandboxStatus'],
  },
  ofMounts(
    {
      name: 'an image volume is empty',
      scenario: 'images.volume',
      // The status shows the path that nobody asked for.
      breaks: ['image.volume.content', 'container.status.mounts-as-asked'],
      expected: /^\/data\/etc\/image: box-layers:1$/,
      actual: /^no such file$/,
    },
    (mounts) =>
      mounts.map((mount) => (mount.image === undefined ? mount : { ...mount, image_sub_path: 'layers' })),
  ),
  ofMounts(
    {
      name: 'the path in an image volume is ignored',
      scenario: 'images.volume',
      breaks: ['image.volume.content'],
      expected: /^\/part\/image: box-layers:1$/,
      actual: /^no such file$/,
    },
    (mounts) => mounts.map((mount) => without(mount, 'image_sub_path')),
  ),
];

export const insideLies: readonly Lie[] = [...environment, ...security, ...pods];
