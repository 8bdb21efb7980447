// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';

/** What a kubelet needs of one RPC. */
interface OfferedMethod {
  /** The minor, `10` for v1.10, of the first kubelet that calls it, or whose CRI has it. */
  readonly since: number;
  /** The Go file and function that calls it, or that falls back. */
  readonly source: string;
  /** What a kubelet does when it is UNIMPLEMENTED; absent: nothing, it is mandatory. */
  readonly without?: string;
}

const unaryList = 'the kubelet goes back to the unary list';
const cadvisorStats = 'the kubelet takes statistics from cAdvisor';
const cadvisorMetrics = 'the kubelet takes metrics from cAdvisor';

/** Every RPC of the CRI: the profile `core` of a kubelet minor are the mandatory ones that it knows. */
export const offeredMethods: Readonly<Record<CriMethod, OfferedMethod>> = {
  Version: { since: 5, source: 'cri-client/pkg/remote_runtime.go, validateServiceConnection' },
  Status: { since: 6, source: 'pkg/kubelet/kubelet.go, updateRuntimeUp' },
  RunPodSandbox: { since: 5, source: 'kuberuntime_sandbox.go, createPodSandbox' },
  StopPodSandbox: { since: 5, source: 'kuberuntime_manager.go, killPodWithSyncResult' },
  RemovePodSandbox: { since: 5, source: 'kuberuntime_gc.go, removeSandbox' },
  PodSandboxStatus: { since: 5, source: 'kuberuntime_manager.go, GetPodStatus' },
  ListPodSandbox: { since: 5, source: 'kuberuntime_sandbox.go, getKubeletSandboxes' },
  CreateContainer: { since: 5, source: 'kuberuntime_container.go, startContainer' },
  StartContainer: { since: 5, source: 'kuberuntime_container.go, startContainer' },
  StopContainer: { since: 5, source: 'kuberuntime_container.go, killContainer' },
  RemoveContainer: { since: 5, source: 'kuberuntime_container.go, removeContainer' },
  ContainerStatus: { since: 5, source: 'kuberuntime_container.go, getPodContainerStatuses' },
  ListContainers: { since: 5, source: 'kuberuntime_container.go, getKubeletContainers' },
  UpdateContainerResources: { since: 8, source: 'kuberuntime_container.go, updateContainerResources' },
  ReopenContainerLog: { since: 10, source: 'pkg/kubelet/logs/container_log_manager.go, rotateLatestLog' },
  ExecSync: { since: 5, source: 'kuberuntime_container.go, RunInContainer' },
  Exec: { since: 5, source: 'kuberuntime_container.go, GetExec' },
  Attach: { since: 5, source: 'kuberuntime_container.go, GetAttach' },
  PortForward: { since: 5, source: 'kuberuntime_sandbox.go, GetPortForward' },
  ContainerStats: { since: 8, source: 'CRI v1, RuntimeService; crictl stats' },
  ListContainerStats: { since: 8, source: 'pkg/kubelet/stats/cri_stats_provider.go, listPodStats' },
  ListImages: { since: 5, source: 'kuberuntime_image.go, ListImages' },
  ImageStatus: { since: 5, source: 'kuberuntime_image.go, GetImageRef' },
  PullImage: { since: 5, source: 'kuberuntime_image.go, PullImage' },
  RemoveImage: { since: 5, source: 'kuberuntime_image.go, RemoveImage' },
  ImageFsInfo: { since: 8, source: 'pkg/kubelet/stats/cri_stats_provider.go, ImageFsStats' },
  UpdateRuntimeConfig: {
    since: 6,
    source: 'pkg/kubelet/kubelet_network.go, updatePodCIDR',
    without: 'the kubelet logs the error and tries again; a runtime with a network of its own needs no range',
  },
  RuntimeConfig: {
    since: 28,
    source: 'cmd/kubelet/app/server.go, getCgroupDriverFromCRI',
    without: 'the kubelet uses the cgroup driver of its own configuration',
  },
  UpdatePodSandboxResources: {
    since: 33,
    source: 'kuberuntime_manager.go, doPodResizeAction',
    without: 'the kubelet ignores UNIMPLEMENTED when it resizes a pod',
  },
  GetContainerEvents: {
    since: 25,
    source: 'pkg/kubelet/pleg/evented.go, watchEventsChannel',
    without: 'the kubelet falls back to the generic PLEG',
  },
  PodSandboxStats: { since: 23, source: 'pkg/kubelet/kubelet.go, NewMainKubelet', without: cadvisorStats },
  ListPodSandboxStats: {
    since: 23,
    source: 'pkg/kubelet/stats/cri_stats_provider.go, listPodStatsStrictlyFromCRI',
    without: cadvisorStats,
  },
  ListMetricDescriptors: {
    since: 26,
    source: 'pkg/kubelet/metrics/collectors/cri_metrics.go, NewCRIMetricsCollector',
    without: cadvisorMetrics,
  },
  ListPodSandboxMetrics: {
    since: 26,
    source: 'pkg/kubelet/metrics/collectors/cri_metrics.go, CollectWithStability',
    without: cadvisorMetrics,
  },
  CheckpointContainer: {
    since: 25,
    source: 'pkg/kubelet/server/server.go, checkpoint',
    without: 'the kubelet answers 404 or 500 to whoever asks it for a checkpoint',
  },
  CheckpointPod: { since: 37, source: 'KEP-5823, alpha', without: 'nothing depends on it' },
  RestorePod: { since: 37, source: 'KEP-5823, alpha', without: 'nothing depends on it' },
  StreamPodSandboxes: {
    since: 36,
    source: 'cri-client/pkg/remote_runtime.go, ListPodSandbox',
    without: unaryList,
  },
  StreamContainers: {
    since: 36,
    source: 'cri-client/pkg/remote_runtime.go, ListContainers',
    without: unaryList,
  },
  StreamContainerStats: {
    since: 36,
    source: 'cri-client/pkg/remote_runtime.go, ListContainerStats',
    without: unaryList,
  },
  StreamPodSandboxStats: {
    since: 36,
    source: 'cri-client/pkg/remote_runtime.go, ListPodSandboxStats',
    without: unaryList,
  },
  StreamPodSandboxMetrics: {
    since: 36,
    source: 'cri-client/pkg/remote_runtime.go, ListPodSandboxMetrics',
    without: unaryList,
  },
  StreamImages: { since: 36, source: 'cri-client/pkg/remote_image.go, ListImages', without: unaryList },
};

/** Whether a kubelet of that version, `1.37`, cannot do without; absent: the newest one. */
export function isMandatory(rpc: CriMethod, kubelet?: string): boolean {
  const { since, without } = offeredMethods[rpc];
  const minor = Number(kubelet?.split('.')[1] ?? Infinity);
  return without === undefined && minor >= since;
}

/** Methods that a kubelet only uses together. A runtime that has one of them claims to have all. */
export const families: readonly (readonly CriMethod[])[] = [
  ['PodSandboxStats', 'ListPodSandboxStats'],
  ['ListMetricDescriptors', 'ListPodSandboxMetrics'],
];
