// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { containerSecurityContext } from '#kubelet/config/security/container-security.js';
import { imageUserOf } from '#kubelet/config/security/image-user.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { Container, Pod, PodSpec } from '#pod/pod.js';
import type { ContainerSecurityContext, PodSecurityContext } from '#pod/security-context.js';

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

function withoutUndefined(message: object): object {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}
