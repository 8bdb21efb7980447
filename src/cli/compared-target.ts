// SPDX-License-Identifier: Apache-2.0
import type { ComparedTarget } from '#app/compare.js';
import { isManagedSpec, managedForms } from '#app/target/target-options.js';
import { usageFailure } from '#base/errors/usage-failure.js';

/** Reads `name=target`; what kind of target it is shows in how it is written. */
export function comparedTarget(text: string): ComparedTarget {
  const { name, value } = namedValue(text);
  if (value.endsWith('.json')) return { name, kind: 'result', value };
  if (isManagedSpec(value)) return { name, kind: 'managed', value };
  if (value.startsWith('unix:') || value.includes('/')) return { name, kind: 'endpoint', value };
  throw usageFailure(
    `"${value}" is neither a socket, a managed spec nor a result file`,
    `write /run/x.sock, ${managedForms.join(', ')}, path/result.json, or the directory of a run with a / in it`,
  );
}

function namedValue(text: string): Pick<ComparedTarget, 'name' | 'value'> {
  const [, name = '', value = ''] = /^([\w.-]+)=(.+)$/s.exec(text) ?? [];
  if (name === '') throw usageFailure(`"${text}" is not name=target`, `name it: runtime=${text}`);
  // Its results go into a directory of that name.
  if (name === '.' || name === '..') throw usageFailure(`"${name}" is no name`, `name it: runtime=${value}`);
  return { name, value };
}
