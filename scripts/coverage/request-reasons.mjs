// SPDX-License-Identifier: Apache-2.0
// Why a field of a request is sent with fewer than two values. A reason that explains nothing any more fails
// `npm run coverage -- --write`, so that the table only shrinks.

const sandboxAmounts =
  'kuberuntime_sandbox_linux.go, calculateSandboxResources and convertOverheadToLinuxResources';
const onlyAmounts = 'of a pod only CPU and memory are sent';
const updateSource = 'kuberuntime_container_linux.go, generateUpdatePodSandboxResourcesRequest';

/**
 * `field`: an RPC and a path, with * for any text. `source`: the Go file and function of Kubernetes that show it, or
 * ours that forbids it. `dependsOnNode`: other nodes do send it, so that explaining nothing is no fault.
 */
export const requestReasons = [
  {
    field: '* *ids[].container_id',
    why: 'inside a pod its own ids begin at 0',
    source: 'userns/userns_manager.go, createUserNs',
  },
  {
    field: 'CreateContainer config.mounts[].*Mappings[].container_id',
    why: 'inside a pod its own ids begin at 0',
    source: 'userns/userns_manager.go, createUserNs',
  },
  {
    field: '* *ids[].length',
    why: 'every pod gets 65536 ids unless the kubelet is configured otherwise (userNamespaces.idsPerPod)',
    source: 'userns/userns_manager.go, MakeUserNsManager',
  },
  {
    field: 'CreateContainer config.mounts[].*Mappings[].length',
    why: 'every pod gets 65536 ids unless the kubelet is configured otherwise (userNamespaces.idsPerPod)',
    source: 'userns/userns_manager.go, MakeUserNsManager',
  },
  {
    field: 'RunPodSandbox config.linux.security_context.namespace_options.target_id',
    why: 'only ephemeral containers have a target',
    source: 'kuberuntime/util/util.go, NamespacesForPod',
  },
  {
    field: 'RunPodSandbox config.linux.security_context.readonly_rootfs',
    why: 'never set',
    source: 'kuberuntime_sandbox.go, generatePodSandboxLinuxConfig',
  },
  {
    field: '* config.linux.security_context.seccomp_profile_path',
    why: 'kubelets send it up to 1.26 only',
    source:
      'kuberuntime_sandbox.go, generatePodSandboxLinuxConfig; recordings 1.24/happy-two and 1.28/happy-two',
  },
  {
    field: 'RunPodSandbox config.linux.security_context.seccomp.*',
    why: 'a sandbox always gets RuntimeDefault, whatever the pod says',
    source: 'kuberuntime_sandbox.go, generatePodSandboxLinuxConfig',
  },
  {
    field: 'RunPodSandbox config.linux.security_context.apparmor.*',
    why: 'never set',
    source: 'kuberuntime_sandbox.go, generatePodSandboxLinuxConfig',
  },
  { field: 'RunPodSandbox config.linux.*.oom_score_adj', why: onlyAmounts, source: sandboxAmounts },
  { field: 'RunPodSandbox config.linux.*.cpuset_*', why: onlyAmounts, source: sandboxAmounts },
  { field: 'RunPodSandbox config.linux.*.hugepage_limits[]*', why: onlyAmounts, source: sandboxAmounts },
  {
    field: 'RunPodSandbox config.linux.*.memory_swap_limit_in_bytes',
    why: onlyAmounts,
    source: sandboxAmounts,
  },
  {
    field: 'RunPodSandbox config.linux.resources.cpu_period',
    why: 'always cpuCFSQuotaPeriod of the kubelet, 100 ms unless configured',
    source: 'kuberuntime_container_linux.go, calculateLinuxResources',
  },
  { field: 'UpdatePodSandboxResources *.oom_score_adj', why: onlyAmounts, source: updateSource },
  { field: 'UpdatePodSandboxResources *.cpuset_*', why: onlyAmounts, source: updateSource },
  { field: 'UpdatePodSandboxResources *.hugepage_limits[]*', why: onlyAmounts, source: updateSource },
  { field: 'UpdatePodSandboxResources *.memory_swap_limit_in_bytes', why: onlyAmounts, source: updateSource },
  {
    field: '* *.unified',
    why: 'only on a node with cgroup v2',
    source: 'kuberuntime_container_linux.go, calculateLinuxResources and generateLinuxContainerResources',
    dependsOnNode: true,
  },
  {
    field: '* verbose',
    why: 'always false',
    source:
      'kuberuntime_sandbox.go, getPodSandboxStatuses; kuberuntime_container.go, getPodContainerStatuses',
  },
  {
    field: 'CreateContainer config.image.annotations',
    why: 'a container names its image by id; annotations go with pulls and ImageStatus',
    source: 'kuberuntime_container.go, generateContainerConfig',
  },
  {
    field: '* *image.runtime_handler',
    why: 'the gate RuntimeClassInImageCriAPI is off by default',
    source: 'images/image_manager.go, EnsureImageExists (KEP-4216)',
  },
  {
    field: '* *image.image_ref',
    why: 'answers only: no request sets it',
    source: 'kuberuntime/convert.go, toRuntimeAPIImageSpec',
  },
  {
    field: 'CreateContainer config.mounts[].selinux_relabel',
    why: 'only on a node with SELinux',
    source: 'kubelet_pods.go, makeMounts',
    dependsOnNode: true,
  },
  {
    field: 'CreateContainer config.mounts[].mount_options[]',
    why: 'the gate VolumeBindMountOptions is off by default',
    source: 'kubelet_pods.go, makeMounts',
  },
  {
    field: '* *.hugepage_limits[].limit',
    why: 'only on a node that has set huge pages aside: the kubelet admits no pod that wants more',
    source: 'kuberuntime_container_linux.go, GetHugepageLimitsFromResources',
    dependsOnNode: true,
  },
  {
    field: 'CreateContainer config.linux.security_context.capabilities.add_ambient_capabilities[]',
    why: 'never set',
    source: 'kuberuntime/security_context.go, convertToRuntimeCapabilities',
  },
  {
    field: 'CreateContainer config.linux.security_context.apparmor.*',
    why: 'only on a node with AppArmor: elsewhere the kubelet admits no profile but Unconfined',
    source: 'pkg/security/apparmor/validate.go, Validate',
    dependsOnNode: true,
  },
  {
    field: 'CreateContainer config.devices[]*',
    why: 'only on a machine with a block device that nobody uses',
    source: 'src/host/block-devices.ts',
    dependsOnNode: true,
  },
  {
    field: 'CreateContainer config.CDI_devices[]*',
    why: 'needs a plugin or driver that has written a file to /etc/cdi of the node, which is not ours',
    source: 'cm/devicemanager/manager.go, deviceRunContainerOptions; cm/dra/manager.go, GetResources',
  },
  {
    field: 'UpdateContainerResources linux.cpuset_mems',
    why: 'the memory manager sets it at creation and does not change it',
    source: 'cm/internal_container_lifecycle_linux.go, PreCreateContainer',
  },
  {
    field: 'UpdateContainerResources annotations',
    why: 'never set',
    source: 'cri-client/pkg/remote_runtime.go, UpdateContainerResources',
  },
  {
    field: 'UpdateRuntimeConfig runtime_config.network_config.pod_cidr',
    why: 'it would change the pod network of the node, so our guard lets no address range through',
    source: 'src/guard/guarded-client.ts',
  },
  {
    field: 'ListImages filter.*',
    why: 'a kubelet lists all images; the filter by name is what crictl sends',
    source: 'kuberuntime_image.go, ListImages',
  },
  {
    field: 'PullImage auth.password',
    why: 'redacted in every recording; images.several-credentials sends two',
    source: 'src/evidence/write/redact.ts',
  },
  {
    field: 'PullImage auth.*',
    why: 'of a secret or a credential plugin only user name and password are taken',
    source: 'pkg/credentialprovider/keyring.go, BasicDockerKeyring.Add',
  },
  {
    field: 'RemoveImage image.annotations',
    why: 'an image is removed by its id alone',
    source: 'kuberuntime_image.go, RemoveImage',
  },
];
