// SPDX-License-Identifier: Apache-2.0
import { LineCounter, parseAllDocuments, type Document } from 'yaml';
import { Failure } from '#base/failure.js';
import { exitCode } from '#base/exit-code.js';
import { writtenPath } from '#base/written-path.js';
import { yamlPlace } from '#base/yaml-place.js';
import type { Pod } from './pod.js';
import { podComplaints } from './pod-complaints.js';

type Path = readonly (string | number)[];
type Parsed = Document.Parsed;

/**
 * The Pods of a manifest file: YAML or JSON, several documents, v1 Lists of Pods. Fails with the place of the first
 * mistake as `file:line` and the path in the document.
 */
export function parseManifests(text: string, file: string): readonly Pod[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const list: readonly Parsed[] = Array.isArray(documents) ? documents : [];
  const pods = list.flatMap((document) => podsOf(document, new Place(file, lines, document)));
  if (pods.length === 0) {
    throw new Failure('E-MANIFEST', `${file} has no Pod`, {
      fix: 'Give a file with at least one v1 Pod, or a List of them.',
      exit: exitCode.usage,
    });
  }
  return pods;
}

function podsOf(document: Parsed, place: Place): readonly Pod[] {
  const [error] = document.errors;
  if (error) throw place.failureAt(error.pos[0], [], `is not YAML: ${error.message}`);
  return podsIn(plain(document, place), [], place);
}

function plain(document: Parsed, place: Place): unknown {
  try {
    return document.toJS() as unknown;
  } catch (cause) {
    throw place.failureAt(0, [], `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function podsIn(value: unknown, path: Path, place: Place): readonly Pod[] {
  if (value === null && path.length === 0) return [];
  if (!isObject(value)) throw place.failure(path, 'is not an object');
  const { kind, items } = value;
  if (kind === 'List' || kind === 'PodList') {
    if (!Array.isArray(items)) throw place.failure([...path, 'items'], 'must be a list');
    return items.flatMap((item: unknown, at) => podsIn(withKind(item, kind), [...path, 'items', at], place));
  }
  if (kind !== 'Pod') throw place.failure([...path, 'kind'], kindMessage(kind));
  const [first] = podComplaints(value);
  if (first) throw place.failure([...path, ...first.path], first.message);
  return [value as unknown as Pod];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withKind(item: unknown, list: string): unknown {
  return list === 'PodList' && isObject(item) && !('kind' in item) ? { ...item, kind: 'Pod' } : item;
}

function kindMessage(kind: unknown): string {
  if (typeof kind !== 'string' || kind === '') return 'must say which kind of object this is: Pod or List';
  return `${kind} is not something a kubelet runs: only Pods (of a workload, write its pod template as a Pod)`;
}

class Place {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #document: Parsed;

  constructor(file: string, lines: LineCounter, document: Parsed) {
    this.#file = file;
    this.#lines = lines;
    this.#document = document;
  }

  failure(path: Path, message: string): Failure {
    return this.failureAt(yamlPlace(this.#document.contents, path).key, path, message);
  }

  failureAt(offset: number, path: Path, message: string): Failure {
    const { line } = this.#lines.linePos(offset);
    const where = path.length === 0 ? '' : ` ${writtenPath(path)}:`;
    return new Failure('E-MANIFEST', `${this.#file}:${line}:${where} ${message}`, {
      fix: 'Correct the manifest there.',
      exit: exitCode.usage,
    });
  }
}
