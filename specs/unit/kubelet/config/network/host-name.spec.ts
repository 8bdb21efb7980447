// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { hostNameOf, sandboxHostName } from '#kubelet/config/network/host-name.js';
import type { Pod, PodSpec } from '#pod/pod.js';

const podOf = (spec: Partial<PodSpec>, name = 'p'): Pod => ({
  metadata: { name, namespace: 'd' },
  spec: { containers: [{ name: 'a', image: 'x' }], ...spec },
});

describe('the host name', () => {
  it.each<readonly [string, Partial<PodSpec>, string, string]>([
    ['the name of the pod', {}, 'p', 'p'],
    ['its own', { hostname: 'web' }, 'p', 'web'],
    ['short although it has a domain', { hostname: 'web', subdomain: 'svc' }, 'p', 'web'],
    [
      'with its domain',
      { hostname: 'web', subdomain: 'svc', setHostnameAsFQDN: true },
      'p',
      'web.svc.d.svc.cluster.local',
    ],
    ['without a domain', { setHostnameAsFQDN: true }, 'p', 'p'],
    [
      'the one that overrides',
      { hostnameOverride: 'other.example', subdomain: 'svc', setHostnameAsFQDN: true },
      'p',
      'other.example',
    ],
    ['none on the network of the node', { hostNetwork: true, hostname: 'web' }, 'p', ''],
    ['cut to 63 characters', {}, `${'x'.repeat(61)}-.yyyy`, 'x'.repeat(61)],
  ])('%s', (...[, spec, name, expected]) => {
    expect(sandboxHostName(podOf(spec, name), 'cluster.local')).toBe(expected);
  });

  it('has a domain for /etc/hosts in any case', () => {
    const pod = podOf({ hostNetwork: true, hostname: 'web', subdomain: 'svc' });
    expect(hostNameOf(pod, 'cluster.local')).toEqual({ short: 'web', domain: 'svc.d.svc.cluster.local' });
  });

  it.each<readonly [string, Partial<PodSpec>]>([
    ['longer than Linux can hold', { hostname: 'w'.repeat(41), subdomain: 'svc', setHostnameAsFQDN: true }],
    ['no label', { hostname: 'Web' }],
    ['no label as subdomain', { subdomain: 'a.b' }],
    ['no domain', { hostnameOverride: 'a..b' }],
  ])('there can be none: %s', (_, spec) => {
    expect(() => sandboxHostName(podOf(spec), 'cluster.local')).toThrow(/host name/);
  });
});
