// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import { LineCounter, parseDocument, visit, type Document } from 'yaml';
import type * as z from 'zod';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { allowedKeys } from '#base/document/allowed-keys.js';
import { formatPath } from '#base/document/format-path.js';
import { codeFrame, locate } from '#base/document/locate.js';
import { didYouMean } from '#base/document/did-you-mean.js';
import { maxSettingsBytes, readNamedText } from '#files/read-named-text.js';

type Path = readonly PropertyKey[];

interface Source {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly document: Document;
}

interface Trouble {
  readonly offset: number;
  readonly path: Path;
  readonly says: string;
  readonly fix: string;
  readonly of: number;
}

/** Reads a YAML or JSON file and holds it against a schema; what is wrong is E-CONFIG with its place in the file. */
export async function readYaml<T>(file: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
  const text = await readNamedText(file, maxSettingsBytes, signal).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return parseYaml({ file, text }, schema);
}

export function parseYaml<T>({ file, text }: { file: string; text: string }, schema: z.ZodType<T>): T {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const source: Source = { file, text, lines, document };
  const [broken] = document.errors;
  if (broken !== undefined) {
    const fix = 'check indentation, quotes and brackets around that place';
    throw misconfigured(source, {
      offset: broken.pos[0],
      path: [],
      says: broken.message,
      fix,
      of: document.errors.length,
    });
  }
  const read = schema.safeParse(valueOf(source));
  if (read.success) return read.data;
  throw misconfigured(source, troubleOf(source, read.error, schema));
}

/** Aliases that multiply, or nest without end, make yaml throw. */
function valueOf(source: Source): unknown {
  try {
    return source.document.toJS();
  } catch (cause) {
    const offset = firstAlias(source.document);
    const fix = 'write out what the aliases (*name) stand for';
    throw misconfigured(source, { offset, path: [], says: errorMessage(cause), fix, of: 1 });
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

function troubleOf({ document }: Source, error: z.ZodError, schema: z.ZodType): Trouble {
  const unknown = error.issues.filter(({ code }) => code === 'unrecognized_keys');
  const issues = unknown.length > 0 ? unknown : error.issues;
  const of = issues.length;
  const [issue] = issues;
  if (issue === undefined) throw error;
  if (issue.code !== 'unrecognized_keys') {
    return {
      offset: locate(document.contents, issue.path).value,
      path: issue.path,
      says: issue.message,
      fix: 'see docs/cli.md',
      of,
    };
  }
  const key = issue.keys[0] ?? '';
  const known = allowedKeys(schema, issue.path);
  const meant = didYouMean(key, known);
  const fix = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean "${meant}"?`;
  const path = [...issue.path, key];
  return { offset: locate(document.contents, path).key, path, says: 'unknown key', fix, of };
}

function misconfigured({ file, text, lines }: Source, { offset, path, says, fix, of }: Trouble): Failure {
  const { at, excerpt } = codeFrame(text, lines, offset);
  const key = path.length === 0 ? '' : ` ${formatPath(path)}:`;
  const more = of > 1 ? ` (1 of ${of} problems)` : '';
  return new Failure('E-CONFIG', `${file}:${at}:${key} ${says}${more}`, {
    seen: excerpt,
    fix,
    exit: exitCode.usage,
  });
}

function unreadable(file: string, cause: unknown): Failure {
  const seen = errorMessage(cause);
  return new Failure('E-CONFIG', `${file} cannot be read`, {
    seen,
    fix: 'check the path and its permissions',
    exit: exitCode.usage,
    cause,
  });
}
