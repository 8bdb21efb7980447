// SPDX-License-Identifier: Apache-2.0
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PodSandboxConfig } from '#cri/proto/generated/messages.js';
import type { PodStatus } from '#kubelet/decide/report/pod-status.js';
import { prepareContainerFiles, preparePodFiles } from '#kubelet/sync/volumes/prepare-files.js';
import type { PodSync } from '#kubelet/context/kubelet-context.js';
import { prepareVolumes } from '#kubelet/sync/volumes/prepare-volumes.js';
import { nodeFiles } from '#kubelet/context/node-files.js';
import { traitsOf } from '#kubelet/versions/traits.js';
import { noObjects, type ClusterObjects } from '#pod/cluster-objects.js';
import type { Container, PodSpec } from '#pod/pod.js';
import type { HostPath, Volume } from '#pod/volume.js';
import { recordedNode } from '../../recorded-node.js';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'criprobe-volumes-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const objects: ClusterObjects = {
  ...noObjects,
  configMaps: [{ metadata: { name: 'c' }, data: { k: 'v', l: 'w' }, binaryData: { b: '/wA=' } }],
  secrets: [{ metadata: { name: 's' }, data: { k: 'c2VjcmV0' } }],
};

function syncOf(
  spec: Partial<PodSpec>,
  more: { objects?: ClusterObjects; sandboxes?: PodStatus['sandboxes'] } = {},
): PodSync {
  const node = nodeFiles({ podLogsDir: join(dir, 'logs'), rootDir: join(dir, 'root') });
  const metadata = { name: 'p', namespace: 'default', labels: { b: '2', a: 'x "y"' } };
  const ctx = {
    node,
    facts: recordedNode,
    objects: more.objects ?? objects,
    traits: traitsOf('1.37'),
    wallMs: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    runtimeHandler: '',
    runtimeInfo: () => ({ runtimeReady: true, networkReady: true, handlers: new Map() }),
  };
  return {
    ctx: ctx as unknown as PodSync['ctx'],
    pod: { metadata, spec: { containers: [{ name: 'a', image: 'x' }], ...spec } },
    uid: 'u',
    status: { sandboxes: more.sandboxes ?? [], containers: [], ips: [] } as unknown as PodStatus,
  };
}

const place = (kind: string): string => join(dir, `root/pods/u/volumes/kubernetes.io~${kind}/v`);
const modeOf = (path: string): number => statSync(path).mode & 0o7777;

/** What containers find in the volume: `path mode content`. */
function seen(path: string, prefix = ''): readonly string[] {
  return readdirSync(path)
    .filter((each) => !each.startsWith('..'))
    .sort()
    .flatMap((each) => {
      const whole = join(path, each);
      if (statSync(whole).isDirectory()) return seen(whole, `${prefix}${each}/`);
      return [`${prefix}${each} ${modeOf(whole).toString(8)} ${readFileSync(whole, 'latin1')}`];
    });
}

const name = 'v';
const fieldRef = { fieldPath: 'metadata.labels' };

