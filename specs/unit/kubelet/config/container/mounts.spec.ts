// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { mounts, type MountsInput } from '#kubelet/config/container/mounts.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import type { PodSpec } from '#pod/pod.js';
import type { Volume, VolumeMount } from '#pod/volume.js';

interface Setup {
  readonly mounts?: readonly VolumeMount[];
  readonly volumes?: readonly Volume[];
  readonly spec?: Partial<PodSpec>;
  readonly path?: string;
  readonly version?: string;
  readonly input?: Partial<MountsInput>;
}

function made(given: Setup): unknown {
  const container = {
    name: 'a',
    image: 'x',
    terminationMessagePath: given.path ?? '',
    volumeMounts: given.mounts ?? [],
  };
  const found = mounts({
    pod: {
      metadata: { name: 'p', annotations: { note: 'n' } },
      spec: {
        containers: [container],
        volumes: given.volumes ?? [{ name: 'v', emptyDir: {} }],
        ...given.spec,
      },
    },
    uid: 'u',
    container,
    ips: [],
    rootDir: '/k',
    terminationLog: '/k/log',
    imageVolumes: new Map(),
    traits: traitsOf(given.version ?? '1.37'),
    variables: new Map([['POD', 'p']]),
    ...given.input,
  });
  return 'problem' in found ? found.problem : found.value;
}

const one = (mount: Partial<VolumeMount>, more: Setup = {}): unknown =>
  made({ ...more, mounts: [{ name: 'v', mountPath: '/m', ...mount }] });
const volumes = '/k/pods/u/volumes/kubernetes.io~';

describe('where a volume is and how it is mounted', () => {
  it.each<[string, Volume, object]>([
    ['emptyDir', { name: 'v', emptyDir: {} }, { host_path: `${volumes}empty-dir/v` }],
    ['hostPath', { name: 'v', hostPath: { path: '/srv' } }, { host_path: '/srv' }],
    [
      'configMap',
      { name: 'v', configMap: { name: 'c' } },
      { host_path: `${volumes}configmap/v`, readonly: true },
    ],
    ['secret', { name: 'v', secret: {} }, { host_path: `${volumes}secret/v`, readonly: true }],
    ['projected', { name: 'v', projected: {} }, { host_path: `${volumes}projected/v`, readonly: true }],
    [
      'downwardAPI',
      { name: 'v', downwardAPI: {} },
      { host_path: `${volumes}downward-api/v`, readonly: true },
    ],
  ])('%s', (_, volume, expected) => {
    expect(one({}, { volumes: [volume] })).toEqual([{ container_path: '/m', ...expected }]);
  });

  const there = { container_path: '/m', host_path: `${volumes}empty-dir/v` };
  const link = { container_path: '/m', host_path: '/k/pods/u/volume-subpaths/v/a/0' };
  const able = { recursiveReadOnlyMounts: true };
  it.each<[string, Partial<VolumeMount>, Setup, unknown]>([
    ['a relative path', { mountPath: 'm' }, {}, [there]],
    ['read-only', { readOnly: true }, {}, [{ ...there, readonly: true }]],
    ['no propagation', { mountPropagation: 'None' }, {}, [there]],
    [
      'from the node',
      { mountPropagation: 'HostToContainer' },
      {},
      [{ ...there, propagation: 'PROPAGATION_HOST_TO_CONTAINER' }],
    ],
    [
      'both ways',
      { mountPropagation: 'Bidirectional' },
      {},
      [{ ...there, propagation: 'PROPAGATION_BIDIRECTIONAL' }],
    ],
    ['a part', { subPath: 'x/y' }, {}, [link]],
    ['a part named by a variable', { subPathExpr: '$(POD)' }, {}, [link]],
    ['a part named by no variable', { subPathExpr: '$(NO)' }, {}, 'missing value for "NO"'],
    [
      'a part that leaves the volume',
      { subPath: '../x' },
      {},
      'the subPath ../x of volume "v" must not contain \'..\'',
    ],
    [
      'a part that is absolute',
      { subPathExpr: '/$(POD)' },
      {},
      'the subPath /p of volume "v" must not be an absolute path',
    ],
    ['a volume that is not there', { name: 'w' }, {}, 'cannot find volume "w" to mount into container "a"'],
    [
      'all the way, by a runtime that can',
      { readOnly: true, recursiveReadOnly: 'Enabled' },
      { input: able },
      [{ ...there, readonly: true, recursive_read_only: true }],
    ],
    [
      'all the way, by one that cannot',
      { readOnly: true, recursiveReadOnly: 'Enabled' },
      {},
      'the runtime handler cannot mount read-only recursively',
    ],
    [
      'if possible, by one that can',
      { readOnly: true, recursiveReadOnly: 'IfPossible' },
      { input: able },
      [{ ...there, readonly: true, recursive_read_only: true }],
    ],
    [
      'if possible, by one that cannot',
      { readOnly: true, recursiveReadOnly: 'IfPossible' },
      {},
      [{ ...there, readonly: true }],
    ],
    [
      'all the way, writable',
      { recursiveReadOnly: 'IfPossible' },
      { input: able },
      'recursiveReadOnly of volume "v" needs readOnly and no propagation',
    ],
    [
      'all the way, before there was such a thing',
      { readOnly: true, recursiveReadOnly: 'Enabled' },
      { version: '1.28' },
      [{ ...there, readonly: true }],
    ],
    ['with SELinux', {}, { input: { seLinux: true } }, [{ ...there, selinux_relabel: true }]],
    [
      'with SELinux, of the node',
      {},
      { volumes: [{ name: 'v', hostPath: { path: '/s' } }], input: { seLinux: true } },
      [{ container_path: '/m', host_path: '/s' }],
    ],
  ])('%s', (...[, mount, given, expected]) => {
    expect(one(mount, given)).toEqual(expected);
  });
});

