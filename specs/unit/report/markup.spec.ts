// SPDX-License-Identifier: Apache-2.0
import { expect, it } from '@jest/globals';
import { markup } from '#report/markup.js';

it('escapes text and keeps markup', () => {
  expect(markup`<p title="${'"\''}">${'<&>'}${[markup`<b>${1}</b>`, 'x\u0000']}${undefined}</p>`.markup).toBe(
    '<p title="&quot;&#39;">&lt;&amp;&gt;<b>1</b>x\uFFFD</p>',
  );
});
