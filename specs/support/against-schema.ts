// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** Checks a document against a published schema; empty if it is valid. */
export function complaintsOf(
  schema: 'compare' | 'gate' | 'policy' | 'result',
  document: unknown,
): readonly ErrorObject[] {
  const file = new URL(`../../schema/${schema}.v1.schema.json`, import.meta.url);
  const validate = new Ajv2020({ strict: true, validateFormats: false }).compile(
    JSON.parse(readFileSync(file, 'utf8')) as object,
  );
  validate(document);
  return validate.errors ?? [];
}
