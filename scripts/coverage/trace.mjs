// SPDX-License-Identifier: Apache-2.0
// Which contract reads which field. What a contract did not read cannot change its verdict, so it need not be
// judged again when that field is wrong.

/** The fields of one RPC as a tree, to be read through `watched`. */
export function fieldTree(fields) {
  const root = newNode();
  for (const field of fields) {
    let node = root;
    for (const { name } of field.steps) {
      if (!node.children.has(name)) node.children.set(name, newNode());
      node = node.children.get(name);
    }
    node.field = field;
  }
  return root;
}

function newNode() {
  return { children: new Map(), readers: new Set(), field: undefined };
}

/** Who read each field since the last time this was asked. */
export function takeReaders(tree) {
  const found = new Map();
  const visit = (node) => {
    if (node.field !== undefined && node.readers.size > 0) found.set(node.field, node.readers);
    node.readers = new Set();
    for (const child of node.children.values()) visit(child);
  };
  visit(tree);
  return found;
}

/** The value as it is, but every field that is read of it is noted as read by `reader`. */
export function watched(value, node, reader) {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? watchedList(value, node, reader) : watchedMessage(value, node, reader);
}

function watchedList(list, node, reader) {
  return new Proxy(list, {
    get: (target, key) => watched(Reflect.get(target, key), node, reader),
  });
}

function watchedMessage(message, node, reader) {
  const note = (key) => node.children.get(key)?.readers.add(reader);
  return new Proxy(message, {
    get(target, key) {
      const value = Reflect.get(target, key);
      const child = node.children.get(key);
      if (child === undefined) return value;
      child.readers.add(reader);
      return child.children.size === 0 ? value : watched(value, child, reader);
    },
    has(target, key) {
      note(key);
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor(target, key) {
      note(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      for (const key of node.children.keys()) note(key);
      return Reflect.ownKeys(target);
    },
  });
}
