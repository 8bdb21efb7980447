// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { type Document, LineCounter, parseDocument as parseYaml } from 'yaml';
import type { z } from 'zod';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { codeFrame, locate } from '#base/document/locate.js';
import { policyProblemOf } from './complaint.js';
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
  const complaints = typosFirst(parsed.error.issues).map((issue) => policyProblemOf(issue, { value, kind }));
  const [first] = complaints;
  if (!first) throw parsed.error;
  const more = complaints.length > 1 ? ` (and ${complaints.length - 1} more)` : '';
  const sentence = first.key === '' ? first.says : `${first.key}: ${first.says}`;
  throw refuse(kind, {
    source,
    offset: locate(source.document.contents, first.path).key,
    sentence: sentence + more,
    fix: first.fix,
  });
}

/** Aliases that multiply without end make yaml throw. */
function valueOf(source: Source, kind: DocumentKind<unknown>): unknown {
  try {
    return source.document.toJS();
  } catch (cause) {
    const sentence = errorMessage(cause);
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

interface Place {
  readonly source: Source;
  readonly offset: number;
  readonly sentence: string;
  readonly fix: string | undefined;
}

function refuse(kind: DocumentKind<unknown>, { source, offset, sentence, fix }: Place): Failure {
  const { at, excerpt } = codeFrame(source.text, source.lines, offset);
  return new Failure(kind.code, `${kind.file}:${at}: ${sentence}`, {
    seen: excerpt,
    fix: fix ?? kind.fix,
    exit: exitCode.usage,
  });
}
