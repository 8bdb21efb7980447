// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '#base/errors/error-code.js';
import { Failure } from '#base/failure.js';
import { poll } from '#base/poll.js';
import { endpointOf } from '#cri/client/endpoint.js';
import type { ApiVersion } from '#cri/api-version.js';
import type { StatusResponse, VersionResponse } from '#cri/proto/generated/messages.js';
import { connectToRead } from '#guard/connect.js';
import { absoluteSocket } from '../endpoint.js';
import { kubeletFailure } from './other-kubelet.js';
import { findLeftovers, leftoversNote } from './leftovers.js';
import { agreedVersion, isTooOldFor } from './agreed-version.js';
import { meetRuntime } from './meet-runtime.js';
import {
  conditionFailures,
  handlerFailure,
  handlersOf,
  type RuntimeFacts,
  type Sockets,
} from './runtime-check.js';
import type { Io } from '../../shared/use-case.js';

export interface PreflightOptions {
  readonly endpoint: string;
  /** undefined: the runtime's. */
  readonly imageEndpoint: string | undefined;
  readonly handler: string;
  readonly connectTimeoutMs: number;
  readonly waitReadyMs: number;
  readonly allowKubelet: boolean;
  /** Version of the kubelet in the model, such as 1.37: it decides the CRI version. */
  readonly kubeletVersion: string;
  /** We started the runtime: no kubelet of the node uses it. */
  readonly owned: boolean;
}

/** A runtime that passed the preflight. */
export interface ReadyRuntime {
  readonly endpoint: string;
  readonly imageEndpoint: string;
  readonly apiVersion: ApiVersion;
  readonly runtimeName: string;
  readonly runtimeVersion: string;
  /** Names from Status; '' is the default. Empty list: the runtime does not say. */
  readonly handlers: readonly string[];
  readonly version: VersionResponse;
  readonly status: StatusResponse;
  /** What a reader should know before the verdict. */
  readonly notes: readonly string[];
}

type PreflightIo = Pick<Io, 'env' | 'cwd' | 'signal'>;

/** Codes of failures that may go away while we wait. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'E-SOCKET-MISSING',
  'E-SOCKET-STALE',
  'E-HANG',
  'E-RUNTIME-NOTREADY',
  'E-CNI-NOTREADY',
]);
const everyMs = 250;

/** Checks from the outside in whether pods can run on a socket; throws the first obstacle as a Failure. */
export async function preflight(options: PreflightOptions, io: PreflightIo): Promise<ReadyRuntime> {
  const sockets: Sockets = {
    runtimeEndpoint: absoluteSocket(options.endpoint, io.cwd),
    imageEndpoint: absoluteSocket(options.imageEndpoint ?? options.endpoint, io.cwd),
  };
  const known = await waitFor(() => knock(sockets, options, io), options, io);
  const { kubeletVersion: played, connectTimeoutMs: timeoutMs } = options;
  const apiVersion = await agreedVersion({
    kubelet: played,
    found: known.apiVersion,
    path: sockets.runtimeEndpoint,
    timeoutMs,
  });
  const kubelet = options.owned ? undefined : await kubeletFailure(sockets.runtimeEndpoint, io.env);
  if (kubelet !== undefined && !options.allowKubelet) throw kubelet;
  return {
    ...known,
    apiVersion,
    endpoint: endpointOf(sockets.runtimeEndpoint),
    imageEndpoint: endpointOf(sockets.imageEndpoint),
    handlers: handlersOf(known.status),
    notes: [
      ...(isTooOldFor(played, apiVersion) ? [oldVersionNote] : []),
      ...(kubelet === undefined ? [] : [`${kubelet.message}; allowed by --allow-kubelet`]),
      ...(await leftoverNotes(sockets, known, options)),
    ],
  };
}

const oldVersionNote =
  'the runtime offers only CRI v1alpha2, which kubelets since 1.26 reject; criprobe tests it where both versions agree';

async function leftoverNotes(
  sockets: Sockets,
  { apiVersion }: RuntimeFacts,
  { connectTimeoutMs }: PreflightOptions,
): Promise<readonly string[]> {
  const client = connectToRead({ ...sockets, apiVersion });
  const leftovers = await findLeftovers(client, connectTimeoutMs);
  client.close();
  const note = leftovers === undefined ? undefined : leftoversNote(leftovers);
  return note === undefined
    ? []
    : [
        `${note}; criprobe cleanup -r ${sockets.runtimeEndpoint} names them, with the command that removes each`,
      ];
}

async function waitFor(
  knockOnce: () => Promise<RuntimeFacts>,
  { waitReadyMs }: PreflightOptions,
  { signal }: PreflightIo,
): Promise<RuntimeFacts> {
  let obstacle: Failure | undefined;
  const tryOnce = async (): Promise<RuntimeFacts | undefined> => {
    try {
      return await knockOnce();
    } catch (error) {
      if (!(error instanceof Failure) || !passing.has(error.code)) throw error;
      obstacle = error;
      return undefined;
    }
  };
  const known = await poll(tryOnce, { withinMs: waitReadyMs, everyMs, signal });
  if (known === undefined) throw obstacle ?? new Error('not called');
  return known;
}

async function knock(
  sockets: Sockets,
  { connectTimeoutMs: timeoutMs, handler }: PreflightOptions,
  { env }: PreflightIo,
): Promise<RuntimeFacts> {
  const known = await meetRuntime(sockets, { timeoutMs, env });
  const [obstacle] = [...conditionFailures(known.status), handlerFailure(handler, known.status)];
  if (obstacle !== undefined) throw obstacle;
  return known;
}
