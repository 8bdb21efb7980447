// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import type { ContainerStatus } from '#cri/proto/generated/messages.js';
import { allOf, inStatuses } from './in-every-view.js';
import { ofContainer, without, type Told } from './inside-lies.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

const second: Pick<Told, 'proof'> & { readonly scenario: 'inside.second-attempt' } = {
  scenario: 'inside.second-attempt',
  proof: ['CreateContainer', 'StartContainer'],
};

/** Only a container that is not the first of its name. */
const ofLater = (told: Told, change: Parameters<typeof ofContainer>[1]): Lie =>
  ofContainer({ ...second, ...told }, (config) =>
    (config.metadata?.attempt ?? 0) === 0 ? config : change(config),
  );

const nameOf = ({ labels, metadata }: ContainerStatus): string =>
  `${labels?.['io.kubernetes.pod.uid'] ?? ''}/${metadata?.name ?? ''}`;

const ofAttempts: readonly Lie[] = [
  ofLater(
    {
      name: 'a container that is made again has no variables',
      breaks: ['container.environment.variables'],
      expected: /PLAIN=a b=c/,
      actual: /PLAIN is not set/,
    },
    (config) => without(config, 'envs'),
  ),
  ofLater(
    {
      name: 'a container that is made again has no security context',
      breaks: [
        'container.security.user',
        'container.security.capabilities',
        'container.security.no-new-privileges',
        'container.security.root-filesystem',
        'container.security.seccomp',
      ],
      expected: /^uid=1000 gid=2222$/,
      actual: /^uid=0 gid=0 /,
    },
    (config) => ({
      ...config,
      linux: {
        ...config.linux,
        security_context: {
          namespace_options: config.linux?.security_context?.namespace_options,
        },
      },
    }),
  ),
  {
    name: 'the next sandbox of a pod has neither its host name nor its DNS settings',
    tell: lyingAbout('RunPodSandbox', ({ config = {}, ...request }, honest) =>
      (config.metadata?.attempt ?? 0) === 0
        ? undefined
        : honest({ ...request, config: without(config, 'hostname', 'dns_config') }),
    ),
    ...second,
    breaks: ['sandbox.hostname.inside', 'sandbox.dns.resolv-conf'],
    expected: /^kept-name$/,
    actual: /^(?!kept-name)/,
    proof: ['RunPodSandbox', 'CreateContainer', 'StartContainer'],
  },
  {
    name: 'every attempt of a container has the exit code of the first',
    tell: (truth, tell) => {
      const codes = new Map<string, number>();
      return inStatuses((status) => {
        if (status.state !== 'CONTAINER_EXITED') return undefined;
        const { exit_code: code = 0, metadata } = status;
        const first = codes.get(nameOf(status));
        if ((metadata?.attempt ?? 0) === 0) codes.set(nameOf(status), code);
        if (first === undefined || first === code) return undefined;
        return { ...status, exit_code: first, reason: first === 0 ? 'Completed' : 'Error' };
      })(truth, tell);
    },
    scenario: 'containers.several-attempts',
    breaks: ['container.status.exit-code-true'],
    expected: /^exit_code [05]$/,
    actual: /^exit_code 3$/,
    proof: ['ContainerStatus'],
  },
];

const ofImages: readonly Lie[] = [
  ofContainer(
    {
      name: 'user 0 is taken for no user',
      scenario: 'inside.security',
      breaks: ['container.security.user'],
      expected: /^uid=0 gid=0$/,
      actual: /^uid=1000 gid=/,
    },
    (config) => {
      const context = config.linux?.security_context ?? {};
      const isZero = Number(context.run_as_user?.value ?? 0) === 0 && context.run_as_group === undefined;
      return isZero
        ? { ...config, linux: { ...config.linux, security_context: without(context, 'run_as_user') } }
        : config;
    },
  ),
  ofContainer(
    {
      name: 'a command without arguments gets those of the image',
      scenario: 'inside.image-defaults',
      breaks: ['container.environment.arguments', 'log.content.true'],
      expected: /"exit 4"\]$/,
      actual: /"show env GREETING"\]$/,
    },
    (config) =>
      (config.command ?? []).length > 0 && (config.args ?? []).length === 0
        ? { ...config, args: ['print from the command', 'show cwd', 'show env GREETING'] }
        : config,
  ),
  ofContainer(
    {
      name: 'arguments without a command are dropped',
      scenario: 'inside.image-defaults',
      breaks: ['log.content.true', 'container.status.exit-code-true'],
      expected: /^stdout begins /,
      actual: /from the command/,
      proof: ['CreateContainer'],
    },
    (config) => ((config.command ?? []).length === 0 ? without(config, 'args') : config),
  ),
  ofContainer(
    {
      name: 'empty arguments are left out',
      scenario: 'inside.image-defaults',
      breaks: ['container.environment.arguments', 'log.content.true'],
      expected: /""," {2}two {2}spaces {2}"/,
      actual: /"exit [45]"," {2}two {2}spaces {2}"/,
    },
    ({ args, ...config }) =>
      args === undefined ? config : { ...config, args: args.filter((word) => word !== '') },
  ),
];

/** Its log is rewritten once it has ended, before anybody sees that. */
const inLogs =
  (change: (content: string) => string): Lie['tell'] =>
  (truth, tell) => {
    const created = new Map<string | undefined, unknown>();
    return {
      ...allOf(
        lyingAbout('CreateContainer', async (request, honest) => {
          created.set((await honest()).container_id, request);
          return undefined;
        }),
      )(truth, tell),
      ContainerStatus: async (request, call) => {
        const answer = await truth.ContainerStatus(request, call);
        const { id, state, log_path: path = '' } = answer.status ?? {};
        const asked = created.get(id);
        if (state === 'CONTAINER_EXITED' && path !== '' && asked !== undefined) {
          created.delete(id);
          await writeFile(path, change(await readFile(path, 'utf8')));
          tell({ rpc: 'CreateContainer', request: asked });
        }
        return answer;
      },
    };
  };

const ofLogs: readonly Lie[] = [
  {
    name: 'empty lines are not logged',
    tell: inLogs((content) => content.replaceAll(/^\S+ \S+ F \n/gm, '')),
    scenario: 'logs.odd-lines',
    breaks: ['log.content.true', 'log.content.complete-at-exit'],
    expected: /^stdout begins /,
    actual: /"first\\n {2}between/,
    proof: ['CreateContainer'],
  },
  {
    name: 'a last line without an end is lost',
    tell: inLogs((content) => content.replace(/^.* and the end of it\n/m, '')),
    scenario: 'logs.odd-lines',
    breaks: ['log.content.complete-at-exit'],
    expected: /^all of stdout /,
    actual: /^\d+ and \d+ bytes$/,
    proof: ['CreateContainer'],
  },
  {
    name: 'a log that was reopened once is not reopened again',
    tell: (truth, tell) => {
      const reopened = new Set<string | undefined>();
      return lyingAbout('ReopenContainerLog', ({ container_id: id }) => {
        if (reopened.has(id)) return {};
        reopened.add(id);
        return undefined;
      })(truth, tell);
    },
    scenario: 'logs.reopened-twice',
    breaks: ['log.reopen.new-file'],
    // Nothing comes into a file that is not there.
    mayBreak: ['log.line.grammar', 'log.reopen.no-loss'],
    expected: /^a new file at /,
    actual: /^no such file$/,
    proof: ['ReopenContainerLog'],
  },
];

export const attemptLies: readonly Lie[] = [...ofAttempts, ...ofImages, ...ofLogs];
