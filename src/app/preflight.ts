// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#base/failure.js';
import type { ApiVersion } from '#cri/api-version.js';
import type { StatusResponse } from '#cri/generated/messages.js';
import { connectCri } from '#cri/grpc-client.js';
import { absoluteSocket, endpointOf } from './endpoint.js';
import { kubeletFailure } from './kubelet-watch.js';
import { findLeftovers, leftoversNote } from './leftovers.js';
import {
  askRuntime,
  checkVersion,
  conditionFailures,
  handlerFailure,
  handlersOf,
  type Known,
} from './runtime-check.js';
import { checkPath } from './socket-check.js';
import type { Io } from './use-case.js';

export interface PreflightOptions {
  readonly endpoint: string;
  /** undefined: that of the runtime. */
  readonly imageEndpoint: string | undefined;
  readonly handler: string;
  readonly connectTimeoutMs: number;
  readonly waitReadyMs: number;
  readonly allowKubelet: boolean;
  /** We started it: no kubelet of the node uses it. */
  readonly owned: boolean;
}

/** A runtime that can be worked on. */
export interface Ready {
  readonly endpoint: string;
  readonly imageEndpoint: string;
  readonly apiVersion: ApiVersion;
  readonly runtimeName: string;
  readonly runtimeVersion: string;
  /** Names from Status; '' is the default, empty: the runtime does not say. */
  readonly handlers: readonly string[];
  readonly status: StatusResponse;
  /** What a reader should know before the verdict. */
  readonly notes: readonly string[];
}

type PreflightIo = Pick<Io, 'env' | 'cwd' | 'signal'>;

/** Codes that time can heal. */
const passing: ReadonlySet<string> = new Set([
  'E-SOCKET-MISSING',
  'E-SOCKET-STALE',
  'E-HANG',
  'E-RUNTIME-NOTREADY',
  'E-CNI-NOTREADY',
]);
const betweenTriesMs = 250;

/** Finds out whether pods can be run on a socket, from the outside in; the first obstacle is thrown as a Failure. */
export async function preflight(options: PreflightOptions, io: PreflightIo): Promise<Ready> {
  const path = absoluteSocket(options.endpoint, io.cwd);
  const imagePath = absoluteSocket(options.imageEndpoint ?? options.endpoint, io.cwd);
  const known = await waitFor(() => knock({ path, imagePath }, options, io), options, io);
  const kubelet = options.owned ? undefined : await kubeletFailure(path, io.env);
  if (kubelet !== undefined && !options.allowKubelet) throw kubelet;
  return {
    ...known,
    endpoint: endpointOf(path),
    imageEndpoint: endpointOf(imagePath),
    handlers: handlersOf(known.status),
    notes: [
      ...(known.apiVersion === 'v1alpha2' ? [oldVersionNote] : []),
      ...(kubelet === undefined ? [] : [`${kubelet.message}; allowed by --allow-kubelet`]),
      ...(await leftoverNotes({ path, imagePath }, known, options)),
    ],
  };
}

const oldVersionNote =
  'the runtime offers only CRI v1alpha2, which kubelets from 1.26 on refuse; it is driven where both versions agree';

async function leftoverNotes(
  { path, imagePath }: Paths,
  { apiVersion }: Known,
  { connectTimeoutMs }: PreflightOptions,
): Promise<readonly string[]> {
  const client = connectCri({ runtimeEndpoint: path, imageEndpoint: imagePath, apiVersion });
  const leftovers = await findLeftovers(client, connectTimeoutMs);
  client.close();
  const note = leftovers === undefined ? undefined : leftoversNote(leftovers);
  return note === undefined ? [] : [`${note}; criprobe cleanup --all -r ${path} removes them`];
}

interface Paths {
  readonly path: string;
  readonly imagePath: string;
}

async function waitFor(
  knockOnce: () => Promise<Known>,
  { waitReadyMs }: PreflightOptions,
  { signal }: PreflightIo,
): Promise<Known> {
  const until = performance.now() + waitReadyMs;
  for (;;) {
    try {
      return await knockOnce();
    } catch (error) {
      const heals = error instanceof Failure && passing.has(error.code);
      if (!heals || performance.now() >= until || signal.aborted) throw error;
    }
    await sleep(betweenTriesMs, undefined, { signal }).catch(() => undefined);
  }
}

async function knock(
  { path, imagePath }: Paths,
  { connectTimeoutMs: timeoutMs, handler }: PreflightOptions,
  { env }: PreflightIo,
): Promise<Known> {
  for (const each of new Set([path, imagePath])) {
    const failure = await checkPath(each, env);
    if (failure !== undefined) throw failure;
  }
  const apiVersion = await checkVersion(path, timeoutMs);
  const known = await askRuntime(
    { runtimeEndpoint: path, imageEndpoint: imagePath },
    { apiVersion, timeoutMs },
  );
  const [obstacle] = [...conditionFailures(known.status), handlerFailure(handler, known.status)];
  if (obstacle !== undefined) throw obstacle;
  return known;
}
