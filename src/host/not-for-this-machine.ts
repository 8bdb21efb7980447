// SPDX-License-Identifier: Apache-2.0
import { closeSync, openSync, readSync } from 'node:fs';

const magic = '\x7fELF';

/**
 * Why the kernel cannot run the file. Read from its header, since a shell would interpret what the kernel
 * refuses.
 */
export function notForThisMachine(program: string): string | undefined {
  const head = headOf(program);
  if (head.startsWith('#!')) return undefined;
  if (!head.startsWith(magic)) return 'exec format error (no program)';
  const own = headOf('/proc/self/exe');
  return machineIn(head) === machineIn(own) ? undefined : 'exec format error (a program for another machine)';
}

/** Class, byte order and machine of an ELF file. */
function machineIn(head: string): string {
  return head.slice(4, 6) + head.slice(18, 20);
}

function headOf(file: string): string {
  const bytes = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
