// SPDX-License-Identifier: Apache-2.0
import { exitedIn, type PodStatus } from '../decide/report/pod-status.js';
import { removeContainer } from '../sync/remove-container.js';
import type { KubeletContext } from '../context/kubelet-context.js';
import { ifNodeProblem } from '../context/node-problem.js';
import { ChangeNotifier } from '../context/wakeups.js';
import type { PodEvent } from '../pleg/pod-event.js';

/** Beyond this many requests are dropped; garbage collection removes the containers. */
const maxQueue = 50;
/** A sync triggered by the same events starts sooner than this. */
const togetherMs = 50;

export interface ContainerDeletorPorts {
  readonly ctx: Pick<KubeletContext, 'call' | 'clock' | 'node' | 'signal' | 'note'>;
  readonly isInit: (name: string) => boolean;
}

/**
 * pod_container_deletor.go, podContainerDeletor: removes dead containers one by one, in parallel with the
 * syncs. Keeps the newest of each name, or none once the pod is deleted and terminated. Every death requests
 * it again.
 */
export class ContainerDeletor {
  readonly #ports: ContainerDeletorPorts;
  readonly #syncBegins = new ChangeNotifier();
  #work: Promise<void> = Promise.resolve();
  #besideSync: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(ports: ContainerDeletorPorts) {
    this.#ports = ports;
  }

  afterEvents(status: PodStatus, events: readonly PodEvent[], all: boolean): void {
    for (const { what, id } of events) {
      if (what !== 'died') continue;
      if (!all && this.#ports.isInit(nameOf(status, id) ?? '')) this.#removeBesideSync(surplus(status, id));
      else for (const dead of all ? exitedIn(status) : surplus(status, id)) this.#add(dead);
    }
  }

  /** Called when a sync starts. */
  syncBegins(): void {
    this.#syncBegins.notify();
  }

  /** Resolves when nothing is left to remove before the next sync. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Resolves when nothing is left to remove. */
  async idle(): Promise<void> {
    await this.#besideSync;
    await this.#work;
  }

  /** A sync prunes init containers as well. Neither knows of the other, so both remove the same ones. */
  #removeBesideSync(ids: readonly string[]): void {
    const { clock, signal } = this.#ports.ctx;
    const begun = clock.sleep(togetherMs, AbortSignal.any([this.#syncBegins.next, signal]));
    this.#besideSync = this.#besideSync.then(async () => {
      await begun;
      for (const id of ids) await this.#remove(id);
    });
  }

  #add(id: string): void {
    if (this.#waiting > maxQueue) return;
    this.#waiting += 1;
    this.#work = this.#work.then(async () => {
      await this.#remove(id);
      this.#waiting -= 1;
    });
  }

  async #remove(id: string): Promise<void> {
    const { ctx } = this.#ports;
    if (ctx.signal.aborted) return;
    // Left to garbage collection.
    await removeContainer(ctx, id).catch(ifNodeProblem(() => undefined));
  }
}

function surplus(status: PodStatus, id: string): readonly string[] {
  const name = nameOf(status, id);
  return name === undefined ? [] : exitedIn(status, name).slice(1);
}

function nameOf({ containers }: PodStatus, id: string): string | undefined {
  return containers.find((container) => container.id === id)?.metadata?.name;
}
