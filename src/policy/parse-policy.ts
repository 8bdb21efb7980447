// SPDX-License-Identifier: Apache-2.0
import { parseDocument } from '#base/document/parse-document.js';
import { type Policy, policySchema } from './policy.js';

const notYet: Readonly<Record<string, string>> = {
  bench: 'timings are not measured yet',
  flaky: 'runs are not repeated yet, so flakiness is unknown',
};

/** Parses YAML or JSON; rejects unknown keys, so that nobody relies on a rule that is not checked. */
export function parsePolicy(text: string, file: string): Policy {
  return parseDocument(text, {
    file,
    code: 'E-POLICY',
    schema: policySchema,
    notYet,
    fix: 'docs/gate.md explains every key; schema/policy.v1.schema.json makes editors complete them',
  });
}