describe('a volume that the kubelet writes', () => {
  it.each<[string, string, Volume, readonly string[]]>([
    [
      'a ConfigMap',
      'configmap',
      { name, configMap: { name: 'c' } },
      ['b 644 \u00ff\0', 'k 644 v', 'l 644 w'],
    ],
    [
      'some keys of it',
      'configmap',
      {
        name,
        configMap: {
          name: 'c',
          defaultMode: 0o400,
          items: [
            { key: 'k', path: 'x/y' },
            { key: 'l', path: 'z', mode: 0o755 },
          ],
        },
      },
      ['x/y 400 v', 'z 755 w'],
    ],
    [
      'an optional ConfigMap that is missing',
      'configmap',
      { name, configMap: { name: 'no', optional: true } },
      [],
    ],
    [
      'an optional key',
      'configmap',
      { name, configMap: { name: 'c', optional: true, items: [{ key: 'no', path: 'x' }] } },
      [],
    ],
    ['a Secret', 'secret', { name, secret: { secretName: 's' } }, ['k 644 secret']],
    [
      'the pod itself',
      'downward-api',
      {
        name,
        downwardAPI: {
          items: [
            { path: 'labels', fieldRef },
            { path: 'cpu', mode: 0o600, resourceFieldRef: { containerName: 'a', resource: 'requests.cpu' } },
          ],
        },
      },
      ['cpu 600 0', 'labels 644 a="x \\"y\\""\nb="2"'],
    ],
    [
      'several of them',
      'projected',
      {
        name,
        projected: {
          defaultMode: 0o444,
          sources: [
            { secret: { name: 's', items: [{ key: 'k', path: 'a' }] } },
            { configMap: { name: 'c', items: [{ key: 'k', path: 'b', mode: 0o600 }] } },
            { downwardAPI: { items: [{ path: 'c', fieldRef: { fieldPath: 'metadata.name' } }] } },
          ],
        },
      },
      ['a 444 secret', 'b 600 v', 'c 444 p'],
    ],
    ['nothing', 'projected', { name, projected: {} }, []],
  ])('%s', async (...[, kind, volume, files]) => {
    expect(await prepareVolumes(syncOf({ volumes: [volume] }), [])).toBeUndefined();
    expect(seen(place(kind))).toEqual(files);
  });

  it('lies behind a link that is turned when it changes', async () => {
    const volumes = [{ name, configMap: { name: 'c' } }];
    await prepareVolumes(syncOf({ volumes }), []);
    const path = place('configmap');
    const first = readlinkSync(join(path, '..data'));
    expect(first).toMatch(/^\.\.2026_01_02_03_04_05\.\d+$/);
    expect(readlinkSync(join(path, 'k'))).toBe('..data/k');
    expect(modeOf(path)).toBe(0o777);
    await prepareVolumes(syncOf({ volumes }), []);
    expect(readlinkSync(join(path, '..data'))).toBe(first);
    const configMaps = [{ metadata: { name: 'c' }, data: { k: 'new' } }];
    await prepareVolumes(syncOf({ volumes }, { objects: { ...objects, configMaps } }), []);
    expect(seen(path)).toEqual(['k 644 new']);
    expect(readdirSync(path).sort()).toEqual(['..data', readlinkSync(join(path, '..data')), 'k'].sort());
  });

  it.each<[string, Volume, string]>([
    ['a ConfigMap that is missing', { name, configMap: { name: 'no' } }, 'configmap "no" not found'],
    [
      'a key that is missing',
      { name, secret: { secretName: 's', items: [{ key: 'no', path: 'x' }] } },
      'secret "s" has no key no',
    ],
    [
      'a token',
      { name, projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
      'a serviceAccountToken needs the API server',
    ],
  ])('makes the pod wait for %s', async (_, volume, why) => {
    expect(await prepareVolumes(syncOf({ volumes: [volume] }), [])).toEqual({
      reason: 'FailedMount',
      message: `unmounted volumes=[v]: v: ${why}`,
    });
  });

  it('belongs to the group of the pod', async () => {
    const fsGroup = process.getgid?.() ?? 0;
    const volumes: readonly Volume[] = [
      { name, emptyDir: {} },
      { name: 'c', configMap: { name: 'c', defaultMode: 0o400 } },
    ];
    const securityContext = { fsGroup };
    expect(await prepareVolumes(syncOf({ volumes, securityContext }), [])).toBeUndefined();
    const config = join(dir, 'root/pods/u/volumes/kubernetes.io~configmap/c');
    expect([modeOf(place('empty-dir')), modeOf(config), modeOf(join(config, 'k'))]).toEqual([
      0o2777, 0o2777, 0o440,
    ]);
    expect(statSync(join(config, 'k')).gid).toBe(fsGroup);
  });

  it('surfaces as a problem when it cannot be written', async () => {
    writeFileSync(join(dir, 'root'), 'in the way');
    const found = await prepareVolumes(
      syncOf({
        volumes: [
          { name, emptyDir: {} },
          { name: 'w', configMap: { name: 'c' } },
        ],
      }),
      [],
    );
    expect(found).toMatchObject({
      reason: 'FailedMount',
      message: expect.stringContaining('unmounted volumes=[v w]') as unknown,
    });
  });
});

it('an emptyDir is there for all, and stays as it is', async () => {
  const sync = syncOf({ volumes: [{ name, emptyDir: { medium: 'Memory' } }] });
  await prepareVolumes(sync, []);
  expect(modeOf(place('empty-dir'))).toBe(0o777);
  chmodSync(place('empty-dir'), 0o700);
  await prepareVolumes(sync, []);
  expect(modeOf(place('empty-dir'))).toBe(0o700);
});

describe('a path of the node', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
  });

  async function furnish(): Promise<void> {
    mkdirSync(join(dir, 'dir'));
    writeFileSync(join(dir, 'file'), 'kept');
    symlinkSync('dir', join(dir, 'link'));
    server = createServer();
    await new Promise<void>((done) => server?.listen(join(dir, 'socket'), done));
  }

  const fine = undefined;
  it.each<[string, string, HostPath['type'], string | undefined]>([
    ['not looked at', '/none', undefined, fine],
    ['not looked at', '/none', '', fine],
    ['a directory', '/dir', 'Directory', fine],
    ['a directory behind a link', '/link', 'Directory', fine],
    ['no directory', '/file', 'Directory', 'is not a directory'],
    ['nothing', '/none', 'Directory', 'is not a directory'],
    ['made', '/none/deep', 'DirectoryOrCreate', fine],
    ['no directory', '/file', 'DirectoryOrCreate', 'is not a directory'],
    ['a file', '/file', 'File', fine],
    ['no file', '/dir', 'File', 'is not a file'],
    ['made', '/new', 'FileOrCreate', fine],
    ['a file', '/file', 'FileOrCreate', fine],
    ['not made without its directory', '/none/file', 'FileOrCreate', 'is not a file'],
    ['a socket', '/socket', 'Socket', fine],
    ['no socket', '/file', 'Socket', 'is not a socket'],
    ['a device', '/../../dev/null', 'CharDevice', fine],
    ['no device', '/file', 'CharDevice', 'is not a character device'],
    ['no device', '/file', 'BlockDevice', 'is not a block device'],
    ['of no known type', '/file', 'Odd', 'Odd is not a hostPath volume type'],
  ])('%s: %s as %s', async (...[, path, type, problem]) => {
    await furnish();
    const whole = path.includes('/dev/') ? '/dev/null' : join(dir, path);
    const hostPath = { path: whole, ...(type !== undefined && { type }) };
    const found = await prepareVolumes(syncOf({ volumes: [{ name, hostPath }] }), []);
    expect(found?.message.includes(problem ?? '?')).toBe(problem === undefined ? undefined : true);
    expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('kept');
    if (type?.endsWith('OrCreate') === true && problem === undefined) expect(existsSync(whole)).toBe(true);
  });

  it('is looked at before the pod is there, not afterwards', async () => {
    const volumes = [{ name, hostPath: { path: join(dir, 'none'), type: 'File' } }];
    expect(await prepareVolumes(syncOf({ volumes }, { sandboxes: [{}] }), [])).toBeUndefined();
  });
});

