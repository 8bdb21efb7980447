// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { containerSecurityContext } from '#kubelet/config/security/container-security.js';
import { imageUserOf } from '#kubelet/config/security/image-user.js';
import { namespaceOptions } from '#kubelet/config/sandbox/namespaces.js';
import { sandboxConfig } from '#kubelet/config/sandbox/sandbox-config.js';
import { idRangeOf, IdRanges, ownIds } from '#kubelet/config/security/user-namespace.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { LinuxContainerSecurityContext, LinuxPodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { Container, Pod, PodSpec } from '#pod/pod.js';
import type { ContainerSecurityContext, PodSecurityContext } from '#pod/security-context.js';
import { recordedNode } from '../../recorded-node.js';

const own = (securityContext: ContainerSecurityContext): Container => ({
  name: 'a',
  image: 'x',
  securityContext,
});
const podOf = (spec: Partial<PodSpec>, annotations: Readonly<Record<string, string>> = {}): Pod => ({
  metadata: { name: 'p', annotations },
  spec: { containers: [own({})], securityContext: {}, ...spec },
});
const seccompOf = 'container.seccomp.security.alpha.kubernetes.io/a';
const seccompOfPod = 'seccomp.security.alpha.kubernetes.io/pod';
const appArmorOf = 'container.apparmor.security.beta.kubernetes.io/a';

function secured(pod: Pod, container: Container, version = '1.37'): LinuxContainerSecurityContext {
  const imageUser = { uid: undefined, username: '' };
  const facts = { thermalThrottlePaths: ['/t'] };
  return containerSecurityContext({
    pod,
    container,
    imageUser,
    rootDir: '/k',
    facts,
    traits: traitsOf(version),
  });
}

