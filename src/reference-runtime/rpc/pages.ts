// SPDX-License-Identifier: Apache-2.0
const itemsPerMessage = 100;

/** A streamed list: messages of at least one item, no message for an empty list. */
export async function* pages<Item, Message>(
  items: readonly Item[],
  wrap: (items: readonly Item[]) => Message,
): AsyncGenerator<Message> {
  for (let at = 0; at < items.length; at += itemsPerMessage) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    yield wrap(items.slice(at, at + itemsPerMessage));
  }
}
