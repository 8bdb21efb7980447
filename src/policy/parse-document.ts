// SPDX-License-Identifier: Apache-2.0
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument as parseYaml } from 'yaml';
import type { z } from 'zod';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { complaintOf } from './complaint.js';
import type { DocumentKind } from './document-kind.js';

interface Source {
  readonly text: string;
  readonly lines: LineCounter;
  readonly document: Document;
}

/** A YAML or JSON file a person wrote → T, or a Failure that points at the place. */
export function parseDocument<T>(text: string, kind: DocumentKind<T>): T {
  const source = read(text, kind);
  const value = valueOf(source, kind);
  const parsed = kind.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const complaints = typosFirst(parsed.error.issues).map((issue) => complaintOf(issue, { value, kind }));
  const [first] = complaints;
  if (!first) throw parsed.error;
  const more = complaints.length > 1 ? ` (and ${complaints.length - 1} more)` : '';
  const sentence = first.key === '' ? first.says : `${first.key}: ${first.says}`;
  throw refuse(kind, {
    source,
    offset: offsetOf(source.document, first.path),
    sentence: sentence + more,
    fix: first.fix,
  });
}

/** Aliases that multiply without end make yaml throw. */
function valueOf(source: Source, kind: DocumentKind<unknown>): unknown {
  try {
    return source.document.toJS();
  } catch (cause) {
    const sentence = cause instanceof Error ? cause.message : String(cause);
    throw refuse(kind, { source, offset: 0, sentence, fix: undefined });
  }
}

/** A key misspelt is also a key missing: the first is the one to hear of. */
function typosFirst(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const isTypo = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';
  return [...issues.filter(isTypo), ...issues.filter((issue) => !isTypo(issue))];
}

function read(text: string, kind: DocumentKind<unknown>): Source {
  const lines = new LineCounter();
  const document: Document = parseYaml(text, { lineCounter: lines, prettyErrors: false });
  const source = { text, lines, document };
  const [error] = document.errors;
  if (error) throw refuse(kind, { source, offset: error.pos[0], sentence: error.message, fix: undefined });
  if (document.contents === null) {
    throw refuse(kind, { source, offset: 0, sentence: 'the file is empty', fix: undefined });
  }
  return source;
}

/** Where the value at the path begins, or the key, or the nearest thing around it that exists. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : keyOrValue(document, path.slice(0, length));
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function keyOrValue(document: Document, path: readonly PropertyKey[]): unknown {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (!isMap(parent)) return document.getIn(path, true);
  return parent.items.find(({ key }) => isScalar(key) && key.value === last)?.key;
}

interface Place {
  readonly source: Source;
  readonly offset: number;
  readonly sentence: string;
  readonly fix: string | undefined;
}

function refuse(kind: DocumentKind<unknown>, { source, offset, sentence, fix }: Place): Failure {
  const { line, col } = source.lines.linePos(offset);
  const shown = (source.text.split('\n')[line - 1] ?? '').trimEnd();
  return new Failure(kind.code, `${kind.file}:${line}:${col}: ${sentence}`, {
    seen: `${shown}\n${' '.repeat(Math.max(0, col - 1))}^`,
    fix: fix ?? kind.fix,
    exit: exitCode.usage,
  });
}
