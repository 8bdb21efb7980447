// SPDX-License-Identifier: Apache-2.0
import { formatReference, isImageId, parseReference, type ParsedReference } from './reference.js';
import type { NewImage, StoredImage } from './stored-image.js';

interface Entry extends NewImage {
  pinned: boolean;
  readonly repoTags: Set<string>;
  readonly repoDigests: Set<string>;
}

export class ImageStore {
  readonly #byId = new Map<string, Entry>();

  list(): readonly StoredImage[] {
    return [...this.#byId.values()];
  }

  get usedBytes(): number {
    return this.list().reduce((sum, image) => sum + image.size, 0);
  }

  /** By tag, digest, id or unique prefix of an id. */
  find(text: string): StoredImage | undefined {
    return this.#byIdText(text) ?? this.#byReference(text);
  }

  /** Moves a tag that pointed elsewhere. */
  add(image: NewImage, reference: ParsedReference, digest: string): StoredImage {
    const entry = this.#byId.get(image.id) ?? {
      ...image,
      repoTags: new Set<string>(),
      repoDigests: new Set<string>(),
    };
    this.#byId.set(image.id, entry);
    entry.pinned ||= image.pinned;
    const { registry, repository } = reference;
    if (reference.digest === undefined) this.#tag(entry, formatReference(reference));
    entry.repoDigests.add(formatReference({ registry, repository, digest }));
    return entry;
  }

  remove(text: string): void {
    const image = this.find(text);
    if (image !== undefined) this.#byId.delete(image.id);
  }

  #tag(entry: Entry, tag: string): void {
    for (const other of this.#byId.values()) other.repoTags.delete(tag);
    entry.repoTags.add(tag);
  }

  #byIdText(text: string): Entry | undefined {
    const hex = text.replace(/^sha256:/, '');
    if (isImageId(text)) return this.#byId.get(`sha256:${hex}`);
    if (!/^[0-9a-f]{6,63}$/.test(hex)) return undefined;
    const fitting = [...this.#byId.values()].filter((image) => image.id.startsWith(`sha256:${hex}`));
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  #byReference(text: string): Entry | undefined {
    const key = formatReference(parseReference(text));
    return [...this.#byId.values()].find((image) => image.repoTags.has(key) || image.repoDigests.has(key));
  }
}
