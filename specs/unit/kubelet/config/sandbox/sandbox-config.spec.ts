// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { sandboxConfig } from '#kubelet/config/sandbox/sandbox-config.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { LinuxPodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { Container, Pod, PodSpec } from '#pod/pod.js';
import type { ContainerSecurityContext } from '#pod/security-context.js';
import { recordedNode } from '../../recorded-node.js';

const own = (securityContext: ContainerSecurityContext): Container => ({
  name: 'a',
  image: 'x',
  securityContext,
});
const podOf = (spec: Partial<PodSpec>): Pod => ({
  metadata: { name: 'p' },
  spec: { containers: [own({})], securityContext: {}, ...spec },
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
