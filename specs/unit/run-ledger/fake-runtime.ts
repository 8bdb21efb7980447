// SPDX-License-Identifier: Apache-2.0
import type { CriClient } from '#cri/client.js';
import type { Container, Image, PodSandbox } from '#cri/generated/messages.js';
import type { Outcome } from '#cri/outcome.js';

/** As much of a runtime as cleaning up asks for: lists, and objects that can go. */
export class FakeRuntime implements CriClient {
  sandboxes: PodSandbox[] = [];
  containers: Container[] = [];
  images: Image[] = [];
  readonly calls: string[] = [];
  /** Methods that are refused. */
  readonly refuses: Set<string> = new Set();
  closed = false;

  call(method: string, request: object): Promise<never> {
    return Promise.resolve(this.#answer(method, request as Record<string, unknown>) as never);
  }

  stream(): never {
    throw new Error('not asked for');
  }

  close(): void {
    this.closed = true;
  }

  #answer(method: string, request: Record<string, unknown>): Outcome {
    this.calls.push(method);
    if (this.refuses.has(method)) return { kind: 'refused', code: 'UNKNOWN', message: 'device busy' };
    const id = (request['container_id'] ?? request['pod_sandbox_id']) as string;
    if (method === 'RemoveContainer') this.containers = this.containers.filter((one) => one.id !== id);
    if (method === 'RemovePodSandbox') {
      this.sandboxes = this.sandboxes.filter((one) => one.id !== id);
      this.containers = this.containers.filter((one) => one.pod_sandbox_id !== id);
    }
    if (method === 'RemoveImage') {
      const image = (request['image'] as { image: string }).image;
      this.images = this.images.filter((one) => one.id !== image);
    }
    const response = { items: this.sandboxes, containers: this.containers, images: this.images };
    return { kind: 'ok', response, raw: '' } as never;
  }
}
