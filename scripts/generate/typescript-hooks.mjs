// SPDX-License-Identifier: Apache-2.0
// Hooks of node:module for src/*.ts, and for the lies of the specs: './x.js' resolves to './x.ts', and the compiler that jest uses strips
// the types. Node strips types itself only since 22.18.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const rooms = ['../../src/', '../../specs/support/', '../../specs/runtimes/support/'].map(
  (path) => new URL(path, import.meta.url).href,
);
const isOurs = (url) => rooms.some((room) => url?.startsWith(room) === true);

export async function resolve(specifier, context, next) {
  const isRelative = specifier.startsWith('.') && isOurs(context.parentURL);
  return next(isRelative ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!isOurs(url) || !url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    filename: fileURLToPath(url),
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
