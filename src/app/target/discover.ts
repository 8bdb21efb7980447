// SPDX-License-Identifier: Apache-2.0
import { endpointOf } from '#cri/client/endpoint.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import type { DaemonCommands } from '#launchers/external/external-daemon.js';
import { commandsOf, type ConfiguredTarget } from './config.js';
import { hostPath } from './endpoint.js';
import { failureOf } from '#base/errors/catalogue.js';
import { usageFailure } from '#base/errors/usage-failure.js';
import { didYouMean } from '#base/document/did-you-mean.js';
import { existingSockets } from './socket-check.js';
import { keepCommands } from '../shared/shown-commands.js';
import type { TargetOptions } from './target-options.js';
import type { Io } from '../shared/use-case.js';

export type ChosenTarget =
  | {
      readonly kind: 'endpoint';
      readonly endpoint: string;
      readonly imageEndpoint: string | undefined;
      readonly handler: string;
      readonly commands: DaemonCommands;
      /** How it was chosen, for the first line of output: `from --runtime-endpoint`. */
      readonly why: string;
    }
  | { readonly kind: 'managed'; readonly spec: string; readonly handler: string; readonly why: string };

export function isReference(chosen: ChosenTarget): boolean {
  return chosen.kind === 'managed' && chosen.spec === 'reference';
}

type DiscoverIo = Pick<Io, 'env' | 'cwd' | 'signal'>;

/**
 * Finds the runtime: flag, environment, our config, crictl's, the kubelet's, and last the one that answers.
 */
export async function resolveTarget(options: TargetOptions, io: DiscoverIo): Promise<ChosenTarget> {
  const { managed, runtimeEndpoint } = options;
  if (managed !== undefined && runtimeEndpoint !== undefined) {
    throw usageFailure('--managed and --runtime-endpoint exclude each other', 'leave one of them out');
  }
  if (managed !== undefined && Object.keys(options.daemonCommands).length > 0) throw commandsForManaged();
  const handler = options.runtimeHandler;
  if (managed !== undefined) return { kind: 'managed', spec: managed, handler, why: 'from --managed' };
  if (runtimeEndpoint !== undefined)
    return chosen(options, io, { endpoint: runtimeEndpoint, why: 'from --runtime-endpoint' });
  if (options.target !== undefined) return fromConfig(namedTarget(options), options, io);
  return (await unasked(options, io)) ?? (await discover(options, io));
}

/** What the environment and config files say if no flag does. */
async function unasked(options: TargetOptions, io: DiscoverIo): Promise<ChosenTarget | undefined> {
  const fromEnv = io.env.CONTAINER_RUNTIME_ENDPOINT;
  if (fromEnv !== undefined && fromEnv !== '') {
    return chosen(options, io, { endpoint: fromEnv, why: 'from CONTAINER_RUNTIME_ENDPOINT' });
  }
  const targets = options.config?.targets ?? [];
  const [only] = targets;
  if (targets.length > 1) {
    throw usageFailure(
      `The config file has ${String(targets.length)} targets`,
      `--target ${namesOf(targets).join(' | --target ')}`,
    );
  }
  if (only !== undefined) return fromConfig(only, options, io);
  const { configuredEndpoint } = await import('./endpoint-sources.js');
  const configured = await configuredEndpoint(io);
  return configured === undefined ? undefined : chosen(options, io, configured);
}

interface EndpointSource {
  readonly endpoint: string;
  readonly image?: string | undefined;
  readonly handler?: string | undefined;
  readonly commands?: DaemonCommands | undefined;
  readonly why: string;
}

function chosen(
  options: TargetOptions,
  io: DiscoverIo,
  { endpoint, image, handler, commands, why }: EndpointSource,
): ChosenTarget {
  const daemonCommands = { ...commands, ...options.daemonCommands };
  keepCommands(daemonCommands);
  const fromEnv = io.env.IMAGE_SERVICE_ENDPOINT === '' ? undefined : io.env.IMAGE_SERVICE_ENDPOINT;
  return {
    kind: 'endpoint',
    endpoint,
    imageEndpoint: options.imageEndpoint ?? fromEnv ?? image,
    handler: options.runtimeHandler === '' ? (handler ?? '') : options.runtimeHandler,
    commands: daemonCommands,
    why,
  };
}

function fromConfig(target: ConfiguredTarget, options: TargetOptions, io: DiscoverIo): ChosenTarget {
  const { runtimeEndpoint, imageEndpoint: image, managed, runtimeHandler: handler } = target;
  const why = `target ${target.name} of the config file`;
  if (runtimeEndpoint !== undefined)
    return chosen(options, io, {
      endpoint: runtimeEndpoint,
      image,
      handler,
      why,
      commands: commandsOf(target),
    });
  if (Object.keys(options.daemonCommands).length > 0) throw commandsForManaged();
  const under = options.runtimeHandler === '' ? (handler ?? '') : options.runtimeHandler;
  return { kind: 'managed', spec: managed ?? '', handler: under, why };
}

function commandsForManaged(): Error {
  return usageFailure(
    '--stop-command and the like are for an existing runtime; criprobe stops and starts a managed one itself',
    'leave them out, or name the socket with -r',
  );
}

function namedTarget({ target: name = '', config }: TargetOptions): ConfiguredTarget {
  const targets = config?.targets ?? [];
  const found = targets.find((target) => target.name === name);
  if (found !== undefined) return found;
  const meant = didYouMean(name, namesOf(targets));
  const fix =
    meant ??
    (targets.length === 0 ? 'add targets to criprobe.yaml' : `one of ${namesOf(targets).join(', ')}`);
  throw usageFailure(
    `The config file has no target ${name}`,
    meant === undefined ? fix : `did you mean ${meant}?`,
  );
}

function namesOf(targets: readonly ConfiguredTarget[]): readonly string[] {
  return targets.map(({ name }) => name);
}

/** Tries all known sockets at once; succeeds only if exactly one runtime answers. */
async function discover(options: TargetOptions, io: DiscoverIo): Promise<ChosenTarget> {
  const there = await existingSockets(io.env);
  const asked = await Promise.all(
    there.map(async (path) => ({ path, says: await detectApiVersion(path, options.connectTimeoutMs) })),
  );
  const answering = asked.filter(({ says }) => says.kind !== 'none').map(({ path }) => path);
  if (answering.length > 1) {
    throw failureOf('E-ENDPOINT-MANY', `${String(answering.length)} runtimes answer; name one`, {
      seen: answering.join(', '),
      fix: answering.map((path) => `-r ${path}`).join('   or   '),
    });
  }
  const [only = there[0]] = answering;
  if (only === undefined) throw nothingFound(io);
  const why = answering.length === 1 ? 'the only known socket that answers' : 'a known socket; none answers';
  return chosen(options, io, { endpoint: endpointOf(only), why });
}

function nothingFound({ env }: DiscoverIo): Error {
  return failureOf('E-SOCKET-MISSING', 'No runtime was named, and none of the known sockets exists', {
    seen: `looked for ${hostPath('/run/containerd/containerd.sock', env)}, crio, cri-dockerd, k3s, k0s, microk8s`,
    fix: 'start one (systemctl start containerd), name its socket with -r, or try the built-in one: criprobe run --managed reference',
  });
}
