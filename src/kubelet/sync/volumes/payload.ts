// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { objectNamed, type ClusterObjects } from '#pod/cluster-objects.js';
import type { DownwardFile, KeyToPath, ProjectedSource, Volume } from '#pod/volume.js';
import { fieldValue, resourceValue, type DownwardInput } from '../../config/container/downward.js';
import type { Resolution } from '../../config/resolved.js';

interface PayloadFile {
  readonly content: Uint8Array;
  readonly mode: number;
}

/** Files by their path in the volume. */
export type Payload = ReadonlyMap<string, PayloadFile>;

interface PayloadInput extends DownwardInput {
  readonly objects: ClusterObjects;
}

const defaultFileMode = 0o644;

/**
 * pkg/volume/configmap/configmap.go, MakePayload, and its siblings: the files of a volume; undefined: the
 * kubelet writes none into it.
 */
export function payloadOf(volume: Volume, input: PayloadInput): Resolution<Payload> | undefined {
  const { configMap, secret, projected, downwardAPI } = volume;
  if (configMap) return fileSource({ configMap }, configMap.defaultMode, input);
  if (secret) {
    const { secretName, ...rest } = secret;
    return fileSource({ secret: { ...rest, name: secretName ?? '' } }, secret.defaultMode, input);
  }
  if (downwardAPI) return fileSource({ downwardAPI }, downwardAPI.defaultMode, input);
  if (!projected) return undefined;
  const all = new Map<string, PayloadFile>();
  for (const source of projected.sources ?? []) {
    const files = fileSource(source, projected.defaultMode, input);
    if ('problem' in files) return files;
    for (const [path, file] of files.value) all.set(path, file);
  }
  return { value: all };
}

function fileSource(
  source: ProjectedSource,
  mode: number | undefined,
  input: PayloadInput,
): Resolution<Payload> {
  const { configMap, secret, downwardAPI, ...rest } = source;
  if (configMap)
    return selected({ what: 'configmap', mode, ...configMap }, configMapContents(configMap, input));
  if (secret) return selected({ what: 'secret', mode, ...secret }, secretContents(secret, input));
  if (downwardAPI) return downwardFiles(downwardAPI.items ?? [], mode, input);
  return { problem: `a ${Object.keys(rest)[0] ?? 'source that is not named'} needs the API server` };
}

interface ObjectReference {
  readonly name?: string;
}

function configMapContents(
  { name = '' }: ObjectReference,
  { objects, pod }: PayloadInput,
): Contents | undefined {
  const found = objectNamed(objects.configMaps, pod.metadata.namespace, name);
  return found && contentsOf(found.data, found.binaryData);
}

function secretContents(
  { name = '' }: ObjectReference,
  { objects, pod }: PayloadInput,
): Contents | undefined {
  const found = objectNamed(objects.secrets, pod.metadata.namespace, name);
  return found && contentsOf(undefined, found.data);
}

type Contents = ReadonlyMap<string, Uint8Array>;

function contentsOf(
  texts: Readonly<Record<string, string>> = {},
  base64: Readonly<Record<string, string>> = {},
): Contents {
  return new Map([
    ...Object.entries(texts).map(([key, text]) => [key, Buffer.from(text, 'utf8')] as const),
    ...Object.entries(base64).map(([key, value]) => [key, Buffer.from(value, 'base64')] as const),
  ]);
}

interface Selection extends ObjectReference {
  readonly what: 'configmap' | 'secret';
  readonly items?: readonly KeyToPath[];
  readonly optional?: boolean;
  readonly mode: number | undefined;
}

/** All keys, or the named ones, each at its path. */
function selected(selection: Selection, contents: Contents | undefined): Resolution<Payload> {
  const { what, name = '', optional = false, mode } = selection;
  if (!contents && !optional) return { problem: `${what} "${name}" not found` };
  const files = new Map<string, PayloadFile>();
  for (const item of wantedKeys(selection, contents)) {
    const content = contents?.get(item.key);
    if (content) files.set(item.path, { content, mode: modeOf(item, mode) });
    else if (!optional) return { problem: `${what} "${name}" has no key ${item.key}` };
  }
  return { value: files };
}

function wantedKeys({ items = [] }: Selection, contents: Contents | undefined): readonly KeyToPath[] {
  return items.length > 0 ? items : [...(contents?.keys() ?? [])].map((key) => ({ key, path: key }));
}

function modeOf(item: { readonly mode?: number }, mode: number | undefined): number {
  return item.mode ?? mode ?? defaultFileMode;
}

function downwardFiles(
  items: readonly DownwardFile[],
  mode: number | undefined,
  input: PayloadInput,
): Resolution<Payload> {
  const files = new Map<string, PayloadFile>();
  for (const item of items) {
    const text = item.resourceFieldRef
      ? resourceValue(item.resourceFieldRef, input)
      : fieldValue(item.fieldRef?.fieldPath ?? '', input);
    if ('problem' in text) return text;
    files.set(item.path, { content: Buffer.from(text.value, 'utf8'), mode: modeOf(item, mode) });
  }
  return { value: files };
}