describe('an image as a volume', () => {
  const image: Volume = { name: 'v', image: { reference: 'data:1' } };
  const pulled = { imageVolumes: new Map([['v', 'sha256:1']]) };
  const spec = { image: 'sha256:1', user_specified_image: 'data:1', annotations: { note: 'n' } };

  it.each<[string, Partial<VolumeMount>, Setup, unknown]>([
    ['as a whole', {}, { input: pulled }, [{ container_path: '/m', image: spec, readonly: true }]],
    [
      'in part',
      { subPath: 'd' },
      { input: pulled },
      [{ container_path: '/m', image: spec, image_sub_path: 'd', readonly: true }],
    ],
    ['that was not pulled', {}, {}, 'the image of volume "v" has not been pulled'],
    [
      'before there was such a thing',
      {},
      { version: '1.32' },
      [{ container_path: '/m', host_path: `${volumes}empty-dir/v` }],
    ],
  ])('%s', (...[, mount, given, expected]) => {
    expect(one(mount, { ...given, volumes: [image] })).toEqual(expected);
  });
});

describe('the files of the kubelet', () => {
  const hosts = { container_path: '/etc/hosts', host_path: '/k/pods/u/etc-hosts' };
  const log = { container_path: '/dev/log', host_path: '/k/log' };
  const ips = ['10.0.0.1'];
  const hostNetwork = { hostNetwork: true };

  it.each<[string, Setup, unknown]>([
    ['hosts, then the termination log', { path: '/dev/log', input: { ips } }, [hosts, log]],
    ['no hosts without an address', { path: '/dev/log' }, [log]],
    ['hosts of the node', { spec: hostNetwork }, [hosts]],
    [
      'hosts of the node, whose addresses are not known, before 1.32',
      { spec: hostNetwork, version: '1.28' },
      [],
    ],
    ['hosts of the node before 1.32', { spec: hostNetwork, version: '1.28', input: { ips } }, [hosts]],
    ['no log where none is wanted', { input: { ips } }, [hosts]],
    ['no log where none could be made', { path: '/dev/log', input: { terminationLog: undefined } }, []],
    [
      'relabelled',
      { path: '/dev/log', input: { ips, seLinux: true } },
      [hosts, log].map((each) => ({ ...each, selinux_relabel: true })),
    ],
  ])('%s', (_, given, expected) => {
    expect(made(given)).toEqual(expected);
  });

  it('leaves /etc/hosts to a volume that takes its place', () => {
    expect(one({ mountPath: '/etc/hosts' }, { input: { ips } })).toEqual([
      { container_path: '/etc/hosts', host_path: `${volumes}empty-dir/v` },
    ]);
  });

  it('says on every mount which users a pod of its own users has', () => {
    const ids = [{ host_id: 65_536, length: 65_536 }];
    const found = one(
      {},
      { path: '/dev/log', input: { ips, userNamespace: { hostId: 65_536, length: 65_536 } } },
    );
    expect(found).toEqual([
      { container_path: '/m', host_path: `${volumes}empty-dir/v`, uidMappings: ids, gidMappings: ids },
      { ...hosts, uidMappings: ids, gidMappings: ids },
      { ...log, uidMappings: ids, gidMappings: ids },
    ]);
  });
});
