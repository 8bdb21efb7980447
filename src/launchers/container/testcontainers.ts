// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type * as testcontainersModule from 'testcontainers';
import type { ContainerRuntimeClient } from 'testcontainers';

type Testcontainers = typeof testcontainersModule;

/** A container engine on this machine, found by testcontainers. */
export interface Engine {
  readonly testcontainers: Testcontainers;
  readonly client: ContainerRuntimeClient;
  /** The engine's API, for what testcontainers does not offer. */
  readonly api: ContainerRuntimeClient['container']['dockerode'];
  /** Path of its socket. */
  readonly socket: string;
}

/** Why no engine was found, and what to do. */
export interface NoEngine {
  readonly reason: string;
  readonly fix: string;
}

/** The engine's own message, without the client's prefix. */
export function engineError(cause: unknown): string {
  return errorMessage(cause)
    .replace(/^\(HTTP code \d+\) [^-]*- /, '')
    .trim();
}

/** testcontainers is a large peer dependency that most users do without: it is loaded on use. */
export async function findEngine(): Promise<Engine | NoEngine> {
  const testcontainers = await load();
  if (testcontainers === undefined)
    return {
      reason: 'the package testcontainers is not installed',
      fix: 'npm install testcontainers',
    };
  const client = await reach(testcontainers);
  if (typeof client === 'string')
    return {
      reason: `no container engine answers (${client})`,
      fix: 'start Docker or rootful Podman, or name its socket: DOCKER_HOST=unix:///run/podman/podman.sock',
    };
  const { dockerode: api } = client.container;
  const { socketPath: socket } = api.modem as { readonly socketPath?: string };
  if (socket === undefined)
    return {
      reason:
        'the container engine is reached over the network, and a runtime in it could not share files with criprobe',
      fix: 'use an engine of this machine: DOCKER_HOST=unix:///var/run/docker.sock',
    };
  return { testcontainers, client, api, socket };
}

async function load(): Promise<Testcontainers | undefined> {
  try {
    return await import('testcontainers');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

async function reach({
  getContainerRuntimeClient,
}: Testcontainers): Promise<ContainerRuntimeClient | string> {
  const { DOCKER_HOST: named, TESTCONTAINERS_HOST_OVERRIDE: host } = process.env;
  // The address for published ports. We publish none, and inside a container testcontainers would start
  // another one to find out.
  process.env['TESTCONTAINERS_HOST_OVERRIDE'] = host ?? 'localhost';
  try {
    return await getContainerRuntimeClient();
  } catch (error) {
    return `${named === undefined ? 'DOCKER_HOST is not set' : `DOCKER_HOST=${named}`}: ${errorMessage(error)}`;
  } finally {
    if (host === undefined) delete process.env['TESTCONTAINERS_HOST_OVERRIDE'];
  }
}
