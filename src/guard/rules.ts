// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';

/** What a call may do to a runtime. */
export type GuardRule =
  /** Changes nothing. */
  | 'reads'
  | 'makes a sandbox'
  | 'makes a container'
  /** Of the image that the request names. */
  | 'pulls'
  | 'changes a sandbox'
  | 'changes a container'
  | 'removes an image'
  /** For all pods of the node. */
  | 'changes the runtime';

/** Every method has a rule, so that adding one takes a decision. */
export const ruleOf: Readonly<Record<CriMethod, GuardRule>> = {
  Version: 'reads',
  Status: 'reads',
  RuntimeConfig: 'reads',
  PodSandboxStatus: 'reads',
  ListPodSandbox: 'reads',
  ContainerStatus: 'reads',
  ListContainers: 'reads',
  ContainerStats: 'reads',
  ListContainerStats: 'reads',
  PodSandboxStats: 'reads',
  ListPodSandboxStats: 'reads',
  ListMetricDescriptors: 'reads',
  ListPodSandboxMetrics: 'reads',
  ListImages: 'reads',
  ImageStatus: 'reads',
  ImageFsInfo: 'reads',
  GetContainerEvents: 'reads',
  StreamPodSandboxes: 'reads',
  StreamContainers: 'reads',
  StreamContainerStats: 'reads',
  StreamPodSandboxStats: 'reads',
  StreamPodSandboxMetrics: 'reads',
  StreamImages: 'reads',
  RunPodSandbox: 'makes a sandbox',
  RestorePod: 'makes a sandbox',
  CreateContainer: 'makes a container',
  PullImage: 'pulls',
  StopPodSandbox: 'changes a sandbox',
  RemovePodSandbox: 'changes a sandbox',
  UpdatePodSandboxResources: 'changes a sandbox',
  CheckpointPod: 'changes a sandbox',
  PortForward: 'changes a sandbox',
  StartContainer: 'changes a container',
  StopContainer: 'changes a container',
  RemoveContainer: 'changes a container',
  UpdateContainerResources: 'changes a container',
  ReopenContainerLog: 'changes a container',
  CheckpointContainer: 'changes a container',
  ExecSync: 'changes a container',
  Exec: 'changes a container',
  Attach: 'changes a container',
  RemoveImage: 'removes an image',
  UpdateRuntimeConfig: 'changes the runtime',
};
