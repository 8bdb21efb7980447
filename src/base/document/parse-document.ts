// SPDX-License-Identifier: Apache-2.0
import { type Document, LineCounter, parseDocument as parseYaml, visit } from 'yaml';
import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-code.js';
import { exitCode } from '../exit-code.js';
import { Failure } from '../failure.js';
import { errorMessage } from '../text/error-message.js';
import { type DocumentProblem, type DocumentSchema, problemOf } from './document-problem.js';
import { codeFrame, locate, placedMessage } from './locate.js';

/** A kind of file that people write by hand. */
export interface DocumentKind<T> extends DocumentSchema<T> {
  /** The file's name as the user typed it, for messages. */
  readonly file: string;
  /** Error code for an invalid document. */
  readonly code: ErrorCode;
  /** The default fix. */
  readonly fix: string;
}

interface Source {
  readonly kind: DocumentKind<unknown>;
  readonly text: string;
  readonly lines: LineCounter;
  readonly document: Document;
}

interface PlacedProblem extends Omit<DocumentProblem, 'isKey'> {
  readonly offset: number;
}

/** Parses YAML or JSON and checks it against a schema. Throws a Failure that gives the position. */
export function parseDocument<T>(text: string, kind: DocumentKind<T>): T {
  const source = sourceOf(text, kind);
  const value = valueOf(source);
  const parsed = kind.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first, ...others] = typosFirst(parsed.error.issues);
  if (first === undefined) throw parsed.error;
  const { path, says, fix, isKey } = problemOf(first, value, kind);
  const { key, value: valueOffset } = locate(source.document.contents, path);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw refusal(source, { offset: isKey ? key : valueOffset, path, says: says + more, fix });
}

function sourceOf(text: string, kind: DocumentKind<unknown>): Source {
  const lines = new LineCounter();
  const document: Document = parseYaml(text, { lineCounter: lines, prettyErrors: false });
  const source = { kind, text, lines, document };
  const [error] = document.errors;
  if (error) {
    const fix = 'check indentation, quotes and brackets there';
    throw refusal(source, { offset: error.pos[0], path: [], says: error.message, fix });
  }
  if (document.contents === null)
    throw refusal(source, { offset: 0, path: [], says: 'the file is empty', fix: undefined });
  return source;
}

/** The yaml package throws when aliases multiply or nest without end. */
function valueOf(source: Source): unknown {
  try {
    return source.document.toJS();
  } catch (cause) {
    const offset = firstAlias(source.document);
    const fix = 'write out what the aliases (*name) stand for';
    throw refusal(source, { offset, path: [], says: errorMessage(cause), fix });
  }
}

function firstAlias(document: Document): number {
  let offset = 0;
  visit(document, {
    Alias: (_, alias) => {
      offset = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

/** A misspelt key is also a missing key: report the typo first. */
function typosFirst(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const isTypo = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';
  return [...issues.filter(isTypo), ...issues.filter((issue) => !isTypo(issue))];
}

function refusal({ kind, text, lines }: Source, { offset, path, says, fix }: PlacedProblem): Failure {
  return new Failure(kind.code, placedMessage({ file: kind.file, lines, offset }, path, says), {
    seen: codeFrame(text, lines, offset),
    fix: fix ?? kind.fix,
    exit: exitCode.usage,
  });
}
