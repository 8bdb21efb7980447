// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml';
import * as z from 'zod';
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';
import { didYouMean } from './did-you-mean.js';

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
export async function readYaml<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
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
  const read = schema.safeParse(document.toJS());
  if (read.success) return read.data;
  throw misconfigured(source, troubleOf(source, read.error, schema));
}

function troubleOf({ document }: Source, error: z.ZodError, schema: z.ZodType): Trouble {
  const unknown = error.issues.filter(({ code }) => code === 'unrecognized_keys');
  const issues = unknown.length > 0 ? unknown : error.issues;
  const of = issues.length;
  const [issue] = issues;
  if (issue === undefined) throw error;
  if (issue.code !== 'unrecognized_keys') {
    return {
      offset: offsetOf(document, issue.path),
      path: issue.path,
      says: issue.message,
      fix: 'see docs/cli.md',
      of,
    };
  }
  const key = issue.keys[0] ?? '';
  const known = keysAt(schema, issue.path);
  const meant = didYouMean(key, known);
  const fix = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean "${meant}"?`;
  return {
    offset: keyOffset(document, issue.path, key),
    path: [...issue.path, key],
    says: 'unknown key',
    fix,
    of,
  };
}

function misconfigured({ file, text, lines }: Source, { offset, path, says, fix, of }: Trouble): Failure {
  const { line, col } = lines.linePos(offset);
  const place = `${file}:${String(line)}:${String(col)}`;
  const key = path.length === 0 ? '' : ` ${pathText(path)}:`;
  const more = of > 1 ? ` (1 of ${String(of)} problems)` : '';
  const excerpt = `${text.split('\n')[line - 1] ?? ''}\n${' '.repeat(col - 1)}^`;
  return new Failure('E-CONFIG', `${place}:${key} ${says}${more}`, {
    seen: excerpt,
    fix,
    exit: exitCode.usage,
  });
}

function unreadable(file: string, cause: unknown): Failure {
  const seen = cause instanceof Error ? cause.message : String(cause);
  return new Failure('E-CONFIG', `${file} cannot be read`, {
    seen,
    fix: 'check the path and its permissions',
    exit: exitCode.usage,
    cause,
  });
}

function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${String(step)}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

/** Where the value is, or the nearest thing around it when it is missing. */
function offsetOf(document: Document, path: Path): number {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node: unknown = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function keyOffset(document: Document, path: Path, key: string): number {
  const map: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  const pair = isMap(map)
    ? map.items.find(({ key: node }) => isNode(node) && String(node) === key)
    : undefined;
  return pair !== undefined && isNode(pair.key) ? (pair.key.range?.[0] ?? 0) : offsetOf(document, path);
}

/** The keys a schema allows at a path. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const here = unwrapped(schema);
  const [step, ...rest] = path;
  if (step === undefined) return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
  if (here instanceof z.ZodArray) return keysAt(here.element as z.ZodType, rest);
  if (!(here instanceof z.ZodObject)) return [];
  const next = here.shape[String(step)] as z.ZodType | undefined;
  return next === undefined ? [] : keysAt(next, rest);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in as z.ZodType);
  return schema;
}
