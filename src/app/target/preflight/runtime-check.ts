// SPDX-License-Identifier: Apache-2.0
import { cutInMiddle } from '#base/text/cut-in-middle.js';
import type { Failure } from '#base/failure.js';
import type { ApiVersion } from '#cri/api-version.js';
import type { CriClient } from '#cri/client/client.js';
import { detectApiVersion } from '#cri/client/detect-api-version.js';
import type { StatusResponse, VersionResponse } from '#cri/proto/generated/messages.js';
import type { ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome, Refusal, NoAnswer } from '#cri/outcome.js';
import { connectToRead } from '#guard/connect.js';
import { answersEmpty } from '../ask-raw.js';
import { failureOf } from '#base/errors/catalogue.js';
import { checkSpeech, hangFailure } from '../socket-check.js';
import { handlersFix } from './translate-refusal.js';

/** Paths. The image service may have its own socket. */
export interface Sockets {
  readonly runtimeEndpoint: string;
  readonly imageEndpoint: string;
}

/** What a runtime reports about itself. */
export interface RuntimeFacts {
  readonly apiVersion: ApiVersion;
  readonly runtimeName: string;
  readonly runtimeVersion: string;
  readonly version: VersionResponse;
  readonly status: StatusResponse;
}

const containerdVersion = '/containerd.services.version.v1.Version/Version';

/** The CRI version that a socket speaks. Throws why it speaks none. */
export async function checkVersion(path: string, timeoutMs: number): Promise<ApiVersion> {
  const detected = await detectApiVersion(path, timeoutMs);
  if (detected.kind !== 'none') return detected.kind;
  const { outcome } = detected;
  if (outcome.kind === 'unanswered') throw await silence(path, timeoutMs, outcome);
  if (outcome.kind === 'refused') throw await notCri(path, timeoutMs, outcome);
  return 'v1';
}

async function silence(path: string, timeoutMs: number, { message }: NoAnswer): Promise<Failure> {
  return (await checkSpeech(path, timeoutMs)) ?? hangFailure(path, message);
}

async function notCri(path: string, timeoutMs: number, { code, message }: Refusal): Promise<Failure> {
  const seen = `${code}: ${message}`;
  if (await answersEmpty(path, containerdVersion, timeoutMs)) {
    return failureOf('E-CRI-DISABLED', `${path} is containerd, but its CRI service is not loaded`, { seen });
  }
  return failureOf('E-NOT-CRI', `${path} is a gRPC server, but not a CRI runtime`, { seen });
}

/** Asks the runtime for its name, version and status. Does not judge false conditions. */
export async function askRuntime(
  sockets: Sockets,
  { apiVersion, timeoutMs }: { readonly apiVersion: ApiVersion; readonly timeoutMs: number },
): Promise<RuntimeFacts> {
  const client = connectToRead({ ...sockets, apiVersion });
  try {
    const options = { deadlineMs: timeoutMs };
    const version = answer(
      await client.call('Version', { version: '0.1.0' }, options),
      'Version',
      sockets.runtimeEndpoint,
    );
    const status = answer(await client.call('Status', {}, options), 'Status', sockets.runtimeEndpoint);
    await askImages(client, { path: sockets.imageEndpoint, timeoutMs });
    const { runtime_name: name = 'unknown', runtime_version: said = 'unknown' } = version;
    const [runtimeName = '', runtimeVersion = ''] = [name, said].map((text) => cutInMiddle(text, maxName));
    return { apiVersion, runtimeName, runtimeVersion, version, status };
  } finally {
    client.close();
  }
}

/** The name appears in the header of every report. */
const maxName = 200;

/** The image service needs its own check: the runtime's answers do not cover it. */
async function askImages(
  client: CriClient,
  { path, timeoutMs }: { path: string; timeoutMs: number },
): Promise<void> {
  const outcome = await client.call('ImageFsInfo', {}, { deadlineMs: timeoutMs });
  if (
    outcome.kind === 'refused' &&
    outcome.code === 'UNIMPLEMENTED' &&
    outcome.message.includes('unknown service')
  ) {
    throw failureOf('E-NOT-CRI', `${path} has no image service`, {
      seen: `${outcome.code}: ${outcome.message}`,
      fix: 'name the socket of the image service with -i',
    });
  }
  if (outcome.kind === 'unanswered') throw await silence(path, timeoutMs, outcome);
}

function answer<M extends UnaryMethod>(outcome: Outcome<M>, rpc: M, path: string): ResponseOf<M> {
  if (outcome.kind === 'ok') return outcome.response;
  if (outcome.kind === 'unanswered') throw hangFailure(path, `${rpc}: ${outcome.message}`);
  throw failureOf('E-RUNTIME-NOTREADY', `${path} refuses ${rpc}`, {
    seen: `${outcome.code}: ${outcome.message}`,
  });
}

/** Reported conditions that prevent pods from running. */
export function conditionFailures({ status }: StatusResponse): readonly Failure[] {
  return (status?.conditions ?? []).flatMap(
    ({ type = '', status: holds = false, reason = '', message = '' }) => {
      if (holds) return [];
      const seen = `${type}=false ${reason}: ${message}`;
      if (type === 'RuntimeReady') {
        return [
          failureOf('E-RUNTIME-NOTREADY', `The runtime reports that it is not ready: ${message || reason}`, {
            seen,
          }),
        ];
      }
      if (type !== 'NetworkReady') return [];
      return [
        failureOf('E-CNI-NOTREADY', `The pod network is not configured: ${message || reason}`, { seen }),
      ];
    },
  );
}

export function handlersOf({ runtime_handlers: handlers = [] }: StatusResponse): readonly string[] {
  return handlers.map(({ name = '' }) => name);
}

/** An older runtime lists no handlers and may still know this one: only RunPodSandbox will tell. */
export function handlerFailure(handler: string, status: StatusResponse): Failure | undefined {
  const handlers = handlersOf(status);
  if (handler === '' || handlers.length === 0 || handlers.includes(handler)) return undefined;
  return failureOf('E-HANDLER', `The runtime has no handler "${handler}"`, {
    seen: `Status lists ${handlers.map((name) => `"${name}"`).join(', ')}`,
    fix: handlersFix(handlers),
  });
}
