// SPDX-License-Identifier: Apache-2.0
import { Server, ServerCredentials, type handleUnaryCall } from '@grpc/grpc-js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server as SocketServer, type Socket } from 'node:net';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { ApiVersion } from '#cri/api-version.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import { serveCri } from '#cri/server/server.js';

export interface Fake {
  readonly close: () => Promise<void>;
}

function closeable(server: SocketServer, path: string): Promise<Fake> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      resolve({
        close: () =>
          new Promise((closed) => {
            server.close(() => {
              closed();
            });
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}

/** Answers as the Docker API does: HTTP/1.1. */
export function httpServer(path: string): Promise<Fake> {
  return closeable(
    createHttpServer((_, response) => {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"page not found"}');
    }),
    path,
  );
}

export function garbageServer(path: string): Promise<Fake> {
  return closeable(
    createServer((socket) => {
      socket.write('220 mail.example.test ESMTP ready\r\n');
    }),
    path,
  );
}

export function hangUpServer(path: string): Promise<Fake> {
  return closeable(
    createServer((socket) => {
      socket.end();
    }),
    path,
  );
}

/** Accepts connections, and never answers. */
export function silentServer(path: string): Promise<Fake> {
  return closeable(createServer(), path);
}

/** The socket of a killed server. */
export async function staleSocket(path: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.stdout.write('up'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** gRPC, with the given methods but no CRI. */
export async function grpcServer(path: string, methods: readonly string[]): Promise<Fake> {
  const server = new Server();
  const answer: handleUnaryCall<Buffer, Buffer> = (_, respond) => {
    respond(null, Buffer.alloc(0));
  };
  for (const method of methods) {
    const asIs = (bytes: Buffer): Buffer => bytes;
    const codec = {
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    };
    server.addService(
      { call: { path: method, requestStream: false, responseStream: false, ...codec } },
      { call: answer },
    );
  }
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${path}`, ServerCredentials.createInsecure(), (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  return {
    close() {
      server.forceShutdown();
      return Promise.resolve();
    },
  };
}

/** containerd with its CRI plugin disabled. */
export function containerdWithoutCri(path: string): Promise<Fake> {
  return grpcServer(path, ['/containerd.services.version.v1.Version/Version']);
}

export function notCriServer(path: string): Promise<Fake> {
  return grpcServer(path, ['/grpc.health.v1.Health/Check']);
}

const healthy: CriHandlers = {
  Version: () =>
    Promise.resolve({
      version: '0.1.0',
      runtime_name: 'faked',
      runtime_version: '9.8.7',
      runtime_api_version: 'v1',
    }),
  Status: () => Promise.resolve(statusOf({})),
  ImageFsInfo: () => Promise.resolve({}),
  ListPodSandbox: () => Promise.resolve({}),
  ListContainers: () => Promise.resolve({}),
  ListImages: () => Promise.resolve({}),
  PullImage: ({ image }) => Promise.resolve({ image_ref: image?.image ?? '' }),
  RunPodSandbox: () => Promise.resolve({ pod_sandbox_id: 'sandbox-1' }),
  StopPodSandbox: () => Promise.resolve({}),
  RemovePodSandbox: () => Promise.resolve({}),
  RemoveImage: () => Promise.resolve({}),
};

interface Readiness {
  readonly runtime?: readonly [reason: string, message: string];
  readonly network?: readonly [reason: string, message: string];
}

export function statusOf({
  runtime,
  network,
}: Readiness): Awaited<ReturnType<NonNullable<CriHandlers['Status']>>> {
  const condition = (type: string, not: Readiness['runtime']): object =>
    not === undefined ? { type, status: true } : { type, reason: not[0], message: not[1] };
  return {
    status: { conditions: [condition('RuntimeReady', runtime), condition('NetworkReady', network)] },
    runtime_handlers: [{}, { name: 'runc' }],
  };
}

/** A healthy runtime, except for the given handlers. */
export function criServer(
  path: string,
  handlers: CriHandlers = {},
  apiVersions?: readonly ApiVersion[],
): Promise<Fake> {
  return serveCri({
    listen: path,
    handlers: { ...healthy, ...handlers },
    ...(apiVersions === undefined ? {} : { apiVersions }),
  });
}

/** A handler that refuses with UNKNOWN, as containerd does for nearly everything. */
export function refuses(message: string): () => Promise<never> {
  return () => Promise.reject(new CriRefusal('UNKNOWN', message));
}
