// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccess, defaultCredentials, type Credentials } from './access.js';
import { limitConnections } from './connections.js';
import type { ImageDefinition } from './image-definition.js';
import { buildImageLibrary, type RegistryImage } from './image-library.js';
import { ManifestCounts } from './manifest-counts.js';
import { readRequest } from './read-request.js';
import { createRegistry, type Registry } from './registry.js';
import { sendAnswer, type Dribble } from './send-answer.js';

/** An answered request. */
export interface ObservedRequest {
  readonly method: string;
  readonly url: string;
  /** 0: no answer was sent. */
  readonly status: number;
  /** The whole path, including what precedes the image; empty if there is none. */
  readonly repository: string;
}

export interface TestRegistryOptions {
  /** 0, the default, lets the kernel choose. */
  readonly port?: number;
  readonly onRequest?: (request: ObservedRequest) => void;
  readonly credentials?: Credentials;
  readonly dribble?: Dribble;
  /** Instead of the built-in images. */
  readonly definitions?: readonly ImageDefinition[];
  /** Only paths below this one have their own content, guards and faults; default: all paths. */
  readonly ownBelow?: string;
}

/** Slower clients lose their connection: they are on this machine. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than clients keep a connection for another request: one that is closed under a request is an error to them.
  keepAliveTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
} as const;
const maxHeaderBytes = 16 * 1024;
const maxRequestsPerConnection = 1000;

export interface TestRegistry extends AsyncDisposable {
  /** `host:port` on loopback, plain HTTP. */
  readonly address: string;
  readonly credentials: Credentials;
  images(): readonly RegistryImage[];
  /** By `path/image:tag` or `path/image@digest` without the address; gives the digests of a path with its own content. */
  find(reference: string): Promise<RegistryImage | undefined>;
  /** How often a manifest of a `path/image` has been asked for; undefined: too many of them to count. */
  manifestRequests(repository: string): number | undefined;
  close(): Promise<void>;
}

export async function startTestRegistry(options: TestRegistryOptions = {}): Promise<TestRegistry> {
  const credentials = options.credentials ?? defaultCredentials;
  const library = await buildImageLibrary(options);
  const closing = new AbortController();
  const manifests = new ManifestCounts();
  const server = createServer({ ...timeouts, maxHeaderSize: maxHeaderBytes });
  server.maxRequestsPerSocket = maxRequestsPerConnection;
  const protect = limitConnections(server);
  const address = await listen(server, options.port ?? 0);
  const registry = createRegistry(
    library,
    createAccess(credentials, () => `http://${address}/token`),
  );
  const ours = options.ownBelow === undefined ? '/' : `/v2/${options.ownBelow}/`;
  server.on('request', (request, response) => {
    if (request.url?.startsWith(ours) === true) protect(response);
    // A client's request must never end the run.
    serve({ request, response, registry, options, manifests, closing: closing.signal }).catch(() =>
      response.destroy(),
    );
  });
  const close = (): Promise<void> => {
    closing.abort();
    return stop(server);
  };
  const find = async (reference: string): Promise<RegistryImage | undefined> => {
    const [tagged = '', wanted] = reference.split('@');
    const [name = '', tag = 'latest'] = tagged.split(':');
    const { images } = await library.repository(name);
    return images.find(({ tags, digest, manifestDigest }) =>
      wanted === undefined ? tags.includes(tag) : [digest, manifestDigest].some((one) => one === wanted),
    );
  };
  return {
    address,
    credentials,
    images: () => library.images,
    find,
    manifestRequests: (repository) => manifests.of(repository),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly registry: Registry;
  readonly options: TestRegistryOptions;
  readonly manifests: ManifestCounts;
  readonly closing: AbortSignal;
}

async function serve({ request, response, registry, options, manifests, closing }: Exchange): Promise<void> {
  const read = await readRequest(request);
  const { answer, repository } =
    'refusal' in read ? { answer: read.refusal, repository: '' } : await registry(read.request);
  const { method = 'GET', url = '' } = request;
  const status = answer.delivery === 'hang' ? 0 : answer.status;
  manifests.note(url, repository);
  options.onRequest?.({ method, url, status, repository });
  const dribble = options.dribble ?? { chunkBytes: 1024, everyMs: 100 };
  await sendAnswer(answer, { response, head: method === 'HEAD', dribble, closing });
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      // A connection that cannot be accepted is that client's problem.
      server.on('error', () => undefined);
      resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
