// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';

/** RPCs that a runtime may lack, and what a kubelet does without them. Every other one is mandatory. */
export const mayBeMissing: Partial<Readonly<Record<CriMethod, string>>> = {
  RuntimeConfig: 'the kubelet uses the cgroup driver of its own configuration (cmd/kubelet/app/server.go)',
  UpdatePodSandboxResources:
    'the kubelet ignores UNIMPLEMENTED when it resizes a pod (kuberuntime_manager.go, doPodResizeAction)',
  GetContainerEvents: 'the kubelet falls back to the generic PLEG (pkg/kubelet/pleg/evented.go)',
  PodSandboxStats: 'the kubelet takes statistics from cAdvisor (pkg/kubelet/kubelet.go)',
  ListPodSandboxStats: 'the kubelet takes statistics from cAdvisor (pkg/kubelet/kubelet.go)',
  ListMetricDescriptors: 'the kubelet takes metrics from cAdvisor',
  ListPodSandboxMetrics: 'the kubelet takes metrics from cAdvisor',
  CheckpointContainer:
    'the kubelet answers 404 to whoever asks it for a checkpoint (pkg/kubelet/server/server.go)',
  CheckpointPod: 'alpha: nothing depends on it',
  RestorePod: 'alpha: nothing depends on it',
  StreamPodSandboxes: 'the kubelet goes back to the unary list',
  StreamContainers: 'the kubelet goes back to the unary list',
  StreamContainerStats: 'the kubelet goes back to the unary list',
  StreamPodSandboxStats: 'the kubelet goes back to the unary list',
  StreamPodSandboxMetrics: 'the kubelet goes back to the unary list',
  StreamImages: 'the kubelet goes back to the unary list',
};

export const isMandatory = (rpc: CriMethod): boolean => mayBeMissing[rpc] === undefined;
