// SPDX-License-Identifier: Apache-2.0
// Written by scripts/generate-cri.mjs from src/cri/proto/v1.proto. Do not edit.

export type Protocol =
  | 'TCP'
  | 'UDP'
  | 'SCTP';

export type MountPropagation =
  | 'PROPAGATION_PRIVATE'
  | 'PROPAGATION_HOST_TO_CONTAINER'
  | 'PROPAGATION_BIDIRECTIONAL';

export type NamespaceMode =
  | 'POD'
  | 'CONTAINER'
  | 'NODE'
  | 'TARGET';

export type SupplementalGroupsPolicy =
  | 'Merge'
  | 'Strict';

export type PodSandboxState =
  | 'SANDBOX_READY'
  | 'SANDBOX_NOTREADY';

export type Signal =
  | 'SIGNAL_RUNTIME_DEFAULT'
  | 'SIGNAL_SIGABRT'
  | 'SIGNAL_SIGALRM'
  | 'SIGNAL_SIGBUS'
  | 'SIGNAL_SIGCHLD'
  | 'SIGNAL_SIGCLD'
  | 'SIGNAL_SIGCONT'
  | 'SIGNAL_SIGFPE'
  | 'SIGNAL_SIGHUP'
  | 'SIGNAL_SIGILL'
  | 'SIGNAL_SIGINT'
  | 'SIGNAL_SIGIO'
  | 'SIGNAL_SIGIOT'
  | 'SIGNAL_SIGKILL'
  | 'SIGNAL_SIGPIPE'
  | 'SIGNAL_SIGPOLL'
  | 'SIGNAL_SIGPROF'
  | 'SIGNAL_SIGPWR'
  | 'SIGNAL_SIGQUIT'
  | 'SIGNAL_SIGSEGV'
  | 'SIGNAL_SIGSTKFLT'
  | 'SIGNAL_SIGSTOP'
  | 'SIGNAL_SIGSYS'
  | 'SIGNAL_SIGTERM'
  | 'SIGNAL_SIGTRAP'
  | 'SIGNAL_SIGTSTP'
  | 'SIGNAL_SIGTTIN'
  | 'SIGNAL_SIGTTOU'
  | 'SIGNAL_SIGURG'
  | 'SIGNAL_SIGUSR1'
  | 'SIGNAL_SIGUSR2'
  | 'SIGNAL_SIGVTALRM'
  | 'SIGNAL_SIGWINCH'
  | 'SIGNAL_SIGXCPU'
  | 'SIGNAL_SIGXFSZ'
  | 'SIGNAL_SIGRTMIN'
  | 'SIGNAL_SIGRTMINPLUS1'
  | 'SIGNAL_SIGRTMINPLUS2'
  | 'SIGNAL_SIGRTMINPLUS3'
  | 'SIGNAL_SIGRTMINPLUS4'
  | 'SIGNAL_SIGRTMINPLUS5'
  | 'SIGNAL_SIGRTMINPLUS6'
  | 'SIGNAL_SIGRTMINPLUS7'
  | 'SIGNAL_SIGRTMINPLUS8'
  | 'SIGNAL_SIGRTMINPLUS9'
  | 'SIGNAL_SIGRTMINPLUS10'
  | 'SIGNAL_SIGRTMINPLUS11'
  | 'SIGNAL_SIGRTMINPLUS12'
  | 'SIGNAL_SIGRTMINPLUS13'
  | 'SIGNAL_SIGRTMINPLUS14'
  | 'SIGNAL_SIGRTMINPLUS15'
  | 'SIGNAL_SIGRTMAXMINUS14'
  | 'SIGNAL_SIGRTMAXMINUS13'
  | 'SIGNAL_SIGRTMAXMINUS12'
  | 'SIGNAL_SIGRTMAXMINUS11'
  | 'SIGNAL_SIGRTMAXMINUS10'
  | 'SIGNAL_SIGRTMAXMINUS9'
  | 'SIGNAL_SIGRTMAXMINUS8'
  | 'SIGNAL_SIGRTMAXMINUS7'
  | 'SIGNAL_SIGRTMAXMINUS6'
  | 'SIGNAL_SIGRTMAXMINUS5'
  | 'SIGNAL_SIGRTMAXMINUS4'
  | 'SIGNAL_SIGRTMAXMINUS3'
  | 'SIGNAL_SIGRTMAXMINUS2'
  | 'SIGNAL_SIGRTMAXMINUS1'
  | 'SIGNAL_SIGRTMAX';

