// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServedCall } from '#cri/server/handlers.js';
import type {
  ContainerConfig,
  ContainerStatus,
  ExecSyncResponse,
  PodSandboxConfig,
} from '#cri/proto/generated/messages.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { ReferenceRuntimeOptions } from '#reference-runtime/options.js';
import { createReferenceRuntime, type ReferenceRuntime } from '#reference-runtime/reference-runtime.js';

export const boxImage = '127.0.0.1:5001/box:1';

export interface Bench {
  readonly runtime: ReferenceRuntime;
  readonly directory: string;
  call<M extends UnaryMethod>(method: M, request: RequestOf<M>, signal?: AbortSignal): Promise<ResponseOf<M>>;
  sandbox(config?: PodSandboxConfig): Promise<string>;
  create(sandbox: string, config: ContainerConfig): Promise<string>;
  /** Creates and starts `/box` with the statements. */
  box(sandbox: string, statements: readonly string[], config?: ContainerConfig): Promise<string>;
  exec(container: string, ...cmd: string[]): Promise<{ stdout: string; stderr: string; code: number }>;
  status(container: string): Promise<ContainerStatus>;
  exited(container: string): Promise<ContainerStatus>;
  until(holds: () => Promise<boolean> | boolean): Promise<void>;
  /** Lines of the log without their time. */
  log(container: string): Promise<string[]>;
  close(): Promise<void>;
}

export const served = (signal: AbortSignal = new AbortController().signal): ServedCall => ({
  signal,
  apiVersion: 'v1',
});

export function createBench(options: ReferenceRuntimeOptions = {}): Bench {
  const directory = mkdtempSync(join(tmpdir(), 'criprobe-reference-'));
  const runtime = createReferenceRuntime({
    images: [{ ref: boxImage }],
    minimumLifeMs: 0,
    root: directory,
    ...options,
  });
  let pods = 0;
  let names = 0;
  const bench: Bench = {
    runtime,
    directory,
    call: (method, request, signal) => runtime.handlers[method](request as never, served(signal)) as never,
    sandbox: async (config = {}) => {
      const name = `pod-${++pods}`;
      const made = {
        metadata: { name, namespace: 'default', uid: `uid-${name}` },
        log_directory: join(directory, name),
        ...config,
      };
      return (await bench.call('RunPodSandbox', { config: made })).pod_sandbox_id ?? '';
    },
    create: async (sandbox, config) => {
      const made = {
        metadata: { name: `c${++names}` },
        image: { image: boxImage },
        log_path: `c${names}/0.log`,
        linux: ownPids,
        ...config,
      };
      return (
        (await bench.call('CreateContainer', { pod_sandbox_id: sandbox, config: made })).container_id ?? ''
      );
    },
    box: async (sandbox, statements, config = {}) => {
      const id = await bench.create(sandbox, { command: ['/box', ...statements], ...config });
      await bench.call('StartContainer', { container_id: id });
      return id;
    },
    exec: async (id, ...cmd) => texts(await bench.call('ExecSync', { container_id: id, cmd })),
    status: async (id) => (await bench.call('ContainerStatus', { container_id: id })).status ?? {},
    exited: async (id) => {
      await bench.until(async () => (await bench.status(id)).state === 'CONTAINER_EXITED');
      return bench.status(id);
    },
    until: async (holds) => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
    },
    log: async (id) =>
      readFileSync((await bench.status(id)).log_path ?? '', 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => line.replace(/^\S+ /, '')),
    close: async () => {
      await runtime.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return bench;
}

export const ownPids = { security_context: { namespace_options: { pid: 'CONTAINER' } } } as const;

const texts = ({
  stdout = '',
  stderr = '',
  exit_code: code = 0,
}: ExecSyncResponse): { stdout: string; stderr: string; code: number } => ({
  stdout: Buffer.from(stdout, 'base64').toString(),
  stderr: Buffer.from(stderr, 'base64').toString(),
  code,
});
