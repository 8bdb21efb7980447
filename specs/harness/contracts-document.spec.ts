// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { allContracts } from '#contracts/all.js';
import { renderContracts } from '#report/contracts-markdown.js';
import { allScenarios } from '#scenarios/all.js';

const file = new URL('../../docs/contracts.md', import.meta.url);

it('docs/contracts.md is what the shelf says (UPDATE_DOCS=1 writes it)', () => {
  const text = renderContracts(allContracts, (contract) =>
    allScenarios.filter(({ exercises }) => exercises.includes(contract)).map(({ id }) => id),
  );
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
