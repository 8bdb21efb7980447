// SPDX-License-Identifier: Apache-2.0
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ServedCall } from '#cri/server/handlers.js';
import type {
  LinuxPodSandboxConfig,
  PodSandboxConfig,
  RunPodSandboxRequest,
} from '#cri/proto/generated/messages.js';
import { announceEvent } from '../announce.js';
import { ensureSandboxImage } from './sandbox-image.js';
import { newId } from '../object-id.js';
import { exhausted, failed, invalid, taken } from '../refuse.js';
import { Sandbox, sandboxKey } from './sandbox.js';
import { checkRuntimeHandler, type World } from '../world.js';

const maxSandboxes = 1000;
/** Those of the network are in directories. */
const safeSysctls = /^(kernel\.(shm\w*|msg\w*|sem)|fs\.mqueue\..+|net\.[^.]+\..+)$/;

/** All or nothing: a failure or cancellation leaves nothing behind. */
export async function runSandbox(
  world: World,
  request: RunPodSandboxRequest,
  { signal }: ServedCall,
): Promise<Sandbox> {
  const { config, runtime_handler: runtimeHandler = '' } = request;
  if (config === undefined) throw invalid('config is missing');
  checkSandbox(world, config, runtimeHandler);
  if (world.sandboxes.size + world.reserved.size >= maxSandboxes)
    throw exhausted('pod sandboxes', maxSandboxes);
  const key = sandboxKey(config.metadata ?? {});
  if (isTaken(world, key)) throw taken(`a pod sandbox with the metadata ${key} exists`);
  world.reserved.add(key);
  try {
    await ensureSandboxImage(world, signal);
    return await make(world, { config, runtimeHandler }, signal);
  } finally {
    world.reserved.delete(key);
  }
}

async function make(
  world: World,
  what: { readonly config: PodSandboxConfig; readonly runtimeHandler: string },
  signal: AbortSignal,
): Promise<Sandbox> {
  const isOnNode = what.config.linux?.security_context?.namespace_options?.network === 'NODE';
  const address = isOnNode ? undefined : freeAddress(world);
  const times = { createdAt: world.now(), bornAtMs: world.clock.nowMs() };
  const sandbox = new Sandbox({ ...what, ...times, id: newId(), address });
  try {
    if (!isOnNode) await sandbox.hostPorts.open(what.config.port_mappings ?? [], sandbox.sockets);
    if (signal.aborted) throw new CriRefusal('CANCELLED', 'the client gave up');
  } catch (error) {
    releaseNetwork(world, sandbox);
    throw error;
  }
  world.sandboxes.set(sandbox.id, sandbox);
  announceEvent(world, 'CREATED', { id: sandbox.id, sandbox });
  announceEvent(world, 'STARTED', { id: sandbox.id, sandbox });
  return sandbox;
}

function freeAddress(world: World): string {
  const address = world.addresses.take();
  if (address === undefined) throw new CriRefusal('RESOURCE_EXHAUSTED', 'no free pod address');
  return address;
}

export function releaseNetwork(world: World, sandbox: Sandbox): void {
  sandbox.hostPorts.close();
  if (sandbox.address !== undefined) world.addresses.give(sandbox.address);
}

const isTaken = (world: World, key: string): boolean =>
  world.reserved.has(key) ||
  [...world.sandboxes.values()].some(({ metadata }) => sandboxKey(metadata) === key);

function checkSandbox(world: World, config: PodSandboxConfig, handler: string): void {
  const { name = '', namespace = '', uid = '' } = config.metadata ?? {};
  if ([name, namespace, uid].includes('')) throw invalid('metadata needs name, namespace and uid');
  checkRuntimeHandler(world, handler);
  checkLinux(config.linux ?? {});
}

function checkLinux({ security_context: context, sysctls = {} }: LinuxPodSandboxConfig): void {
  if (context?.run_as_group !== undefined && context.run_as_user === undefined)
    throw invalid('run_as_group needs run_as_user');
  const impossible = Object.keys(sysctls).find((sysctl) => !safeSysctls.test(sysctl));
  if (impossible !== undefined)
    throw failed(`sysctl ${JSON.stringify(impossible)} belongs to no namespace of the pod`);
}
