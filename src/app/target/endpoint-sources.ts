// SPDX-License-Identifier: Apache-2.0
import * as z from 'zod';
import { endpointOf } from '#cri/client/endpoint.js';
import { maxSettingsBytes, readFileText } from '#files/read-named-text.js';
import { absoluteSocket, hostPath } from './endpoint.js';
import { parseYaml, readYaml } from './read-yaml.js';
import type { Io } from '../shared/use-case.js';

type Env = Readonly<Record<string, string | undefined>>;

export interface ConfiguredEndpoint {
  readonly endpoint: string;
  readonly image?: string | undefined;
  readonly why: string;
}

const crictlSchema = z.looseObject({
  'runtime-endpoint': z.string().optional(),
  'image-endpoint': z.string().optional(),
});
const kubeletSchema = z.looseObject({
  containerRuntimeEndpoint: z.string().optional(),
  imageServiceEndpoint: z.string().optional(),
});

/** The endpoint that crictl, or else this node's kubelet, is configured for. */
export async function configuredEndpoint(
  io: Pick<Io, 'env' | 'signal'>,
): Promise<ConfiguredEndpoint | undefined> {
  const { env } = io;
  const found = (await crictlEndpoint(io)) ?? kubeletEndpoint(env) ?? kubeadmEndpoint(env);
  if (found === undefined) return undefined;
  const { endpoint, image, why } = found;
  return {
    endpoint: onHost(endpoint, env),
    image: image === undefined ? undefined : onHost(image, env),
    why,
  };
}

async function crictlEndpoint({
  env,
  signal,
}: Pick<Io, 'env' | 'signal'>): Promise<ConfiguredEndpoint | undefined> {
  const named = env.CRI_CONFIG_FILE;
  const isNamed = named !== undefined && named !== '';
  const file = isNamed ? named : hostPath('/etc/crictl.yaml', env);
  const settings = isNamed ? await readYaml(file, crictlSchema, signal) : ifThere(file, crictlSchema);
  const endpoint = settings?.['runtime-endpoint'];
  if (endpoint === undefined || endpoint === '') return undefined;
  return { endpoint, image: orNone(settings?.['image-endpoint']), why: `from ${file}` };
}

function kubeletEndpoint(env: Env): ConfiguredEndpoint | undefined {
  const file = hostPath('/var/lib/kubelet/config.yaml', env);
  const settings = ifThere(file, kubeletSchema);
  const endpoint = orNone(settings?.containerRuntimeEndpoint);
  if (endpoint === undefined) return undefined;
  return { endpoint, image: orNone(settings?.imageServiceEndpoint), why: `from ${file}` };
}

function kubeadmEndpoint(env: Env): ConfiguredEndpoint | undefined {
  const file = hostPath('/var/lib/kubelet/kubeadm-flags.env', env);
  const text = textOf(file) ?? '';
  const endpoint = /--container-runtime-endpoint[= ]([^\s"']+)/.exec(text)?.[1];
  return endpoint === undefined ? undefined : { endpoint, why: `from ${file}` };
}

/** Reads another tool's file, which may be missing or unreadable. */
function ifThere<T>(file: string, schema: z.ZodType<T>): T | undefined {
  const text = textOf(file);
  return text === undefined || text.trim() === '' ? undefined : parseYaml({ file, text }, schema);
}

function textOf(file: string): string | undefined {
  try {
    return readFileText(file, maxSettingsBytes);
  } catch {
    return undefined;
  }
}

function onHost(endpoint: string, env: Env): string {
  return endpointOf(hostPath(absoluteSocket(endpoint, '/'), env));
}

function orNone(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