export type ContainerState =
  | 'CONTAINER_CREATED'
  | 'CONTAINER_RUNNING'
  | 'CONTAINER_EXITED'
  | 'CONTAINER_UNKNOWN';

export type ContainerEventType =
  | 'CONTAINER_CREATED_EVENT'
  | 'CONTAINER_STARTED_EVENT'
  | 'CONTAINER_STOPPED_EVENT'
  | 'CONTAINER_DELETED_EVENT';

export type MetricType =
  | 'COUNTER'
  | 'GAUGE';

export type CgroupDriver =
  | 'SYSTEMD'
  | 'CGROUPFS';

export type SecurityProfileProfileType =
  | 'RuntimeDefault'
  | 'Unconfined'
  | 'Localhost';

export interface VersionRequest {
  readonly version?: string | undefined;
}

export interface VersionResponse {
  readonly version?: string | undefined;
  readonly runtime_name?: string | undefined;
  readonly runtime_version?: string | undefined;
  readonly runtime_api_version?: string | undefined;
}

export interface DNSConfig {
  readonly servers?: readonly string[] | undefined;
  readonly searches?: readonly string[] | undefined;
  readonly options?: readonly string[] | undefined;
}

export interface PortMapping {
  readonly protocol?: Protocol | undefined;
  readonly container_port?: number | undefined;
  readonly host_port?: number | undefined;
  readonly host_ip?: string | undefined;
}

export interface Mount {
  readonly container_path?: string | undefined;
  readonly host_path?: string | undefined;
  readonly readonly?: boolean | undefined;
  readonly selinux_relabel?: boolean | undefined;
  readonly propagation?: MountPropagation | undefined;
  readonly uidMappings?: readonly IDMapping[] | undefined;
  readonly gidMappings?: readonly IDMapping[] | undefined;
  readonly recursive_read_only?: boolean | undefined;
  readonly image?: ImageSpec | undefined;
  readonly image_sub_path?: string | undefined;
  readonly mount_options?: readonly string[] | undefined;
}

export interface IDMapping {
  readonly host_id?: number | undefined;
  readonly container_id?: number | undefined;
  readonly length?: number | undefined;
}

export interface UserNamespace {
  readonly mode?: NamespaceMode | undefined;
  readonly uids?: readonly IDMapping[] | undefined;
  readonly gids?: readonly IDMapping[] | undefined;
}

export interface NamespaceOption {
  readonly network?: NamespaceMode | undefined;
  readonly pid?: NamespaceMode | undefined;
  readonly ipc?: NamespaceMode | undefined;
  readonly target_id?: string | undefined;
  readonly userns_options?: UserNamespace | undefined;
}

export interface Int64Value {
  readonly value?: string | undefined;
}

export interface LinuxSandboxSecurityContext {
  readonly namespace_options?: NamespaceOption | undefined;
  readonly selinux_options?: SELinuxOption | undefined;
  readonly run_as_user?: Int64Value | undefined;
  readonly readonly_rootfs?: boolean | undefined;
  readonly supplemental_groups?: readonly string[] | undefined;
  readonly privileged?: boolean | undefined;
  readonly seccomp_profile_path?: string | undefined;
  readonly run_as_group?: Int64Value | undefined;
  readonly seccomp?: SecurityProfile | undefined;
  readonly apparmor?: SecurityProfile | undefined;
  readonly supplemental_groups_policy?: SupplementalGroupsPolicy | undefined;
}

export interface SecurityProfile {
  readonly profile_type?: SecurityProfileProfileType | undefined;
  readonly localhost_ref?: string | undefined;
}

export interface LinuxPodSandboxConfig {
  readonly cgroup_parent?: string | undefined;
  readonly security_context?: LinuxSandboxSecurityContext | undefined;
  readonly sysctls?: Readonly<Record<string, string>> | undefined;
  readonly overhead?: LinuxContainerResources | undefined;
  readonly resources?: LinuxContainerResources | undefined;
}

export interface PodSandboxMetadata {
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly namespace?: string | undefined;
  readonly attempt?: number | undefined;
}

