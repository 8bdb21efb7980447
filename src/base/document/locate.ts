// SPDX-License-Identifier: Apache-2.0
import { isMap, isNode, isScalar, isSeq, type LineCounter } from 'yaml';

/** Offsets in a YAML text. */
export interface DocumentLine {
  /** Where its key begins; for an item of a list, the item itself. */
  readonly key: number;
  readonly value: number;
}

/** The position of the deepest existing node on a path: the path itself may be missing. */
export function locate(contents: unknown, path: readonly PropertyKey[]): DocumentLine {
  let node = contents;
  const root = beginOf(contents) ?? 0;
  let place: DocumentLine = { key: root, value: root };
  for (const step of path) {
    const [key, value] = childOf(node, step);
    const begin = beginOf(key) ?? beginOf(value);
    if (begin === undefined) break;
    place = { key: begin, value: beginOf(value) ?? place.value };
    node = value;
  }
  return place;
}

function childOf(node: unknown, step: PropertyKey): readonly [key: unknown, value: unknown] {
  if (isSeq(node)) return [undefined, node.items[Number(step)]];
  if (!isMap(node)) return [undefined, undefined];
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return [pair?.key, pair?.value];
}

function beginOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The line of the text, with a mark under the position. */
export function codeFrame(text: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  const shown = (text.split('\n')[line - 1] ?? '').trimEnd();
  return `${shown}\n${' '.repeat(Math.max(0, col - 1))}^`;
}

interface FilePlace {
  readonly file: string;
  readonly lines: LineCounter;
  readonly offset: number;
}

/** The problem with its position, as editors parse it: `policy.yaml:12:5: require[0].level: is required`. */
export function placedMessage(
  { file, lines, offset }: FilePlace,
  path: readonly PropertyKey[],
  says: string,
): string {
  const { line, col } = lines.linePos(offset);
  const where = path.length === 0 ? '' : ` ${formatPath(path)}:`;
  return `${file}:${line}:${col}:${where} ${says}`;
}

/** A path into a document: `targets[0].name`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}