describe('the security context of a container', () => {
  it.each<readonly [string, PodSecurityContext, ContainerSecurityContext, object]>([
    ['nothing', {}, {}, { run_as_user: {}, seccomp: { profile_type: 'Unconfined' } }],
    [
      'the user of the pod',
      { runAsUser: 7, runAsGroup: 8 },
      {},
      { run_as_user: { value: '7' }, run_as_group: { value: '8' } },
    ],
    [
      'its own user',
      { runAsUser: 7, runAsGroup: 8 },
      { runAsUser: 0, runAsGroup: 0 },
      { run_as_user: {}, run_as_group: {} },
    ],
    [
      'groups: fsGroup first',
      { fsGroup: 3, supplementalGroups: [1, 2] },
      {},
      { supplemental_groups: ['3', '1', '2'] },
    ],
    [
      'strictly those groups',
      { supplementalGroupsPolicy: 'Strict' },
      {},
      { supplemental_groups_policy: 'Strict' },
    ],
    [
      'capabilities as written',
      {},
      { capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] } },
      { capabilities: { add_capabilities: ['NET_ADMIN'], drop_capabilities: ['ALL'] } },
    ],
    ['capabilities, none named', {}, { capabilities: {} }, { capabilities: {} }],
    [
      'flags',
      {},
      { privileged: true, readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
      { privileged: true, readonly_rootfs: true, no_new_privs: true },
    ],
    [
      'SELinux: its own as a whole',
      { seLinuxOptions: { user: 'u', level: 'l' } },
      { seLinuxOptions: { level: 'm' } },
      { selinux_options: { level: 'm' } },
    ],
    ['SELinux of the pod', { seLinuxOptions: { user: 'u' } }, {}, { selinux_options: { user: 'u' } }],
    ['seccomp of the pod', { seccompProfile: { type: 'RuntimeDefault' } }, {}, { seccomp: {} }],
    [
      'its own seccomp',
      { seccompProfile: { type: 'RuntimeDefault' } },
      { seccompProfile: { type: 'Localhost', localhostProfile: 'b/c.json' } },
      { seccomp: { profile_type: 'Localhost', localhost_ref: '/k/seccomp/b/c.json' } },
    ],
    [
      'AppArmor of the pod',
      { appArmorProfile: { type: 'Unconfined' } },
      {},
      { apparmor: { profile_type: 'Unconfined' }, apparmor_profile: 'unconfined' },
    ],
    [
      'its own AppArmor',
      { appArmorProfile: { type: 'Unconfined' } },
      { appArmorProfile: { type: 'Localhost', localhostProfile: 'n' } },
      { apparmor: { profile_type: 'Localhost', localhost_ref: 'n' }, apparmor_profile: 'localhost/n' },
    ],
    [
      'AppArmor of the runtime',
      {},
      { appArmorProfile: { type: 'RuntimeDefault' } },
      { apparmor: {}, apparmor_profile: 'runtime/default' },
    ],
  ])('%s', (...[, ofPod, ofContainer, expected]) => {
    const container = own(ofContainer);
    const found = secured(podOf({ securityContext: ofPod, containers: [container] }), container);
    expect(found).toMatchObject(expected);
    expect(found.seccomp_profile_path).toBeUndefined();
  });

  it('has none of what nobody asked for', () => {
    const { masked_paths, readonly_paths, ...rest } = secured(podOf({}), own({}));
    expect([masked_paths?.length, readonly_paths?.length]).toEqual([13, 5]);
    expect(Object.keys(rest)).toEqual(['namespace_options', 'run_as_user', 'seccomp']);
  });

  it('sees all of /proc where it is unmasked', () => {
    const context = secured(podOf({}), own({ procMount: 'Unmasked' }));
    expect(context).not.toHaveProperty('masked_paths');
    expect(context).not.toHaveProperty('readonly_paths');
  });

  it.each<readonly [string, Readonly<Record<string, string>>, ContainerSecurityContext, object]>([
    ['1.26', {}, { seccompProfile: { type: 'RuntimeDefault' } }, { seccomp_profile_path: 'runtime/default' }],
    ['1.26', {}, { seccompProfile: { type: 'Unconfined' } }, { seccomp_profile_path: 'unconfined' }],
    [
      '1.26',
      {},
      { seccompProfile: { type: 'Localhost', localhostProfile: 'p' } },
      { seccomp_profile_path: 'localhost//k/seccomp/p' },
    ],
    ['1.24', { [seccompOf]: 'localhost/p' }, {}, { seccomp_profile_path: 'localhost//k/seccomp/p' }],
    ['1.24', { [seccompOfPod]: 'runtime/default' }, {}, { seccomp_profile_path: 'runtime/default' }],
    ['1.25', { [seccompOfPod]: 'runtime/default' }, {}, { seccomp_profile_path: undefined }],
    ['1.27', {}, { seccompProfile: { type: 'RuntimeDefault' } }, { seccomp_profile_path: undefined }],
    ['1.29', { [appArmorOf]: 'localhost/n' }, {}, { apparmor_profile: 'localhost/n', apparmor: undefined }],
    [
      '1.30',
      { [appArmorOf]: 'localhost/n' },
      {},
      { apparmor_profile: 'localhost/n', apparmor: { profile_type: 'Localhost', localhost_ref: 'n' } },
    ],
    ['1.30', { [appArmorOf]: 'nonsense' }, {}, { apparmor_profile: undefined }],
  ])('%s with %j and %j', (...[version, annotations, context, expected]) => {
    expect(secured(podOf({}, annotations), own(context), version)).toEqual(
      expect.objectContaining(withoutUndefined(expected)),
    );
    const names = Object.entries(expected)
      .filter(([, value]) => value === undefined)
      .map(([name]) => name);
    for (const name of names)
      expect(secured(podOf({}, annotations), own(context), version)).not.toHaveProperty(name);
  });

  it.each([
    [{ uid: { value: '5' } }, { run_as_user: { value: '5' } }],
    [{ uid: {} }, { run_as_user: {} }],
    [{ username: 'u' }, { run_as_username: 'u' }],
    [undefined, { run_as_user: {} }],
  ])('the user of the image %j', (image, expected) => {
    const facts = { thermalThrottlePaths: [] };
    const common = { pod: podOf({}), container: own({}), rootDir: '/k', facts, traits: traitsOf('1.37') };
    expect(containerSecurityContext({ ...common, imageUser: imageUserOf(image) })).toMatchObject(expected);
  });
});

