// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageDefinition } from '#test-registry/image-definition.js';
import { directory, file } from '#test-registry/layer.js';
import { differences, stateBelow } from './canaries.js';
import { RefusedCall } from './answer.js';
import { ForeignIds } from './foreign-ids.js';
import type { PassedCall } from './forging-proxy.js';
import type { RawRuntime } from './raw-runtime.js';
import { asMessage, asText } from './rewriting.js';

/** Images of others only; `spare` is unused. For the registry of a foreign world. */
export const foreignImages: readonly ImageDefinition[] = ['app', 'spare'].map((name) => ({
  repository: `foreign-${name}`,
  tags: ['1'],
  layers: [[directory('theirs'), file(`theirs/${name}`, name)]],
}));

/** What an object reports, without what changes by itself. */
type Fingerprint = Readonly<Record<string, unknown>>;

export interface ForeignWorld extends AsyncDisposable {
  readonly ids: ForeignIds;
  /** Including references. */
  readonly imageNames: ReadonlySet<string>;
  /** What has changed, as sentences. */
  readonly harm: () => Promise<readonly string[]>;
  /** Calls that reached the runtime and would change foreign objects, each once. */
  readonly touched: (calls: readonly PassedCall[]) => readonly string[];
  /** Pods, containers and images that are neither foreign nor the runtime's own. */
  readonly leftOfOurs: () => Promise<readonly string[]>;
}

export interface WorldOptions {
  readonly runtime: RawRuntime;
  /** A directory of its own. */
  readonly logs: string;
  /** `host:port` of the registry with `foreignImages`. */
  readonly registry: string;
}

interface Pod {
  readonly sandbox: string;
  readonly containers: readonly string[];
}

/** Three pods of somebody else, prod/db, prod/web and prod/etcd, with their objects. */
export async function makeForeignWorld({ runtime, logs, registry }: WorldOptions): Promise<ForeignWorld> {
  const names = foreignImages.map(({ repository }) => `${registry}/${repository}:1`);
  for (const image of names) await runtime.ask('PullImage', { image: { image } });
  const pods: Pod[] = [];
  for (const name of ['db', 'web', 'etcd'])
    pods.push(await makePod(runtime, { name, logs, image: names[0] ?? '' }));
  const images = await Promise.all(names.map((image) => idOfImage(runtime, image)));
  const ids = new ForeignIds({
    sandbox: pods.map(({ sandbox }) => sandbox),
    container: pods.flatMap(({ containers }) => containers),
    image: [...new Set(images)],
  });
  await untilLogged(logs, pods);
  const there = new Set(await imagesOf(runtime));
  const [was, files] = [await fingerprint(runtime, pods, names), stateBelow(logs)];
  const imageNames = new Set([...names, ...images]);
  return {
    ids,
    imageNames,
    harm: async () => [
      ...compared(was, await fingerprint(runtime, pods, names)),
      ...differences(files, stateBelow(logs)),
    ],
    touched: (calls) => [...new Set(calls.filter((call) => touches(call, ids, imageNames)).map(shown))],
    leftOfOurs: () => leftOfOurs(runtime, ids, there),
    [Symbol.asyncDispose]: async () => {
      for (const { sandbox } of pods) {
        await runtime.ask('StopPodSandbox', { pod_sandbox_id: sandbox }).catch(() => undefined);
        await runtime.ask('RemovePodSandbox', { pod_sandbox_id: sandbox }).catch(() => undefined);
      }
      for (const image of names)
        await runtime.ask('RemoveImage', { image: { image } }).catch(() => undefined);
    },
  };
}

const noLinux = existsSync('/run/systemd/system') ? { cgroup_parent: 'system.slice' } : {};

async function makePod(
  runtime: RawRuntime,
  { name, logs, image }: { readonly name: string; readonly logs: string; readonly image: string },
): Promise<Pod> {
  const uid = randomUUID();
  const log_directory = join(logs, `prod_${name}_${uid}`);
  const labels = {
    app: name,
    'io.kubernetes.pod.name': name,
    'io.kubernetes.pod.namespace': 'prod',
    'io.kubernetes.pod.uid': uid,
  };
  const annotations = {
    'kubectl.kubernetes.io/last-applied-configuration': `{"env":"FOREIGNSECRET-${name}"}`,
  };
  const metadata = { name, namespace: 'prod', uid };
  const config = { metadata, labels, annotations, log_directory, linux: noLinux };
  const { pod_sandbox_id = '' } = await runtime.ask('RunPodSandbox', { config });
  const containers: string[] = [];
  for (const container of name === 'web' ? ['main', 'side'] : ['main']) {
    mkdirSync(join(log_directory, container), { recursive: true });
    const { container_id = '' } = await runtime.ask('CreateContainer', {
      pod_sandbox_id,
      sandbox_config: config,
      config: {
        metadata: { name: container },
        image: { image, user_specified_image: image },
        args: [`print ${name} says hello`, 'wait'],
        labels: { ...labels, 'io.kubernetes.container.name': container },
        annotations: { 'io.kubernetes.container.hash': 'abc' },
        log_path: `${container}/0.log`,
        linux: {},
      },
    });
    await runtime.ask('StartContainer', { container_id });
    containers.push(container_id);
  }
  return { sandbox: pod_sandbox_id, containers };
}

