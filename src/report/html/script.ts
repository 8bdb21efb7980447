// SPDX-License-Identifier: Apache-2.0

/** Filters the rows, and unfolds everything for printing; the page works without it. */
export const script = `
'use strict';
const form = document.querySelector('form.filters');
const apply = () => {
  const kinds = new Set([...form.querySelectorAll('input[type=checkbox]:checked')].map((box) => box.value));
  const words = form.querySelector('input[type=search]').value.toLowerCase();
  let shown = 0;
  for (const table of document.querySelectorAll('table.contracts')) {
    let inTable = 0;
    for (const row of table.tBodies[0].rows) {
      row.hidden = !kinds.has(row.dataset.verdict) || !row.textContent.toLowerCase().includes(words);
      if (!row.hidden) inTable += 1;
    }
    table.hidden = inTable === 0;
    shown += inTable;
  }
  form.querySelector('output').textContent = shown + ' shown';
};
form.hidden = false;
form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
apply();
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('details:not([open])')];
  for (const each of folded) each.open = true;
});
addEventListener('afterprint', () => { for (const each of folded) each.open = false; });
`;
