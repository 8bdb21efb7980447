// SPDX-License-Identifier: Apache-2.0
// Written by scripts/generate-cri.mjs from src/cri/proto/v1.proto. Do not edit.

import type {
  AttachRequest,
  AttachResponse,
  CheckpointContainerRequest,
  CheckpointContainerResponse,
  CheckpointPodRequest,
  CheckpointPodResponse,
  ContainerEventResponse,
  ContainerStatsRequest,
  ContainerStatsResponse,
  ContainerStatusRequest,
  ContainerStatusResponse,
  CreateContainerRequest,
  CreateContainerResponse,
  ExecRequest,
  ExecResponse,
  ExecSyncRequest,
  ExecSyncResponse,
  GetEventsRequest,
  ImageFsInfoRequest,
  ImageFsInfoResponse,
  ImageStatusRequest,
  ImageStatusResponse,
  ListContainerStatsRequest,
  ListContainerStatsResponse,
  ListContainersRequest,
  ListContainersResponse,
  ListImagesRequest,
  ListImagesResponse,
  ListMetricDescriptorsRequest,
  ListMetricDescriptorsResponse,
  ListPodSandboxMetricsRequest,
  ListPodSandboxMetricsResponse,
  ListPodSandboxRequest,
  ListPodSandboxResponse,
  ListPodSandboxStatsRequest,
  ListPodSandboxStatsResponse,
  PodSandboxStatsRequest,
  PodSandboxStatsResponse,
  PodSandboxStatusRequest,
  PodSandboxStatusResponse,
  PortForwardRequest,
  PortForwardResponse,
  PullImageRequest,
  PullImageResponse,
  RemoveContainerRequest,
  RemoveContainerResponse,
  RemoveImageRequest,
  RemoveImageResponse,
  RemovePodSandboxRequest,
  RemovePodSandboxResponse,
  ReopenContainerLogRequest,
  ReopenContainerLogResponse,
  RestorePodRequest,
  RestorePodResponse,
  RunPodSandboxRequest,
  RunPodSandboxResponse,
  RuntimeConfigRequest,
  RuntimeConfigResponse,
  StartContainerRequest,
  StartContainerResponse,
  StatusRequest,
  StatusResponse,
  StopContainerRequest,
  StopContainerResponse,
  StopPodSandboxRequest,
  StopPodSandboxResponse,
  StreamContainerStatsRequest,
  StreamContainerStatsResponse,
  StreamContainersRequest,
  StreamContainersResponse,
  StreamImagesRequest,
  StreamImagesResponse,
  StreamPodSandboxMetricsRequest,
  StreamPodSandboxMetricsResponse,
  StreamPodSandboxStatsRequest,
  StreamPodSandboxStatsResponse,
  StreamPodSandboxesRequest,
  StreamPodSandboxesResponse,
  UpdateContainerResourcesRequest,
  UpdateContainerResourcesResponse,
  UpdatePodSandboxResourcesRequest,
  UpdatePodSandboxResourcesResponse,
  UpdateRuntimeConfigRequest,
  UpdateRuntimeConfigResponse,
  VersionRequest,
  VersionResponse,
} from './messages.js';

export interface UnaryMethods {
  Version: { request: VersionRequest; response: VersionResponse };
  RunPodSandbox: { request: RunPodSandboxRequest; response: RunPodSandboxResponse };
  StopPodSandbox: { request: StopPodSandboxRequest; response: StopPodSandboxResponse };
  RemovePodSandbox: { request: RemovePodSandboxRequest; response: RemovePodSandboxResponse };
  PodSandboxStatus: { request: PodSandboxStatusRequest; response: PodSandboxStatusResponse };
  ListPodSandbox: { request: ListPodSandboxRequest; response: ListPodSandboxResponse };
  CreateContainer: { request: CreateContainerRequest; response: CreateContainerResponse };
  StartContainer: { request: StartContainerRequest; response: StartContainerResponse };
  StopContainer: { request: StopContainerRequest; response: StopContainerResponse };
  RemoveContainer: { request: RemoveContainerRequest; response: RemoveContainerResponse };
  ListContainers: { request: ListContainersRequest; response: ListContainersResponse };
  ContainerStatus: { request: ContainerStatusRequest; response: ContainerStatusResponse };
  UpdateContainerResources: { request: UpdateContainerResourcesRequest; response: UpdateContainerResourcesResponse };
  ReopenContainerLog: { request: ReopenContainerLogRequest; response: ReopenContainerLogResponse };
  ExecSync: { request: ExecSyncRequest; response: ExecSyncResponse };
  Exec: { request: ExecRequest; response: ExecResponse };
  Attach: { request: AttachRequest; response: AttachResponse };
  PortForward: { request: PortForwardRequest; response: PortForwardResponse };
  ContainerStats: { request: ContainerStatsRequest; response: ContainerStatsResponse };
  ListContainerStats: { request: ListContainerStatsRequest; response: ListContainerStatsResponse };
  PodSandboxStats: { request: PodSandboxStatsRequest; response: PodSandboxStatsResponse };
  ListPodSandboxStats: { request: ListPodSandboxStatsRequest; response: ListPodSandboxStatsResponse };
  UpdateRuntimeConfig: { request: UpdateRuntimeConfigRequest; response: UpdateRuntimeConfigResponse };
  Status: { request: StatusRequest; response: StatusResponse };
  CheckpointContainer: { request: CheckpointContainerRequest; response: CheckpointContainerResponse };
  CheckpointPod: { request: CheckpointPodRequest; response: CheckpointPodResponse };
  RestorePod: { request: RestorePodRequest; response: RestorePodResponse };
  ListMetricDescriptors: { request: ListMetricDescriptorsRequest; response: ListMetricDescriptorsResponse };
  ListPodSandboxMetrics: { request: ListPodSandboxMetricsRequest; response: ListPodSandboxMetricsResponse };
  RuntimeConfig: { request: RuntimeConfigRequest; response: RuntimeConfigResponse };
  UpdatePodSandboxResources: { request: UpdatePodSandboxResourcesRequest; response: UpdatePodSandboxResourcesResponse };
  ListImages: { request: ListImagesRequest; response: ListImagesResponse };
  ImageStatus: { request: ImageStatusRequest; response: ImageStatusResponse };
  PullImage: { request: PullImageRequest; response: PullImageResponse };
  RemoveImage: { request: RemoveImageRequest; response: RemoveImageResponse };
  ImageFsInfo: { request: ImageFsInfoRequest; response: ImageFsInfoResponse };
}

