// SPDX-License-Identifier: Apache-2.0
import type {
  ContainerConfig,
  ContainerState,
  LinuxContainerResources,
  Mount,
} from '#cri/proto/generated/messages.js';
import type { ContainerFileSystem } from '../files/container-files.js';
import type { MemoryTree } from '../files/memory-tree.js';
import type { Identity } from './identity.js';
import type { StoredImage } from '../image/stored-image.js';
import type { LogFile, StreamName } from './log-file.js';
import { SIGKILL } from '#base/signal-numbers.js';
import { ByteSource } from '../process/byte-source.js';
import type { VirtualProcess } from '../process/virtual-process.js';
import type { Sandbox } from '../sandbox/sandbox.js';

export interface ContainerFacts {
  readonly id: string;
  readonly sandbox: Sandbox;
  readonly config: ContainerConfig;
  readonly image: StoredImage;
  /** The image and its digest reference, as the status reports them. */
  readonly imageName: string;
  readonly imageRef: string;
  readonly mounts: readonly Mount[];
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly user: Identity;
  readonly stopSignal: number;
  readonly root: MemoryTree;
  readonly files: ContainerFileSystem;
  readonly log: LogFile;
  readonly createdAt: bigint;
}

export interface ContainerEnd {
  readonly finishedAt: bigint;
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
}

export type OutputListener = (stream: StreamName, bytes: Buffer) => void;

/** One container: its configuration and state. CREATED, then RUNNING, then EXITED, never back. */
export class ReferenceContainer {
  readonly facts: ContainerFacts;
  readonly stdin: ByteSource;
  readonly processes: Set<VirtualProcess> = new Set();
  /** Attached clients. */
  readonly listeners: Set<OutputListener> = new Set();
  resources: LinuxContainerResources;
  startedAt: bigint | undefined;
  main: VirtualProcess | undefined;
  ending: ContainerEnd | undefined;
  /** The daemon life that sent the stop signal; the next one does not know about it. */
  stopSignalledBy: AbortSignal | undefined;
  isOutOfMemory = false;
  isRemoved = false;
  /** CPU time of processes that have exited. */
  pastCpuMs = 0;

  constructor(facts: ContainerFacts) {
    this.facts = facts;
    this.resources = facts.config.linux?.resources ?? {};
    this.stdin = facts.config.stdin === true ? new ByteSource() : ByteSource.empty();
  }

  get id(): string {
    return this.facts.id;
  }

  get sandbox(): Sandbox {
    return this.facts.sandbox;
  }

  get state(): ContainerState {
    if (this.ending !== undefined) return 'CONTAINER_EXITED';
    return this.main === undefined ? 'CONTAINER_CREATED' : 'CONTAINER_RUNNING';
  }

  output(stream: StreamName, bytes: Buffer): void {
    const isTty = this.facts.config.tty === true;
    const shown = isTty ? Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1') : bytes;
    const as = isTty ? 'stdout' : stream;
    this.facts.log.write(as, shown);
    for (const listener of this.listeners) listener(as, shown);
  }

  /** Kills it at once, in any state. */
  kill(): void {
    this.main?.deliver(SIGKILL);
  }
}

export const reasonOf = (container: ReferenceContainer, exitCode: number): string => {
  if (container.isOutOfMemory) return 'OOMKilled';
  return exitCode === 0 ? 'Completed' : 'Error';
};

/** False if it shares the pid namespace of the pod, the node or a target. */
export function hasOwnPids({ facts, sandbox }: ReferenceContainer): boolean {
  const ofPod = sandbox.config.linux?.security_context?.namespace_options;
  return (facts.config.linux?.security_context?.namespace_options ?? ofPod)?.pid === 'CONTAINER';
}
