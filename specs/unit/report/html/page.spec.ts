// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { XMLValidator } from 'fast-xml-parser';
import { renderHtml } from '#report/html/page.js';
import type { Proof } from '#results/proof.js';
import { clean, mixed, texts } from '../../compare/sample.js';
import { header } from '../header.js';

const proof: Proof = {
  calls: [
    {
      seq: 41,
      rpc: 'StopPodSandbox',
      request: { pod_sandbox_id: '</script><script>alert(1)</script>' },
      outcome: { kind: 'ok', response: {}, raw: 'SECRETBYTES' },
      atMs: 1200,
    },
  ],
  logLines: ['it was <b>gone</b>'],
};
const proofs = new Map([['sandbox.stop.idempotent', proof]]);
const page = renderHtml(mixed, { texts, header, evidenceFile: 'evidence.jsonl', proofs });

describe('renderHtml', () => {
  it('loads nothing: no address, and a policy whose hashes match', () => {
    expect(page).not.toMatch(/(?:src|href)=|@import|url\(|https?:/u);
    const script = /<script>(?<text>.*?)<\/script>/su.exec(page)?.groups?.['text'] ?? '';
    const style = /<style>(?<text>.*?)<\/style>/su.exec(page)?.groups?.['text'] ?? '';
    for (const text of [script, style]) {
      expect(page).toContain(createHash('sha256').update(text).digest('base64'));
    }
  });

  it('lets nothing of a runtime become markup', () => {
    expect(page).not.toContain('<b>gone');
    expect(page).toContain('&lt;b&gt;gone&lt;/b&gt; &amp; \uFFFD\uFFFD[31m');
    expect(page.match(/<script>/gu)).toHaveLength(1);
  });

  it('nests its elements', () => {
    const body = page.slice(page.indexOf('<body>'), page.indexOf('</body>') + 7);
    const still = body.replace(/<script>.*<\/script>/su, '');
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor is one more package
    expect(XMLValidator.validate(still)).toBe(true);
  });

  it('tells who, what, why, and how to see it again', () => {
    for (const part of [
      'crio 1.34.1',
      'NOT CONFORMANT: 1 must contract violated',
      'Linux 6.8.0 x86_64',
      '<dt>Expected</dt><dd>an empty answer',
      '<dt>Consequence</dt><dd>A kubelet would',
      '<dt>Reference</dt><dd>CRI v1: so it is written',
      'criprobe explain sandbox.stop.idempotent',
      '41 StopPodSandbox',
      'call 44: not in this report',
      'it was &lt;b&gt;gone&lt;/b&gt;',
    ]) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain('SECRETBYTES');
  });

  it('shows a word beside every sign, and no list of wrongs when there are none', () => {
    for (const kind of ['held', 'violated', 'undecided', 'unexercised', 'unsupported']) {
      expect(page).toMatch(new RegExp(`aria-hidden="true">.</span> ${kind}</span>`, 'u'));
    }
    expect(renderHtml(clean, { texts })).not.toContain('What went wrong');
  });
});
