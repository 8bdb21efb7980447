// SPDX-License-Identifier: Apache-2.0
// Hooks of node:module for src/*.ts: './x.js' resolves to './x.ts', and the compiler that jest uses strips
// the types. Node strips types itself only since 22.18.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const ours = new URL('../../src/', import.meta.url).href;

export async function resolve(specifier, context, next) {
  const isRelative = specifier.startsWith('.') && context.parentURL?.startsWith(ours) === true;
  return next(isRelative ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith(ours) || !url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    filename: fileURLToPath(url),
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
