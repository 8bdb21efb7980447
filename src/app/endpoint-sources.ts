// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { endpointOf } from '#cri/endpoint.js';
import { absoluteSocket, hostPath } from './endpoint.js';
import { parseYaml, readYaml } from './read-yaml.js';

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

/** The endpoint that crictl or else the kubelet of this node is configured for. */
export async function configuredEndpoint(env: Env): Promise<ConfiguredEndpoint | undefined> {
  const found = (await crictlEndpoint(env)) ?? (await kubeletEndpoint(env)) ?? (await kubeadmEndpoint(env));
  if (found === undefined) return undefined;
  const { endpoint, image, why } = found;
  return {
    endpoint: onHost(endpoint, env),
    image: image === undefined ? undefined : onHost(image, env),
    why,
  };
}

async function crictlEndpoint(env: Env): Promise<ConfiguredEndpoint | undefined> {
  const named = env.CRI_CONFIG_FILE;
  const isNamed = named !== undefined && named !== '';
  const file = isNamed ? named : hostPath('/etc/crictl.yaml', env);
  const settings = isNamed ? await readYaml(file, crictlSchema) : await ifThere(file, crictlSchema);
  const endpoint = settings?.['runtime-endpoint'];
  if (endpoint === undefined || endpoint === '') return undefined;
  return { endpoint, image: orNone(settings?.['image-endpoint']), why: `from ${file}` };
}

async function kubeletEndpoint(env: Env): Promise<ConfiguredEndpoint | undefined> {
  const file = hostPath('/var/lib/kubelet/config.yaml', env);
  const settings = await ifThere(file, kubeletSchema);
  const endpoint = orNone(settings?.containerRuntimeEndpoint);
  if (endpoint === undefined) return undefined;
  return { endpoint, image: orNone(settings?.imageServiceEndpoint), why: `from ${file}` };
}

async function kubeadmEndpoint(env: Env): Promise<ConfiguredEndpoint | undefined> {
  const file = hostPath('/var/lib/kubelet/kubeadm-flags.env', env);
  const text = await readFile(file, 'utf8').catch(() => '');
  const endpoint = /--container-runtime-endpoint[= ]([^\s"']+)/.exec(text)?.[1];
  return endpoint === undefined ? undefined : { endpoint, why: `from ${file}` };
}

/** A file of another tool, which need not exist, nor be readable for us. */
async function ifThere<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined || text.trim() === '' ? undefined : parseYaml({ file, text }, schema);
}

function onHost(endpoint: string, env: Env): string {
  return endpointOf(hostPath(absoluteSocket(endpoint, '/'), env));
}

function orNone(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