describe('the security context of a sandbox', () => {
  const linux = (spec: Partial<PodSpec>, version = '1.37'): LinuxPodSandboxConfig | undefined =>
    sandboxConfig({
      pod: podOf(spec),
      uid: 'u',
      attempt: 0,
      facts: recordedNode,
      podLogsDir: '/l',
      traits: traitsOf(version),
    }).linux;

  it.each<readonly [string, Partial<PodSpec>, object]>([
    [
      'is confined whatever the pod says',
      { securityContext: { seccompProfile: { type: 'Unconfined' } } },
      { seccomp: {} },
    ],
    [
      'is privileged when a container is',
      { initContainers: [own({ privileged: true })] },
      { privileged: true },
    ],
    ['also an ephemeral one', { ephemeralContainers: [own({ privileged: true })] }, { privileged: true }],
    [
      'has the user of the pod',
      { securityContext: { runAsUser: 0, runAsGroup: 2, fsGroup: 9, supplementalGroups: [1] } },
      { run_as_user: {}, run_as_group: { value: '2' }, supplemental_groups: ['9', '1'] },
    ],
  ])('%s', (_, spec, expected) => {
    expect(linux(spec)?.security_context).toMatchObject(expected);
  });

  it('names no namespaces where the pod has no security context', () => {
    const pod = { ...podOf({ containers: [own({ privileged: true })] }) };
    const { securityContext, ...spec } = pod.spec;
    expect(securityContext).toEqual({});
    const config = sandboxConfig({
      pod: { ...pod, spec },
      uid: 'u',
      attempt: 0,
      facts: recordedNode,
      podLogsDir: '/l',
      traits: traitsOf('1.37'),
    });
    expect(config.linux?.security_context).toEqual({ privileged: true, seccomp: {} });
  });

  it('sets sysctls under their dotted names', () => {
    const sysctls = [
      { name: 'net/ipv4/ip_local_port_range', value: '1024 65535' },
      { name: 'net/ipv4/conf/eth0.1/x', value: '1' },
      { name: 'kernel.shm_rmid_forced', value: '0' },
    ];
    expect(linux({ securityContext: { sysctls } })?.sysctls).toEqual({
      'net.ipv4.ip_local_port_range': '1024 65535',
      'net.ipv4.conf.eth0/1.x': '1',
      'kernel.shm_rmid_forced': '0',
    });
  });

  it.each([
    ['1.22', false, true],
    ['1.23', true, true],
    ['1.26', true, true],
    ['1.27', true, false],
  ])('kubelet %s: resources %s, path of seccomp %s', (version, resources, path) => {
    const found = linux({}, version);
    expect([found?.resources !== undefined, found?.overhead !== undefined]).toEqual([resources, resources]);
    expect(found?.security_context?.seccomp_profile_path).toBe(path ? 'runtime/default' : undefined);
  });
});

it.each<readonly [string, Partial<PodSpec>, object, object]>([
  ['1.37', {}, {}, { pid: 'CONTAINER', userns_options: { mode: 'NODE' } }],
  ['1.32', {}, {}, { pid: 'CONTAINER' }],
  [
    '1.32',
    { hostNetwork: true, hostIPC: true, hostPID: true },
    {},
    { network: 'NODE', ipc: 'NODE', pid: 'NODE' },
  ],
  ['1.32', { shareProcessNamespace: true }, {}, {}],
  ['1.32', {}, { targetId: 'c' }, { pid: 'TARGET', target_id: 'c' }],
  ['1.32', { shareProcessNamespace: true }, { targetId: 'c' }, {}],
  ['1.32', { hostPID: true }, { targetId: 'c' }, { pid: 'NODE' }],
  [
    '1.37',
    {},
    { userNamespace: { hostId: 65_536, length: 65_536 } },
    {
      pid: 'CONTAINER',
      userns_options: {
        uids: [{ host_id: 65_536, length: 65_536 }],
        gids: [{ host_id: 65_536, length: 65_536 }],
      },
    },
  ],
])('the namespaces, kubelet %s, %j, %j', (...[version, spec, more, expected]) => {
  expect(namespaceOptions({ pod: podOf(spec), traits: traitsOf(version), ...more })).toEqual(expected);
});

describe('user ids', () => {
  const features = { userNamespaces: true, recursiveReadOnlyMounts: false };
  const pod = podOf({ hostUsers: false });

  it('are a range for each pod, the first one free', () => {
    const idRanges = new IdRanges();
    const from = (uid: string): number | undefined => ownIds(pod, uid, { idRanges, features })?.hostId;
    expect([from('a'), from('b'), from('a')]).toEqual([65_536, 131_072, 65_536]);
    idRanges.release('a');
    expect([from('c'), from('b'), from('d')]).toEqual([65_536, 131_072, 196_608]);
  });

  it.each([undefined, { ...features, userNamespaces: false }])('need a handler that can: %j', (can) => {
    const source = { idRanges: new IdRanges(), features: can };
    expect(() => ownIds(pod, 'a', source)).toThrow('does not support user namespaces');
    expect(ownIds(podOf({ hostUsers: true }), 'a', source)).toBeUndefined();
    expect(ownIds(podOf({}), 'a', source)).toBeUndefined();
  });

  it('are those of the sandbox for all that is in it', () => {
    const userNamespace = { hostId: 65_536, length: 65_536 };
    const common = { uid: 'u', attempt: 0, facts: recordedNode, podLogsDir: '/l', traits: traitsOf('1.37') };
    expect(idRangeOf(sandboxConfig({ ...common, pod, userNamespace }))).toEqual(userNamespace);
    expect(idRangeOf(sandboxConfig({ ...common, pod }))).toBeUndefined();
  });
});

function withoutUndefined(message: object): object {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}
