// SPDX-License-Identifier: Apache-2.0
import type { FileKeyRef } from '#pod/env-var.js';
import type { Resolution } from '../resolved.js';

const line = /^([^\s=]+)=(?:'([^']*)')?[ \t]*(?:#.*)?$/;

/**
 * kubelet_pods.go, makeEnvironmentVariables: a variable from a file of lines `NAME='value'`; comments start
 * with `#`.
 */
export function envFileValue(
  { volumeName, path, key, optional = false }: FileKeyRef,
  files: ReadonlyMap<string, string> | undefined,
): Resolution<string | undefined> {
  const text = files?.get(`${volumeName}/${path}`);
  if (text === undefined) {
    if (optional) return { value: undefined };
    return { problem: `the volume ${volumeName} has no file ${path}` };
  }
  const variables = envFileVariables(text);
  if ('problem' in variables) return { problem: `${path}: ${variables.problem}` };
  const value = variables.value.get(key);
  if (value !== undefined || optional) return { value };
  return { problem: `environment variable key "${key}" not found in file "${path}"` };
}

function envFileVariables(text: string): Resolution<ReadonlyMap<string, string>> {
  const variables = new Map<string, string>();
  for (const statement of statements(text)) {
    const found = line.exec(statement);
    if (!found) return { problem: `${statement.slice(0, 40)} is not NAME='value'` };
    const [, name = '', value = ''] = found;
    if (!variables.has(name)) variables.set(name, value);
  }
  return { value: variables };
}

/** Quoted values may contain newlines. */
function statements(text: string): readonly string[] {
  const found: string[] = [];
  let open = '';
  for (const raw of text.split('\n')) {
    const whole = open === '' ? raw.replace(/^[ \t]+/, '') : `${open}\n${raw}`;
    open = '';
    if (whole.trim() === '' || whole.startsWith('#')) continue;
    if (/^[^\s=]+='[^']*$/.test(whole)) open = whole;
    else found.push(whole);
  }
  return open === '' ? found : [...found, open];
}