async function imagesOf(runtime: RawRuntime): Promise<readonly string[]> {
  const { images = [] } = await runtime.ask('ListImages', {});
  return images.map(({ id = '' }) => id);
}

async function idOfImage(runtime: RawRuntime, image: string): Promise<string> {
  const { image: status } = await runtime.ask('ImageStatus', { image: { image } });
  if (status?.id === undefined) throw new Error(`${image} is not there`);
  return status.id;
}

/** Waits until each has printed its line. */
async function untilLogged(logs: string, pods: readonly Pod[]): Promise<void> {
  const wanted = pods.flatMap(({ containers }) => containers).length;
  for (let tries = 0; tries < 500; tries++) {
    if ([...stateBelow(logs).values()].filter((text) => text.includes('says hello')).length === wanted)
      return;
    await sleep(20);
  }
  throw new Error(`the foreign containers do not write their logs in ${logs}`);
}

async function fingerprint(
  runtime: RawRuntime,
  pods: readonly Pod[],
  images: readonly string[],
): Promise<ReadonlyMap<string, Fingerprint>> {
  const found = new Map<string, Fingerprint>();
  const note = async (what: string, ask: Promise<object>, field: string): Promise<void> => {
    found.set(what, await ask.then((answer) => asMessage(asMessage(answer)[field]), refused));
  };
  for (const { sandbox, containers } of pods) {
    await note(`sandbox ${sandbox}`, runtime.ask('PodSandboxStatus', { pod_sandbox_id: sandbox }), 'status');
    for (const container_id of containers)
      await note(`container ${container_id}`, runtime.ask('ContainerStatus', { container_id }), 'status');
  }
  for (const image of images) {
    await note(`image ${image}`, runtime.ask('ImageStatus', { image: { image } }), 'image');
  }
  return found;
}

function refused(error: unknown): Fingerprint {
  if (error instanceof RefusedCall) return { refused: error.message };
  throw error;
}

/** The differences, by field: a whole status is too long to read. */
function compared(
  before: ReadonlyMap<string, Fingerprint>,
  after: ReadonlyMap<string, Fingerprint>,
): readonly string[] {
  return [...before].flatMap(([what, was]) => {
    const is = after.get(what) ?? {};
    if ('refused' in is) return [`${what} is gone: ${asText(is['refused'])}`];
    const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    const [then, now] = [was, is].map((one) => (field: string) => canonical(one[field])) as [
      FieldReader,
      FieldReader,
    ];
    return fields
      .filter((field) => then(field) !== now(field))
      .map((field) => `${what}: ${field} was ${then(field)}, is ${now(field)}`);
  });
}

type FieldReader = (field: string) => string;

/** Maps have no order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null)
    return value === undefined ? 'nothing' : JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, held]) => `${key}:${canonical(held)}`).join()}}`;
}

const asksOnly =
  /^(List|Stream|Get)|Status$|Stats$|^(Version|RuntimeConfig|ImageFsInfo|PullImage|RunPodSandbox|RestorePod|UpdateRuntimeConfig)$/;

function touches({ method, request }: PassedCall, ids: ForeignIds, images: ReadonlySet<string>): boolean {
  if (asksOnly.test(method)) return false;
  if (method === 'RemoveImage') {
    const name = asText(asMessage(request['image'])['image']);
    return images.has(name) || ids.names('image', name);
  }
  return (
    ids.names('sandbox', asText(request['pod_sandbox_id'])) ||
    ids.names('container', asText(request['container_id']))
  );
}

function shown({ method, request }: PassedCall): string {
  return `${method} ${JSON.stringify(request).slice(0, 300)}`;
}

async function leftOfOurs(
  runtime: RawRuntime,
  ids: ForeignIds,
  images: ReadonlySet<string>,
): Promise<readonly string[]> {
  const [pods, containers, there] = await Promise.all([
    runtime.ask('ListPodSandbox', {}),
    runtime.ask('ListContainers', {}),
    runtime.ask('ListImages', {}),
  ]);
  return [
    ...(pods.items ?? []).filter(({ id = '' }) => !ids.has(id)).map((pod) => `pod ${JSON.stringify(pod)}`),
    ...(containers.containers ?? [])
      .filter(({ id = '' }) => !ids.has(id))
      .map((one) => `container ${JSON.stringify(one)}`),
    ...(there.images ?? [])
      .filter(({ id = '', pinned = false }) => !pinned && !images.has(id))
      .map(({ repo_tags: tags = [], id = '' }) => `image ${tags.join(' ') || id}`),
  ];
}
