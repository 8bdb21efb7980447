// SPDX-License-Identifier: Apache-2.0
import { replaceUnprintable } from '#base/text/printable.js';

/** HTML or XML that is safe to embed. Only `markup` and `trusted` create it. */
export interface Html {
  readonly markup: string;
}

type Piece = Html | string | number | undefined | readonly Piece[];

/** A template that escapes its values, except Html. Joins lists; undefined is empty. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { markup: strings.reduce((text, next, index) => text + markupOf(pieces[index - 1]) + next) };
}

/** For our own markup: the style sheet and the script. */
export function trusted(markup: string): Html {
  return { markup };
}

function markupOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escaped(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return replaceUnprintable(text).replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
