// SPDX-License-Identifier: Apache-2.0
import type { Outcome } from '#cri/outcome.js';
import type { PodView } from '#kubelet/decide/report/pod-controller.js';

interface MadeIds {
  readonly pod_sandbox_id?: string;
  readonly container_id?: string;
  readonly image_ref?: string;
  readonly image?: { readonly id?: string };
}

/** Resolves names in requests to ids. A name keeps its last id after the object is gone. */
export class ObjectIds {
  readonly #ids = new Map<string, string>();
  readonly #logs = new Map<string, string>();

  /** The newest sandbox and containers of the pod. */
  update(view: PodView): void {
    if (view.sandbox !== undefined) this.#ids.set('sandbox', view.sandbox);
    for (const [name, [newest]] of view.containers) {
      if (newest === undefined) continue;
      this.#ids.set(`container:${name}`, newest.id);
      this.#logs.set(name, newest.logPath);
    }
  }

  /** Stores the id in an answer under a name that the scenario chose. */
  remember(name: string, outcome: Outcome): void {
    if (outcome.kind !== 'ok') return;
    const answer = outcome.response as MadeIds;
    const id = answer.pod_sandbox_id ?? answer.container_id ?? answer.image_ref ?? answer.image?.id;
    if (id !== undefined) this.#ids.set(`made:${name}`, id);
  }

  idOf(name: string): string | undefined {
    return this.#ids.get(name);
  }

  logOf(container: string): string | undefined {
    return this.#logs.get(container);
  }
}
