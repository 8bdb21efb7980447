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

/** A kubelet for the pods it is given, and no others. */
export class Kubelet {
  readonly #ports: ProcessPorts;
  readonly #handles: PodHandle[] = [];
  #process: KubeletProcess;

  constructor(ports: KubeletPorts, options: KubeletOptions) {
    this.#ports = {
      kubelet: ports,
      options,
      durable: newDurableState(options.idRanges),
      gate: new PauseGate(),
    };
    this.#process = new KubeletProcess(this.#ports);
  }

  /** Syncs the pod until it is deleted and terminated, or until `close`. */
  add(pod: Pod): PodController {
    return this.#handle(pod, undefined);
  }

  /** A static manifest changed: deletes the old pod; the new one starts when that has terminated. */
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

  /** Abandons calls in flight, forgets everything, and starts again from a relist. `gone`: pods removed meanwhile. */
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

  /** Kills orphans once. */
  async housekeep(): Promise<void> {
    await this.#process.node.housekeep();
  }

  /** Collects our images once. `disk`: figures used instead of the real disk. */
  async collectImages(disk?: DiskFigures): Promise<void> {
    await this.#process.node.collectImages(disk);
  }

  /** Rotates long logs once. */
  async rotateLogs(limits: Partial<LogLimits> = {}): Promise<void> {
    await this.#process.node.rotateLogs(limits);
  }

  /** Ends every loop and abandons calls in flight. Pods stay as they are. */
  async close(): Promise<void> {
    await this.#process.stop();
  }
}
