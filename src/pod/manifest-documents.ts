// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { isScalar, Lexer, LineCounter, parseAllDocuments, visit, type Document, type Pair } from 'yaml';
import { Failure } from '#base/failure.js';
import { exitCode } from '#base/exit-code.js';
import { ManifestPlace } from './manifest-place.js';

export interface ManifestFile {
  readonly text: string;
  /** Its name in messages. */
  readonly file: string;
}

export interface ManifestDocument {
  /** Without fields that are null: a kubelet ignores them. */
  readonly value: unknown;
  readonly place: ManifestPlace;
}

/** The API server's limit is lower; a larger file is a mistake. */
const largestBytes = 4 * 2 ** 20;

/** Of all files. Parsed, each takes about a kilobyte; the whole text of a ConfigMap is one. */
const maxTokens = 400_000;

/** Refuses what would take gigabytes when parsed. */
export function demandFewTokens(files: readonly ManifestFile[]): void {
  let left = maxTokens;
  for (const { text, file } of files) {
    const tokens = new Lexer().lex(text.slice(0, largestBytes));
    while (tokens.next().done !== true)
      if (--left < 0) throw unreadable(file, `has too many values: more than ${maxTokens} tokens`);
  }
}

/** The documents of a YAML or JSON file, parsed as a kubelet does: in YAML 1.1, where 0644 is octal. */
export function manifestDocuments({ text, file }: ManifestFile): readonly ManifestDocument[] {
  if (text.length > largestBytes) {
    throw unreadable(file, `is larger than ${largestBytes / 2 ** 20} MiB`);
  }
  const lines = new LineCounter();
  const parsed = parsedDocuments(text, file, lines);
  return parsed.map((document) => {
    const place = new ManifestPlace(file, lines, document);
    return { value: valueOf(document, place), place };
  });
}

function parsedDocuments(text: string, file: string, lines: LineCounter): readonly Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'error',
      version: '1.1',
      // Dates and times stay strings, as for a kubelet.
      customTags: (tags) =>
        tags.filter(
          (tag) =>
            typeof tag === 'string' || (tag.tag !== 'tag:yaml.org,2002:timestamp' && tag.format !== 'TIME'),
        ),
    });
    return Array.isArray(documents) ? documents : [];
  } catch (cause) {
    throw unreadable(file, `cannot be read: ${causeOf(cause)}`);
  }
}

function valueOf(document: Document.Parsed, place: ManifestPlace): unknown {
  const [error] = document.errors;
  if (error) throw place.failureAt(error.pos[0], [], `is not YAML: ${error.message}`);
  try {
    refuseDoubleKeys(document, place);
    refusePrototypes(document, place);
    return withoutNulls(document.toJS() as unknown);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw place.failureAt(0, [], `cannot be read: ${causeOf(cause)}`);
  }
}

function refuseDoubleKeys(document: Document.Parsed, place: ManifestPlace): void {
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<string>();
      for (const { key } of map.items as readonly Pair[]) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name) && name !== '<<') {
          throw place.failureAt(key.range?.[0] ?? 0, [], `the key ${name} is a duplicate`);
        }
        seen.add(name);
      }
    },
  });
}

/** The validation does not see a key `__proto__` (or an alias of it), so it would pass unchecked. */
function refusePrototypes(document: Document.Parsed, place: ManifestPlace): void {
  visit(document, {
    Scalar: (position, { value, anchor, range }) => {
      if (value === '__proto__' && (position === 'key' || anchor !== undefined))
        throw place.failureAt(range?.[0] ?? 0, [], 'the key __proto__ is not allowed');
    },
  });
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]));
}

function causeOf(cause: unknown): string {
  if (cause instanceof RangeError) return 'it is nested too deeply';
  return errorMessage(cause);
}

function unreadable(file: string, message: string): Failure {
  return new Failure('E-MANIFEST', `${file} ${message}`, {
    fix: 'Give a file with v1 Pods, as YAML or JSON.',
    exit: exitCode.usage,
  });
}
