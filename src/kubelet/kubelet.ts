// SPDX-License-Identifier: Apache-2.0
import { randomBytes, randomUUID } from 'node:crypto';
import type { Pod } from '#pod/pod.js';
import { adoptPod } from './pods/adopt-pod.js';
import { newDurableState } from './context/durable-state.js';
import { PauseGate } from './context/pause-gate.js';
import type { KubeletOptions, KubeletPorts } from './context/kubelet-options.js';
import { KubeletProcess, type ProcessPorts } from './kubelet-process.js';
import type { DiskFigures } from './images/image-eviction.js';
import type { LogLimits } from './node/rotate-logs.js';
import { PodHandle } from './pod-handle.js';
import type { PodController } from './decide/report/pod-controller.js';
import { ChangeNotifier } from './context/wakeups.js';

/** A kubelet for the pods it is given, and for no others. */
export class Kubelet {
  readonly #ports: ProcessPorts;
  readonly #handles: PodHandle[] = [];
  #process: KubeletProcess;

  constructor(ports: KubeletPorts, options: KubeletOptions) {
    this.#ports = { kubelet: ports, options, durable: newDurableState(), gate: new PauseGate() };
    this.#process = new KubeletProcess(this.#ports);
  }

  /** Takes the pod on: it is synced from now until it is deleted and has ended, or until `close`. */
  add(pod: Pod): PodController {
    return this.#handle(pod, undefined);
  }

  /** The manifest of a pod changed as a whole: the old pod is deleted, and the new one begins when that has ended. */
  replace(old: PodController, pod: Pod): PodController {
    const after = this.#handles.find((handle) => handle === old);
    void old.delete();
    return this.#handle(pod, after);
  }

  #handle(pod: Pod, after: PodHandle | undefined): PodHandle {
    const { source, facts } = this.#ports.options;
    const { traits } = this.#process.ctx;
    const uid = pod.metadata.uid ?? (source === 'file' ? randomBytes(16).toString('hex') : randomUUID());
    const seenAt = new Date().toISOString().replace('Z', '000000Z');
    const adopted = adoptPod(pod, { source, nodeName: facts.nodeName, uid, seenAt, traits });
    const handle = new PodHandle(
      {
        uid,
        source,
        after,
        changed: new ChangeNotifier(),
        process: () => this.#process,
        pause: () => this.pause(),
        resume: () => {
          this.resume();
        },
        restart: () => this.restart(),
      },
      adopted,
    );
    this.#handles.push(handle);
    return handle;
  }

  /** Forgets all it knew, abandons the calls in flight, and starts again from the lists. `gone`: no pods any more. */
  async restart(gone: readonly PodController[] = []): Promise<void> {
    this.#ports.kubelet.note('kubelet restarts');
    await this.#process.stop();
    this.resume();
    this.#process = new KubeletProcess(this.#ports);
    const left = this.#handles.filter((handle) => !gone.includes(handle));
    await Promise.all(left.map((handle) => handle.recreateWorker()));
  }

  /** Resolves when no sync, relist or removal is in flight; none begins until `resume`. */
  async pause(): Promise<void> {
    this.#ports.gate.close();
    await Promise.all(this.#handles.map((handle) => handle.quiet()));
    await this.#process.pleg.pause();
    await Promise.all(this.#handles.map((handle) => handle.removed()));
    await this.#process.prober.quiet();
  }

  resume(): void {
    this.#ports.gate.open();
    this.#process.pleg.resume();
  }

  /** One look for pods of ours that nobody knows any more. */
  async housekeep(): Promise<void> {
    await this.#process.node.housekeep();
  }

  /** One run of the garbage collection of images, over its own. `disk`: how full it is, instead of what the node says. */
  async collectImages(disk?: DiskFigures): Promise<void> {
    await this.#process.node.collectImages(disk);
  }

  /** One look at the logs of what runs. */
  async rotateLogs(limits: Partial<LogLimits> = {}): Promise<void> {
    await this.#process.node.rotateLogs(limits);
  }

  /** Ends every loop and abandons the calls in flight; leaves the pods as they are. */
  async close(): Promise<void> {
    await this.#process.stop();
  }
}
