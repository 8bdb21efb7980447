// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';
import type { PodActions } from '../decide/sync/pod-actions.js';
import { isSidecar } from '../decide/sync/should-restart.js';
import { imageVolumeProblem, imageVolumesOf, pulledImages } from '../images/image-volumes.js';
import type { Problem } from '../decide/report/pod-controller.js';
import { crashBackOff } from './crash-back-off.js';
import type { SandboxHandle } from './sandbox-handle.js';
import { startContainer } from './start-container.js';
import type { PodSync } from '../context/kubelet-context.js';

export type StartProblem = Problem & { readonly retryMs?: number };

/** kuberuntime_manager.go, SyncPod: starts the containers of one sync, one after the other. */
export class ContainerStarter {
  readonly problems: StartProblem[] = [];
  readonly #sync: PodSync;
  readonly #sandbox: SandboxHandle;

  constructor(sync: PodSync, sandbox: SandboxHandle) {
    this.#sync = sync;
    this.#sandbox = sandbox;
  }

  /** A failure does not stop the others. */
  async startEach(containers: readonly Container[]): Promise<void> {
    for (const container of containers) await this.#start(container);
  }

  /** Ephemeral and init containers. False: an init container failed, so nothing after it starts; a sidecar may fail. */
  async startFirst({ ephemeralContainersToStart, initContainersToStart }: PodActions): Promise<boolean> {
    await this.startEach(ephemeralContainersToStart);
    for (const container of initContainersToStart) {
      const started = await this.#start(container);
      if (!started && !isSidecar(container)) return false;
    }
    return true;
  }

  async #start(container: Container): Promise<boolean> {
    if (this.#sync.ctx.signal.aborted) return false;
    const problem = await this.#attempt(container);
    if (problem) this.problems.push(problem);
    return problem === undefined;
  }

  /** Image volumes are pulled before the first container of the sync. */
  async #attempt(container: Container): Promise<StartProblem | undefined> {
    const volumes = await imageVolumesOf(this.#sync, this.#sandbox.sandboxConfig);
    const problem = crashBackOff(this.#sync, container) ?? imageVolumeProblem(container, volumes);
    if (problem) return problem;
    return startContainer(this.#sync, container, { ...this.#sandbox, imageVolumes: pulledImages(volumes) });
  }
}
