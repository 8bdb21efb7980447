// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { translateRefusal } from '#app/target/preflight/translate-refusal.js';

const facts = {
  handler: 'kata',
  handlers: ['', 'runc'],
  image: '127.0.0.1:5000/box:1',
  registry: '127.0.0.1:5000',
};
const codeOf = (message: string): string | undefined =>
  translateRefusal({ code: 'UNKNOWN', message }, facts)?.code;

describe('translateRefusal', () => {
  it.each([
    [
      'E-SANDBOX-IMAGE',
      'failed to get sandbox image "r.test/pause:3": failed to pull image: dial tcp: lookup r.test: no such host',
    ],
    ['E-SANDBOX-IMAGE', 'failed to get sandbox image "r.test/pause:3": … 401 Unauthorized'],
    [
      'E-SANDBOX-IMAGE',
      'error creating pod sandbox: creating pause image r.test/pause: pinging container registry r.test',
    ],
    ['E-NAME-RESERVED', 'failed to reserve sandbox name "a_b_c_0": name "a_b_c_0" is reserved for "4f"'],
    ['E-CNI-NOTREADY', 'failed to setup network for sandbox "4f": cni plugin not initialized'],
    ['E-CNI-NOTREADY', 'network is not ready: no CNI configuration file in /etc/cni/net.d'],
    ['E-HANDLER', 'failed to get sandbox runtime: no runtime for "kata" is configured'],
    ['E-HANDLER', 'failed to find runtime handler kata from runtime list map[crun:{}]'],
    [
      'E-CGROUP-DRIVER',
      'failed to create containerd task: runc create failed: expected cgroupsPath to be of format "slice:prefix:name" for systemd cgroups, got "/k8s.io/4f" instead',
    ],
    ['E-IMAGE-REF', 'failed to parse image reference "UPPER CASE": invalid reference format'],
    [
      'E-REGISTRY-HTTP',
      'failed to do request: Head "https://127.0.0.1:5000/v2/": http: server gave HTTP response to HTTPS client',
    ],
    [
      'E-REGISTRY-HTTP',
      'initializing source docker://127.0.0.1:5000/box:1: pinging container registry 127.0.0.1:5000: Get: EOF',
    ],
    [
      'E-REGISTRY-AUTH',
      'pulling from host 127.0.0.1:5000 failed with status code [manifests 1]: 401 Unauthorized',
    ],
    ['E-REGISTRY-DOWN', 'failed to do request: dial tcp 127.0.0.1:5000: connect: connection refused'],
    ['E-NODE-DISK', 'failed to extract layer: write /x: no space left on device'],
    ['E-CGROUP-DRIVER', 'expected cgroupsPath to be of format "slice:prefix:name" for systemd cgroups'],
  ])('finds %s in: %s', (code, message) => {
    expect(codeOf(message)).toBe(code);
  });

  it.each(['failed to create shim: exec format error', 'container sandbox not found'])(
    'leaves to the contracts: %s',
    (message) => {
      expect(codeOf(message)).toBeUndefined();
    },
  );

  it('quotes the runtime and names what is ours', () => {
    const failure = translateRefusal(
      { code: 'UNKNOWN', message: 'dial tcp 127.0.0.1:5000: connection refused' },
      facts,
    );
    expect(failure?.message).toBe('The runtime cannot reach our registry 127.0.0.1:5000');
    expect(failure?.seen).toBe('UNKNOWN: dial tcp 127.0.0.1:5000: connection refused');
  });

  it('advises the handlers there are', () => {
    const failure = translateRefusal(
      { code: 'NOT_FOUND', message: 'no runtime for "kata" is configured' },
      facts,
    );
    expect(failure?.fix).toBe('choose one of runc with --runtime-handler, or leave it out');
    expect(failure?.exit).toBe(2);
  });
});
