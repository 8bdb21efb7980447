// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { parseImageReference } from '#pod/image-reference.js';
import type { NodeFiles } from '../context/node-files.js';
import type { SecretSource } from './keyring.js';
import { accessBy, isKnown, mayUse, mergedAccess, type PullAccess, type PullRecord } from './pull-record.js';
import { SerialQueue } from '../context/serial-queue.js';

const apiVersion = 'kubelet.config.k8s.io/v1beta1';

/**
 * images/pullmanager/image_pull_manager.go, PullManager: pull intents and pulled records below the root of
 * the kubelet.
 */
export class PullRecords {
  readonly #node: NodeFiles;
  readonly #queue: SerialQueue = new SerialQueue();
  readonly #underWay = new Map<string, number>();

  constructor(node: NodeFiles) {
    this.#node = node;
  }

  /** RecordPullIntent, by the name in the pod. */
  async begin(image: string): Promise<void> {
    this.#underWay.set(image, (this.#underWay.get(image) ?? 0) + 1);
    const intent = { kind: 'ImagePullIntent', apiVersion, image };
    await this.#queue.run(() => this.#write('pulling', image, intent));
  }

  failed(image: string): Promise<void> {
    return this.#queue.run(async () => {
      const left = (this.#underWay.get(image) ?? 1) - 1;
      if (left > 0) this.#underWay.set(image, left);
      else this.#underWay.delete(image);
      if (left <= 0) await this.#node.remove(this.#path('pulling', image));
    });
  }

  /** RecordImagePulled. Undefined source: pulled without a login. */
  async succeeded(image: string, imageRef: string, source: SecretSource | undefined): Promise<void> {
    await this.#add(image, imageRef, accessBy(source));
    await this.failed(image);
  }

  /** MustAttemptImagePull: whether a pod with these logins has to pull a present image. */
  async mustPull(image: string, imageRef: string, sources: () => readonly SecretSource[]): Promise<boolean> {
    const record = await this.#read(imageRef);
    if (!record) return (await this.#node.readFile(this.#path('pulling', image))) !== undefined;
    const access = record.credentialMapping[repositoryOf(image)];
    if (access?.nodePodsAccessible === true) return false;
    const login = access && sources().find((each) => mayUse(access, each));
    if (login && !isKnown(access, login)) await this.#add(image, imageRef, accessBy(login));
    return login === undefined;
  }

  /** Images with an intent but no end: their kubelet was killed. */
  async leftOver(): Promise<readonly string[]> {
    const names = await this.#node.list(this.#dir('pulling'));
    const texts = await Promise.all(
      names.map((name) => this.#node.readFile(`${this.#dir('pulling')}/${name}`)),
    );
    return texts.flatMap((text) => (parsed(text) as { image?: string } | undefined)?.image ?? []);
  }

  /** A pull whose end was lost: the image exists, but who may use it is unknown. */
  async adopt(image: string, imageRef: string): Promise<void> {
    await this.#add(image, imageRef, {});
    await this.#node.remove(this.#path('pulling', image));
  }

  /** PruneUnknownRecords. */
  async prune(present: ReadonlySet<string>): Promise<void> {
    for (const name of await this.#node.list(this.#dir('pulled'))) {
      const path = `${this.#dir('pulled')}/${name}`;
      const record = parsed(await this.#node.readFile(path)) as PullRecord | undefined;
      if (record !== undefined && !present.has(record.imageRef)) await this.#node.remove(path);
    }
  }

  #add(image: string, imageRef: string, gained: PullAccess): Promise<void> {
    return this.#queue.run(async () => {
      const known = (await this.#read(imageRef))?.credentialMapping ?? {};
      const repository = repositoryOf(image);
      const merged = mergedAccess(known[repository], gained);
      const isEmpty = merged.nodePodsAccessible !== true && merged.kubernetesSecrets?.length === 0;
      const credentialMapping = isEmpty ? known : { ...known, [repository]: merged };
      const lastUpdatedTime = new Date().toISOString();
      const record = { kind: 'ImagePulledRecord', apiVersion, lastUpdatedTime, imageRef, credentialMapping };
      await this.#write('pulled', imageRef, record);
    });
  }

  async #read(imageRef: string): Promise<PullRecord | undefined> {
    const record = parsed(await this.#node.readFile(this.#path('pulled', imageRef))) as
      PullRecord | undefined;
    return record?.imageRef === imageRef ? record : undefined;
  }

  async #write(kind: 'pulling' | 'pulled', name: string, value: object): Promise<void> {
    await this.#node.makeDir(this.#dir(kind), 0o700);
    await this.#node.writeFile(this.#path(kind, name), JSON.stringify(value), 0o600);
  }

  #dir(kind: 'pulling' | 'pulled'): string {
    return `${this.#node.rootDir}/image_manager/${kind}`;
  }

  #path(kind: 'pulling' | 'pulled', name: string): string {
    return `${this.#dir(kind)}/sha256-${createHash('sha256').update(name).digest('hex')}`;
  }
}

function repositoryOf(image: string): string {
  return parseImageReference(image)?.repository ?? image;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
