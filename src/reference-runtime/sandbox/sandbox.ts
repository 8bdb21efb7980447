// SPDX-License-Identifier: Apache-2.0
import { hostname } from 'node:os';
import type {
  LinuxContainerResources,
  PodSandboxConfig,
  PodSandboxMetadata,
} from '#cri/proto/generated/messages.js';
import { MemoryTree } from '../files/memory-tree.js';
import { HostPorts } from '../network/host-ports.js';
import { PodSockets } from '../network/pod-sockets.js';

export interface SandboxFacts {
  readonly id: string;
  readonly config: PodSandboxConfig;
  readonly runtimeHandler: string;
  /** Absent: the pod uses the host network. */
  readonly address: string | undefined;
  readonly createdAt: bigint;
  /** By the monotonic clock. */
  readonly bornAtMs: number;
}

export class Sandbox implements SandboxFacts {
  readonly id: string;
  readonly config: PodSandboxConfig;
  readonly runtimeHandler: string;
  readonly address: string | undefined;
  readonly createdAt: bigint;
  readonly bornAtMs: number;
  readonly sockets: PodSockets;
  readonly hostPorts: HostPorts = new HostPorts();
  readonly sharedMemory: MemoryTree = new MemoryTree();
  isReady = true;
  resources: LinuxContainerResources | undefined;
  #lastPid = 1;

  constructor(facts: SandboxFacts) {
    this.id = facts.id;
    this.config = facts.config;
    this.runtimeHandler = facts.runtimeHandler;
    this.address = facts.address;
    this.createdAt = facts.createdAt;
    this.bornAtMs = facts.bornAtMs;
    this.resources = facts.config.linux?.resources;
    this.sockets = new PodSockets(facts.address ?? '127.0.0.1');
  }

  get metadata(): PodSandboxMetadata {
    return this.config.metadata ?? {};
  }

  get usesNodeNetwork(): boolean {
    return this.config.linux?.security_context?.namespace_options?.network === 'NODE';
  }

  get hostname(): string {
    const own = this.config.hostname ?? '';
    return own === '' || this.usesNodeNetwork ? hostname() : own;
  }

  readonly nextPid = (): number => ++this.#lastPid;
}

/** Unique among existing sandboxes. */
export const sandboxKey = ({ name, namespace, uid, attempt }: PodSandboxMetadata): string =>
  JSON.stringify([name, namespace, uid, attempt ?? 0]);