export interface PodSandboxConfig {
  readonly metadata?: PodSandboxMetadata | undefined;
  readonly hostname?: string | undefined;
  readonly log_directory?: string | undefined;
  readonly dns_config?: DNSConfig | undefined;
  readonly port_mappings?: readonly PortMapping[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly linux?: LinuxPodSandboxConfig | undefined;
  readonly windows?: WindowsPodSandboxConfig | undefined;
}

export interface RunPodSandboxRequest {
  readonly config?: PodSandboxConfig | undefined;
  readonly runtime_handler?: string | undefined;
}

export interface RunPodSandboxResponse {
  readonly pod_sandbox_id?: string | undefined;
}

export interface StopPodSandboxRequest {
  readonly pod_sandbox_id?: string | undefined;
}

export type StopPodSandboxResponse = Readonly<Record<never, never>>;

export interface RemovePodSandboxRequest {
  readonly pod_sandbox_id?: string | undefined;
}

export type RemovePodSandboxResponse = Readonly<Record<never, never>>;

export interface PodSandboxStatusRequest {
  readonly pod_sandbox_id?: string | undefined;
  readonly verbose?: boolean | undefined;
}

export interface PodIP {
  readonly ip?: string | undefined;
}

export interface PodSandboxNetworkStatus {
  readonly ip?: string | undefined;
  readonly additional_ips?: readonly PodIP[] | undefined;
}

export interface Namespace {
  readonly options?: NamespaceOption | undefined;
}

export interface LinuxPodSandboxStatus {
  readonly namespaces?: Namespace | undefined;
}

export interface PodSandboxStatus {
  readonly id?: string | undefined;
  readonly metadata?: PodSandboxMetadata | undefined;
  readonly state?: PodSandboxState | undefined;
  readonly created_at?: string | undefined;
  readonly network?: PodSandboxNetworkStatus | undefined;
  readonly linux?: LinuxPodSandboxStatus | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly runtime_handler?: string | undefined;
}

export interface PodSandboxStatusResponse {
  readonly status?: PodSandboxStatus | undefined;
  readonly info?: Readonly<Record<string, string>> | undefined;
  readonly containers_statuses?: readonly ContainerStatus[] | undefined;
  readonly timestamp?: string | undefined;
}

export interface PodSandboxStateValue {
  readonly state?: PodSandboxState | undefined;
}

export interface PodSandboxFilter {
  readonly id?: string | undefined;
  readonly state?: PodSandboxStateValue | undefined;
  readonly label_selector?: Readonly<Record<string, string>> | undefined;
}

export interface ListPodSandboxRequest {
  readonly filter?: PodSandboxFilter | undefined;
}

export interface PodSandbox {
  readonly id?: string | undefined;
  readonly metadata?: PodSandboxMetadata | undefined;
  readonly state?: PodSandboxState | undefined;
  readonly created_at?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly runtime_handler?: string | undefined;
}

export interface ListPodSandboxResponse {
  readonly items?: readonly PodSandbox[] | undefined;
}

export interface StreamPodSandboxesRequest {
  readonly filter?: PodSandboxFilter | undefined;
}

export interface StreamPodSandboxesResponse {
  readonly pod_sandboxes?: readonly PodSandbox[] | undefined;
}

export interface PodSandboxStatsRequest {
  readonly pod_sandbox_id?: string | undefined;
}

export interface PodSandboxStatsResponse {
  readonly stats?: PodSandboxStats | undefined;
}

export interface PodSandboxStatsFilter {
  readonly id?: string | undefined;
  readonly label_selector?: Readonly<Record<string, string>> | undefined;
}

export interface ListPodSandboxStatsRequest {
  readonly filter?: PodSandboxStatsFilter | undefined;
}

export interface ListPodSandboxStatsResponse {
  readonly stats?: readonly PodSandboxStats[] | undefined;
}

export interface StreamPodSandboxStatsRequest {
  readonly filter?: PodSandboxStatsFilter | undefined;
}

export interface StreamPodSandboxStatsResponse {
  readonly pod_sandbox_stats?: readonly PodSandboxStats[] | undefined;
}

export interface PodSandboxAttributes {
  readonly id?: string | undefined;
  readonly metadata?: PodSandboxMetadata | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

export interface PodSandboxStats {
  readonly attributes?: PodSandboxAttributes | undefined;
  readonly linux?: LinuxPodSandboxStats | undefined;
  readonly windows?: WindowsPodSandboxStats | undefined;
}

export interface LinuxPodSandboxStats {
  readonly cpu?: CpuUsage | undefined;
  readonly memory?: MemoryUsage | undefined;
  readonly network?: NetworkUsage | undefined;
  readonly process?: ProcessUsage | undefined;
  readonly containers?: readonly ContainerStats[] | undefined;
  readonly io?: IoUsage | undefined;
}

export interface WindowsPodSandboxStats {
  readonly cpu?: WindowsCpuUsage | undefined;
  readonly memory?: WindowsMemoryUsage | undefined;
  readonly network?: WindowsNetworkUsage | undefined;
  readonly process?: WindowsProcessUsage | undefined;
  readonly containers?: readonly WindowsContainerStats[] | undefined;
}

export interface NetworkUsage {
  readonly timestamp?: string | undefined;
  readonly default_interface?: NetworkInterfaceUsage | undefined;
  readonly interfaces?: readonly NetworkInterfaceUsage[] | undefined;
}

export interface WindowsNetworkUsage {
  readonly timestamp?: string | undefined;
  readonly default_interface?: WindowsNetworkInterfaceUsage | undefined;
  readonly interfaces?: readonly WindowsNetworkInterfaceUsage[] | undefined;
}

export interface NetworkInterfaceUsage {
  readonly name?: string | undefined;
  readonly rx_bytes?: UInt64Value | undefined;
  readonly rx_errors?: UInt64Value | undefined;
  readonly tx_bytes?: UInt64Value | undefined;
  readonly tx_errors?: UInt64Value | undefined;
}

export interface WindowsNetworkInterfaceUsage {
  readonly name?: string | undefined;
  readonly rx_bytes?: UInt64Value | undefined;
  readonly rx_packets_dropped?: UInt64Value | undefined;
  readonly tx_bytes?: UInt64Value | undefined;
  readonly tx_packets_dropped?: UInt64Value | undefined;
}

export interface ProcessUsage {
  readonly timestamp?: string | undefined;
  readonly process_count?: UInt64Value | undefined;
}

export interface WindowsProcessUsage {
  readonly timestamp?: string | undefined;
  readonly process_count?: UInt64Value | undefined;
}

export interface ImageSpec {
  readonly image?: string | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly user_specified_image?: string | undefined;
  readonly runtime_handler?: string | undefined;
  readonly image_ref?: string | undefined;
}

export interface KeyValue {
  readonly key?: string | undefined;
  readonly value?: string | undefined;
}

export interface LinuxContainerResources {
  readonly cpu_period?: string | undefined;
  readonly cpu_quota?: string | undefined;
  readonly cpu_shares?: string | undefined;
  readonly memory_limit_in_bytes?: string | undefined;
  readonly oom_score_adj?: string | undefined;
  readonly cpuset_cpus?: string | undefined;
  readonly cpuset_mems?: string | undefined;
  readonly hugepage_limits?: readonly HugepageLimit[] | undefined;
  readonly unified?: Readonly<Record<string, string>> | undefined;
  readonly memory_swap_limit_in_bytes?: string | undefined;
}

export interface HugepageLimit {
  readonly page_size?: string | undefined;
  readonly limit?: string | undefined;
}

export interface SELinuxOption {
  readonly user?: string | undefined;
  readonly role?: string | undefined;
  readonly type?: string | undefined;
  readonly level?: string | undefined;
}

export interface Capability {
  readonly add_capabilities?: readonly string[] | undefined;
  readonly drop_capabilities?: readonly string[] | undefined;
  readonly add_ambient_capabilities?: readonly string[] | undefined;
}

export interface LinuxContainerSecurityContext {
  readonly capabilities?: Capability | undefined;
  readonly privileged?: boolean | undefined;
  readonly namespace_options?: NamespaceOption | undefined;
  readonly selinux_options?: SELinuxOption | undefined;
  readonly run_as_user?: Int64Value | undefined;
  readonly run_as_username?: string | undefined;
  readonly readonly_rootfs?: boolean | undefined;
  readonly supplemental_groups?: readonly string[] | undefined;
  readonly apparmor_profile?: string | undefined;
  readonly seccomp_profile_path?: string | undefined;
  readonly no_new_privs?: boolean | undefined;
  readonly run_as_group?: Int64Value | undefined;
  readonly masked_paths?: readonly string[] | undefined;
  readonly readonly_paths?: readonly string[] | undefined;
  readonly seccomp?: SecurityProfile | undefined;
  readonly apparmor?: SecurityProfile | undefined;
  readonly supplemental_groups_policy?: SupplementalGroupsPolicy | undefined;
}

export interface LinuxContainerConfig {
  readonly resources?: LinuxContainerResources | undefined;
  readonly security_context?: LinuxContainerSecurityContext | undefined;
}

export interface LinuxContainerUser {
  readonly uid?: string | undefined;
  readonly gid?: string | undefined;
  readonly supplemental_groups?: readonly string[] | undefined;
}

export interface WindowsNamespaceOption {
  readonly network?: NamespaceMode | undefined;
}

export interface WindowsSandboxSecurityContext {
  readonly run_as_username?: string | undefined;
  readonly credential_spec?: string | undefined;
  readonly host_process?: boolean | undefined;
  readonly namespace_options?: WindowsNamespaceOption | undefined;
}

export interface WindowsPodSandboxConfig {
  readonly security_context?: WindowsSandboxSecurityContext | undefined;
}

export interface WindowsContainerSecurityContext {
  readonly run_as_username?: string | undefined;
  readonly credential_spec?: string | undefined;
  readonly host_process?: boolean | undefined;
}

export interface WindowsContainerConfig {
  readonly resources?: WindowsContainerResources | undefined;
  readonly security_context?: WindowsContainerSecurityContext | undefined;
}

export interface WindowsContainerResources {
  readonly cpu_shares?: string | undefined;
  readonly cpu_count?: string | undefined;
  readonly cpu_maximum?: string | undefined;
  readonly memory_limit_in_bytes?: string | undefined;
  readonly rootfs_size_in_bytes?: string | undefined;
  readonly affinity_cpus?: readonly WindowsCpuGroupAffinity[] | undefined;
}

export interface WindowsCpuGroupAffinity {
  readonly cpu_mask?: string | undefined;
  readonly cpu_group?: number | undefined;
}

export interface ContainerMetadata {
  readonly name?: string | undefined;
  readonly attempt?: number | undefined;
}

export interface Device {
  readonly container_path?: string | undefined;
  readonly host_path?: string | undefined;
  readonly permissions?: string | undefined;
}

export interface CDIDevice {
  readonly name?: string | undefined;
}

export interface ContainerConfig {
  readonly metadata?: ContainerMetadata | undefined;
  readonly image?: ImageSpec | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly working_dir?: string | undefined;
  readonly envs?: readonly KeyValue[] | undefined;
  readonly mounts?: readonly Mount[] | undefined;
  readonly devices?: readonly Device[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly log_path?: string | undefined;
  readonly stdin?: boolean | undefined;
  readonly stdin_once?: boolean | undefined;
  readonly tty?: boolean | undefined;
  readonly linux?: LinuxContainerConfig | undefined;
  readonly windows?: WindowsContainerConfig | undefined;
  readonly CDI_devices?: readonly CDIDevice[] | undefined;
  readonly stop_signal?: Signal | undefined;
}

export interface CreateContainerRequest {
  readonly pod_sandbox_id?: string | undefined;
  readonly config?: ContainerConfig | undefined;
  readonly sandbox_config?: PodSandboxConfig | undefined;
}

export interface CreateContainerResponse {
  readonly container_id?: string | undefined;
}

export interface StartContainerRequest {
  readonly container_id?: string | undefined;
}

export type StartContainerResponse = Readonly<Record<never, never>>;

export interface StopContainerRequest {
  readonly container_id?: string | undefined;
  readonly timeout?: string | undefined;
}

export type StopContainerResponse = Readonly<Record<never, never>>;

export interface RemoveContainerRequest {
  readonly container_id?: string | undefined;
}

export type RemoveContainerResponse = Readonly<Record<never, never>>;

export interface ContainerStateValue {
  readonly state?: ContainerState | undefined;
}

export interface ContainerFilter {
  readonly id?: string | undefined;
  readonly state?: ContainerStateValue | undefined;
  readonly pod_sandbox_id?: string | undefined;
  readonly label_selector?: Readonly<Record<string, string>> | undefined;
}

export interface ListContainersRequest {
  readonly filter?: ContainerFilter | undefined;
}

export interface Container {
  readonly id?: string | undefined;
  readonly pod_sandbox_id?: string | undefined;
  readonly metadata?: ContainerMetadata | undefined;
  readonly image?: ImageSpec | undefined;
  readonly image_ref?: string | undefined;
  readonly state?: ContainerState | undefined;
  readonly created_at?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly image_id?: string | undefined;
}

export interface ListContainersResponse {
  readonly containers?: readonly Container[] | undefined;
}

export interface StreamContainersRequest {
  readonly filter?: ContainerFilter | undefined;
}

export interface StreamContainersResponse {
  readonly containers?: readonly Container[] | undefined;
}

export interface ContainerStatusRequest {
  readonly container_id?: string | undefined;
  readonly verbose?: boolean | undefined;
}

export interface ContainerStatus {
  readonly id?: string | undefined;
  readonly metadata?: ContainerMetadata | undefined;
  readonly state?: ContainerState | undefined;
  readonly created_at?: string | undefined;
  readonly started_at?: string | undefined;
  readonly finished_at?: string | undefined;
  readonly exit_code?: number | undefined;
  readonly image?: ImageSpec | undefined;
  readonly image_ref?: string | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly mounts?: readonly Mount[] | undefined;
  readonly log_path?: string | undefined;
  readonly resources?: ContainerResources | undefined;
  readonly image_id?: string | undefined;
  readonly user?: ContainerUser | undefined;
  readonly stop_signal?: Signal | undefined;
}

export interface ContainerStatusResponse {
  readonly status?: ContainerStatus | undefined;
  readonly info?: Readonly<Record<string, string>> | undefined;
}

export interface ContainerResources {
  readonly linux?: LinuxContainerResources | undefined;
  readonly windows?: WindowsContainerResources | undefined;
}

export interface ContainerUser {
  readonly linux?: LinuxContainerUser | undefined;
}

export interface UpdateContainerResourcesRequest {
  readonly container_id?: string | undefined;
  readonly linux?: LinuxContainerResources | undefined;
  readonly windows?: WindowsContainerResources | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

export type UpdateContainerResourcesResponse = Readonly<Record<never, never>>;

export interface ExecSyncRequest {
  readonly container_id?: string | undefined;
  readonly cmd?: readonly string[] | undefined;
  readonly timeout?: string | undefined;
}

export interface ExecSyncResponse {
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
  readonly exit_code?: number | undefined;
}

export interface ExecRequest {
  readonly container_id?: string | undefined;
  readonly cmd?: readonly string[] | undefined;
  readonly tty?: boolean | undefined;
  readonly stdin?: boolean | undefined;
  readonly stdout?: boolean | undefined;
  readonly stderr?: boolean | undefined;
}

export interface ExecResponse {
  readonly url?: string | undefined;
}

export interface AttachRequest {
  readonly container_id?: string | undefined;
  readonly stdin?: boolean | undefined;
  readonly tty?: boolean | undefined;
  readonly stdout?: boolean | undefined;
  readonly stderr?: boolean | undefined;
}

export interface AttachResponse {
  readonly url?: string | undefined;
}

export interface PortForwardRequest {
  readonly pod_sandbox_id?: string | undefined;
  readonly port?: readonly number[] | undefined;
}

export interface PortForwardResponse {
  readonly url?: string | undefined;
}

export interface ImageFilter {
  readonly image?: ImageSpec | undefined;
}

export interface ListImagesRequest {
  readonly filter?: ImageFilter | undefined;
}

export interface Image {
  readonly id?: string | undefined;
  readonly repo_tags?: readonly string[] | undefined;
  readonly repo_digests?: readonly string[] | undefined;
  readonly size?: string | undefined;
  readonly uid?: Int64Value | undefined;
  readonly username?: string | undefined;
  readonly spec?: ImageSpec | undefined;
  readonly pinned?: boolean | undefined;
}

export interface ListImagesResponse {
  readonly images?: readonly Image[] | undefined;
}

export interface StreamImagesRequest {
  readonly filter?: ImageFilter | undefined;
}

export interface StreamImagesResponse {
  readonly images?: readonly Image[] | undefined;
}

export interface ImageStatusRequest {
  readonly image?: ImageSpec | undefined;
  readonly verbose?: boolean | undefined;
}

export interface ImageStatusResponse {
  readonly image?: Image | undefined;
  readonly info?: Readonly<Record<string, string>> | undefined;
}

export interface AuthConfig {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly auth?: string | undefined;
  readonly server_address?: string | undefined;
  readonly identity_token?: string | undefined;
  readonly registry_token?: string | undefined;
}

export interface PullImageRequest {
  readonly image?: ImageSpec | undefined;
  readonly auth?: AuthConfig | undefined;
  readonly sandbox_config?: PodSandboxConfig | undefined;
}

export interface PullImageResponse {
  readonly image_ref?: string | undefined;
}

export interface RemoveImageRequest {
  readonly image?: ImageSpec | undefined;
}

export type RemoveImageResponse = Readonly<Record<never, never>>;

export interface NetworkConfig {
  readonly pod_cidr?: string | undefined;
}

export interface RuntimeConfig {
  readonly network_config?: NetworkConfig | undefined;
}

export interface UpdateRuntimeConfigRequest {
  readonly runtime_config?: RuntimeConfig | undefined;
}

export type UpdateRuntimeConfigResponse = Readonly<Record<never, never>>;

export interface RuntimeCondition {
  readonly type?: string | undefined;
  readonly status?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

export interface RuntimeStatus {
  readonly conditions?: readonly RuntimeCondition[] | undefined;
}

export interface StatusRequest {
  readonly verbose?: boolean | undefined;
}

export interface RuntimeHandlerFeatures {
  readonly recursive_read_only_mounts?: boolean | undefined;
  readonly user_namespaces?: boolean | undefined;
}

export interface RuntimeHandler {
  readonly name?: string | undefined;
  readonly features?: RuntimeHandlerFeatures | undefined;
}

export interface RuntimeFeatures {
  readonly supplemental_groups_policy?: boolean | undefined;
  readonly user_namespaces_host_network?: boolean | undefined;
  readonly mount_options?: boolean | undefined;
}

export interface StatusResponse {
  readonly status?: RuntimeStatus | undefined;
  readonly info?: Readonly<Record<string, string>> | undefined;
  readonly runtime_handlers?: readonly RuntimeHandler[] | undefined;
  readonly features?: RuntimeFeatures | undefined;
}

export type ImageFsInfoRequest = Readonly<Record<never, never>>;

export interface UInt64Value {
  readonly value?: string | undefined;
}

export interface FilesystemIdentifier {
  readonly mountpoint?: string | undefined;
}

export interface FilesystemUsage {
  readonly timestamp?: string | undefined;
  readonly fs_id?: FilesystemIdentifier | undefined;
  readonly used_bytes?: UInt64Value | undefined;
  readonly inodes_used?: UInt64Value | undefined;
}

export interface WindowsFilesystemUsage {
  readonly timestamp?: string | undefined;
  readonly fs_id?: FilesystemIdentifier | undefined;
  readonly used_bytes?: UInt64Value | undefined;
}

export interface ImageFsInfoResponse {
  readonly image_filesystems?: readonly FilesystemUsage[] | undefined;
  readonly container_filesystems?: readonly FilesystemUsage[] | undefined;
}

export interface ContainerStatsRequest {
  readonly container_id?: string | undefined;
}

export interface ContainerStatsResponse {
  readonly stats?: ContainerStats | undefined;
}

export interface ListContainerStatsRequest {
  readonly filter?: ContainerStatsFilter | undefined;
}

export interface ContainerStatsFilter {
  readonly id?: string | undefined;
  readonly pod_sandbox_id?: string | undefined;
  readonly label_selector?: Readonly<Record<string, string>> | undefined;
}

export interface ListContainerStatsResponse {
  readonly stats?: readonly ContainerStats[] | undefined;
}

export interface StreamContainerStatsRequest {
  readonly filter?: ContainerStatsFilter | undefined;
}

export interface StreamContainerStatsResponse {
  readonly container_stats?: readonly ContainerStats[] | undefined;
}

export interface ContainerAttributes {
  readonly id?: string | undefined;
  readonly metadata?: ContainerMetadata | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

export interface ContainerStats {
  readonly attributes?: ContainerAttributes | undefined;
  readonly cpu?: CpuUsage | undefined;
  readonly memory?: MemoryUsage | undefined;
  readonly writable_layer?: FilesystemUsage | undefined;
  readonly swap?: SwapUsage | undefined;
  readonly io?: IoUsage | undefined;
}

export interface WindowsContainerStats {
  readonly attributes?: ContainerAttributes | undefined;
  readonly cpu?: WindowsCpuUsage | undefined;
  readonly memory?: WindowsMemoryUsage | undefined;
  readonly writable_layer?: WindowsFilesystemUsage | undefined;
}

export interface PsiStats {
  readonly Full?: PsiData | undefined;
  readonly Some?: PsiData | undefined;
}

export interface PsiData {
  readonly Total?: string | undefined;
  readonly Avg10?: number | undefined;
  readonly Avg60?: number | undefined;
  readonly Avg300?: number | undefined;
}

export interface CpuUsage {
  readonly timestamp?: string | undefined;
  readonly usage_core_nano_seconds?: UInt64Value | undefined;
  readonly usage_nano_cores?: UInt64Value | undefined;
  readonly psi?: PsiStats | undefined;
}

export interface WindowsCpuUsage {
  readonly timestamp?: string | undefined;
  readonly usage_core_nano_seconds?: UInt64Value | undefined;
  readonly usage_nano_cores?: UInt64Value | undefined;
}

export interface MemoryUsage {
  readonly timestamp?: string | undefined;
  readonly working_set_bytes?: UInt64Value | undefined;
  readonly available_bytes?: UInt64Value | undefined;
  readonly usage_bytes?: UInt64Value | undefined;
  readonly rss_bytes?: UInt64Value | undefined;
  readonly page_faults?: UInt64Value | undefined;
  readonly major_page_faults?: UInt64Value | undefined;
  readonly psi?: PsiStats | undefined;
}

export interface IoUsage {
  readonly timestamp?: string | undefined;
  readonly psi?: PsiStats | undefined;
}

export interface SwapUsage {
  readonly timestamp?: string | undefined;
  readonly swap_available_bytes?: UInt64Value | undefined;
  readonly swap_usage_bytes?: UInt64Value | undefined;
}

export interface WindowsMemoryUsage {
  readonly timestamp?: string | undefined;
  readonly working_set_bytes?: UInt64Value | undefined;
  readonly available_bytes?: UInt64Value | undefined;
  readonly page_faults?: UInt64Value | undefined;
  readonly commit_memory_bytes?: UInt64Value | undefined;
}

export interface ReopenContainerLogRequest {
  readonly container_id?: string | undefined;
}

export type ReopenContainerLogResponse = Readonly<Record<never, never>>;

export interface CheckpointContainerRequest {
  readonly container_id?: string | undefined;
  readonly location?: string | undefined;
  readonly timeout?: string | undefined;
}

export type CheckpointContainerResponse = Readonly<Record<never, never>>;

export interface CheckpointPodRequest {
  readonly pod_sandbox_id?: string | undefined;
  readonly output_path?: string | undefined;
  readonly container_ids?: readonly string[] | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
}

export type CheckpointPodResponse = Readonly<Record<never, never>>;

export interface RestorePodRequest {
  readonly checkpoint_path?: string | undefined;
  readonly config?: PodSandboxConfig | undefined;
  readonly runtime_handler?: string | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
  readonly container_configs?: readonly ContainerConfig[] | undefined;
}

export interface RestoredContainer {
  readonly name?: string | undefined;
  readonly container_id?: string | undefined;
}

export interface RestorePodResponse {
  readonly pod_sandbox_id?: string | undefined;
  readonly restored_containers?: readonly RestoredContainer[] | undefined;
}

export type GetEventsRequest = Readonly<Record<never, never>>;

export interface ContainerEventResponse {
  readonly container_id?: string | undefined;
  readonly container_event_type?: ContainerEventType | undefined;
  readonly created_at?: string | undefined;
  readonly pod_sandbox_status?: PodSandboxStatus | undefined;
  readonly containers_statuses?: readonly ContainerStatus[] | undefined;
}

export type ListMetricDescriptorsRequest = Readonly<Record<never, never>>;

export interface ListMetricDescriptorsResponse {
  readonly descriptors?: readonly MetricDescriptor[] | undefined;
}

export interface MetricDescriptor {
  readonly name?: string | undefined;
  readonly help?: string | undefined;
  readonly label_keys?: readonly string[] | undefined;
}

export type ListPodSandboxMetricsRequest = Readonly<Record<never, never>>;

export interface ListPodSandboxMetricsResponse {
  readonly pod_metrics?: readonly PodSandboxMetrics[] | undefined;
}

export type StreamPodSandboxMetricsRequest = Readonly<Record<never, never>>;

export interface StreamPodSandboxMetricsResponse {
  readonly pod_sandbox_metrics?: readonly PodSandboxMetrics[] | undefined;
}

export interface PodSandboxMetrics {
  readonly pod_sandbox_id?: string | undefined;
  readonly metrics?: readonly Metric[] | undefined;
  readonly container_metrics?: readonly ContainerMetrics[] | undefined;
}

export interface ContainerMetrics {
  readonly container_id?: string | undefined;
  readonly metrics?: readonly Metric[] | undefined;
}

export interface Metric {
  readonly name?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly metric_type?: MetricType | undefined;
  readonly label_values?: readonly string[] | undefined;
  readonly value?: UInt64Value | undefined;
}

export type RuntimeConfigRequest = Readonly<Record<never, never>>;

export interface RuntimeConfigResponse {
  readonly linux?: LinuxRuntimeConfiguration | undefined;
}

export interface LinuxRuntimeConfiguration {
  readonly cgroup_driver?: CgroupDriver | undefined;
}

export interface UpdatePodSandboxResourcesRequest {
  readonly pod_sandbox_id?: string | undefined;
  readonly overhead?: LinuxContainerResources | undefined;
  readonly resources?: LinuxContainerResources | undefined;
}

export type UpdatePodSandboxResourcesResponse = Readonly<Record<never, never>>;
