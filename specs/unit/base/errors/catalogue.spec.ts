// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue, errorCodes, failureOf, isErrorCode } from '#base/errors/catalogue.js';
import { renderCatalogue } from '#base/errors/render-catalogue.js';

const root = new URL('../../../../', import.meta.url).pathname;

describe('the error catalogue', () => {
  it('has every code that the sources use', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const used = sources.flatMap(
      (name) => readFileSync(join(root, 'src', name), 'utf8').match(/(?<=')E-[A-Z0-9-]+(?=')/g) ?? [],
    );
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used)].filter((code) => !isErrorCode(code))).toEqual([]);
  });

  it('says for each what to do', () => {
    expect(errorCodes.filter((code) => errorCatalogue[code].fix.trim() === '')).toEqual([]);
  });

  it('is docs/errors.md (write it with: npm run build && node -e "import(\'./dist/base/errors/render-catalogue.js\')…")', () => {
    expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toBe(renderCatalogue());
  });

  it('fills in what the case does not say', () => {
    const failure = failureOf('E-HANG', 'it hangs', { seen: 'nothing' });
    expect(failure).toMatchObject({ code: 'E-HANG', message: 'it hangs', seen: 'nothing', exit: 3 });
    expect(failure.likely).toBe(errorCatalogue['E-HANG'].likely);
    expect(failureOf('E-HANG', 'it hangs', { fix: 'wait' }).fix).toBe('wait');
  });
});
