// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client/client.js';
import type { Container, Image, PodSandbox } from '#cri/proto/generated/messages.js';
import type { Outcome } from '#cri/outcome.js';

/** As much of a runtime as cleaning up asks for: lists, statuses, and objects that can go. */
export class FakeRuntime implements CriClient {
  sandboxes: PodSandbox[] = [];
  containers: Container[] = [];
  images: Image[] = [];
  readonly calls: string[] = [];
  /** Methods that are refused. */
  readonly refuses: Set<string> = new Set();
  /** Methods that nobody answers. */
  readonly hangs: Set<string> = new Set();
  /** What statuses show instead of the truth, by the id that is asked for. */
  readonly lies: Map<string, object> = new Map();
  closed = false;

  call(method: string, request: object, options: { deadlineMs?: number | null } = {}): Promise<never> {
    if (this.hangs.has(method)) return this.#hang(method, options.deadlineMs ?? 0);
    return Promise.resolve(this.#answer(method, request as Record<string, unknown>) as never);
  }

  stream(): never {
    throw new Error('not asked for');
  }

  close(): void {
    this.closed = true;
  }

  async #hang(method: string, deadlineMs: number): Promise<never> {
    this.calls.push(method);
    await new Promise((resolve) => setTimeout(resolve, deadlineMs));
    return { kind: 'unanswered', reason: 'client-deadline', message: 'Deadline exceeded' } as never;
  }

  #answer(method: string, request: Record<string, unknown>): Outcome {
    this.calls.push(method);
    if (this.refuses.has(method)) return { kind: 'refused', code: 'UNKNOWN', message: 'device busy' };
    const id = (request['container_id'] ?? request['pod_sandbox_id']) as string;
    const image = (request['image'] as { image?: string } | undefined)?.image ?? '';
    if (method === 'RemoveContainer') this.containers = this.containers.filter((one) => one.id !== id);
    if (method === 'RemovePodSandbox') {
      this.sandboxes = this.sandboxes.filter((one) => one.id !== id);
      this.containers = this.containers.filter((one) => one.pod_sandbox_id !== id);
    }
    if (method === 'RemoveImage') this.images = this.images.filter((one) => !isCalled(one, image));
    if (method === 'PodSandboxStatus')
      return this.#status(
        this.sandboxes.find((one) => one.id === id),
        id,
      );
    if (method === 'ContainerStatus')
      return this.#status(
        this.containers.find((one) => one.id === id),
        id,
      );
    const found = this.images.find((one) => isCalled(one, image));
    const response = {
      items: this.sandboxes,
      containers: this.containers,
      images: this.images,
      image: found,
    };
    return { kind: 'ok', response, raw: '' } as never;
  }

  #status(found: object | undefined, id: string): Outcome {
    const status = this.lies.get(id) ?? found;
    if (status === undefined) return { kind: 'refused', code: 'NOT_FOUND', message: `no ${id}` };
    return { kind: 'ok', response: { status }, raw: '' } as never;
  }
}

function isCalled({ id, repo_tags: tags = [], repo_digests: digests = [] }: Image, name: string): boolean {
  return [id, ...tags, ...digests].includes(name);
}