export interface StreamMethods {
  StreamPodSandboxes: { request: StreamPodSandboxesRequest; response: StreamPodSandboxesResponse };
  StreamContainers: { request: StreamContainersRequest; response: StreamContainersResponse };
  StreamContainerStats: { request: StreamContainerStatsRequest; response: StreamContainerStatsResponse };
  StreamPodSandboxStats: { request: StreamPodSandboxStatsRequest; response: StreamPodSandboxStatsResponse };
  GetContainerEvents: { request: GetEventsRequest; response: ContainerEventResponse };
  StreamPodSandboxMetrics: { request: StreamPodSandboxMetricsRequest; response: StreamPodSandboxMetricsResponse };
  StreamImages: { request: StreamImagesRequest; response: StreamImagesResponse };
}

export const services: Readonly<
  Record<keyof UnaryMethods | keyof StreamMethods, 'RuntimeService' | 'ImageService'>
> = {
  Version: 'RuntimeService',
  RunPodSandbox: 'RuntimeService',
  StopPodSandbox: 'RuntimeService',
  RemovePodSandbox: 'RuntimeService',
  PodSandboxStatus: 'RuntimeService',
  ListPodSandbox: 'RuntimeService',
  StreamPodSandboxes: 'RuntimeService',
  CreateContainer: 'RuntimeService',
  StartContainer: 'RuntimeService',
  StopContainer: 'RuntimeService',
  RemoveContainer: 'RuntimeService',
  ListContainers: 'RuntimeService',
  StreamContainers: 'RuntimeService',
  ContainerStatus: 'RuntimeService',
  UpdateContainerResources: 'RuntimeService',
  ReopenContainerLog: 'RuntimeService',
  ExecSync: 'RuntimeService',
  Exec: 'RuntimeService',
  Attach: 'RuntimeService',
  PortForward: 'RuntimeService',
  ContainerStats: 'RuntimeService',
  ListContainerStats: 'RuntimeService',
  StreamContainerStats: 'RuntimeService',
  PodSandboxStats: 'RuntimeService',
  ListPodSandboxStats: 'RuntimeService',
  StreamPodSandboxStats: 'RuntimeService',
  UpdateRuntimeConfig: 'RuntimeService',
  Status: 'RuntimeService',
  CheckpointContainer: 'RuntimeService',
  CheckpointPod: 'RuntimeService',
  RestorePod: 'RuntimeService',
  GetContainerEvents: 'RuntimeService',
  ListMetricDescriptors: 'RuntimeService',
  ListPodSandboxMetrics: 'RuntimeService',
  StreamPodSandboxMetrics: 'RuntimeService',
  RuntimeConfig: 'RuntimeService',
  UpdatePodSandboxResources: 'RuntimeService',
  ListImages: 'ImageService',
  StreamImages: 'ImageService',
  ImageStatus: 'ImageService',
  PullImage: 'ImageService',
  RemoveImage: 'ImageService',
  ImageFsInfo: 'ImageService',
};

export const streamMethods: readonly (keyof StreamMethods)[] = [
  'StreamPodSandboxes',
  'StreamContainers',
  'StreamContainerStats',
  'StreamPodSandboxStats',
  'GetContainerEvents',
  'StreamPodSandboxMetrics',
  'StreamImages',
];