const noUsers: PodSandboxConfig = {};
const mounted = (more: Partial<Container>): Container => ({ name: 'a', image: 'x', ...more });

describe('the files of one instance', () => {
  it('are there, and told', async () => {
    const container = mounted({
      terminationMessagePath: '/dev/log',
      volumeMounts: [{ name, mountPath: '/v', subPath: 'x/y' }],
    });
    const sync = syncOf({
      volumes: [{ name, emptyDir: {} }],
      containers: [container],
      hostAliases: [{ ip: '1.2.3.4', hostnames: ['h', 'i'] }],
      subdomain: 'sub',
    });
    expect(await preparePodFiles(sync)).toBeUndefined();
    await prepareVolumes(sync, []);
    chmodSync(place('empty-dir'), 0o2770);
    const uids = [{ host_id: 65_536, length: 65_536 }];
    const sandboxConfig = {
      linux: {
        security_context: { namespace_options: { userns_options: { mode: 'POD', uids, gids: uids } } },
      },
    } as const;
    const found = await prepareContainerFiles(sync, container, { ips: ['10.0.0.1'], sandboxConfig });
    if ('problem' in found) throw new Error(found.problem);
    const [volume, hosts, log] = found.value.mounts.map(({ host_path: path = '' }) => path);
    expect(found.value.mounts.map(({ uidMappings }) => uidMappings)).toEqual([uids, uids, uids]);
    expect(readlinkSync(volume ?? '')).toBe(join(place('empty-dir'), 'x/y'));
    expect(modeOf(join(place('empty-dir'), 'x'))).toBe(0o2770);
    expect(readFileSync(hosts ?? '', 'utf8')).toMatch(
      /\n10\.0\.0\.1\tp\.sub\.default\.svc\.cluster\.local\tp\n\n#.*\n1\.2\.3\.4\th\ti\n$/,
    );
    expect([modeOf(hosts ?? ''), modeOf(log ?? '')]).toEqual([0o644, 0o666]);
    expect(log).toMatch(/\/root\/pods\/u\/containers\/a\/[0-9a-f]{8}$/);
    expect(existsSync(join(dir, 'logs/default_p_u/a'))).toBe(true);
  });

  it('are the hosts of the node on its network', async () => {
    const sync = syncOf({ hostNetwork: true });
    await prepareContainerFiles(sync, mounted({}), { ips: [], sandboxConfig: noUsers });
    const text = readFileSync(join(dir, 'root/pods/u/etc-hosts'), 'utf8');
    expect(text.split('\n').slice(1).join('\n')).toBe(readFileSync('/etc/hosts', 'utf8'));
  });

  it.each<[string, Partial<Container>, string]>([
    [
      'a variable without its object',
      { env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'no', key: 'k' } } }] },
      'secret "no" not found',
    ],
    [
      'a part behind a link out of the volume',
      { volumeMounts: [{ name, mountPath: '/v', subPath: 'out/x' }] },
      'failed to prepare subPath for volumeMount "v" of container "a"',
    ],
    [
      'a part behind a link to nothing',
      { volumeMounts: [{ name, mountPath: '/v', subPath: 'dangling' }] },
      'failed to prepare subPath',
    ],
  ])('cannot be with %s', async (_, more, why) => {
    const container = mounted(more);
    const sync = syncOf({ volumes: [{ name, emptyDir: {} }], containers: [container] });
    await prepareVolumes(sync, []);
    symlinkSync(dir, join(place('empty-dir'), 'out'));
    symlinkSync('none', join(place('empty-dir'), 'dangling'));
    const found = await prepareContainerFiles(sync, container, { ips: [], sandboxConfig: noUsers });
    expect('problem' in found && found.problem).toContain(why);
    expect(existsSync(join(dir, 'x'))).toBe(false);
  });

  it('reads variables out of files that other containers wrote', async () => {
    const container = mounted({
      env: [{ name: 'E', valueFrom: { fileKeyRef: { volumeName: name, path: 'd/f', key: 'k' } } }],
    });
    const sync = syncOf({ volumes: [{ name, emptyDir: {} }], containers: [container] });
    await prepareVolumes(sync, []);
    mkdirSync(join(place('empty-dir'), 'd'));
    writeFileSync(join(place('empty-dir'), 'd/f'), "k='v'\n");
    const found = await prepareContainerFiles(sync, container, { ips: [], sandboxConfig: noUsers });
    expect('value' in found && [...found.value.variables]).toEqual([['E', 'v']]);
  });

  it('are a problem when they cannot be written, not a crash', async () => {
    writeFileSync(join(dir, 'logs'), 'in the way');
    const sync = syncOf({});
    expect(await preparePodFiles(sync)).toMatchObject({ reason: 'CreatePodSandboxError' });
    const found = await prepareContainerFiles(sync, mounted({}), { ips: [], sandboxConfig: noUsers });
    expect('problem' in found && found.problem).toContain('ENOTDIR');
  });
});
