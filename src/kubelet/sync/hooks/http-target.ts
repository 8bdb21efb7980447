// SPDX-License-Identifier: Apache-2.0
import type { HttpGet } from '#pod/http-get.js';
import type { Container } from '#pod/pod.js';
import type { HttpTarget } from './http-get.js';

export interface HttpPurpose {
  readonly container: Container;
  /** Used if the action names no host. */
  readonly address: string;
  readonly userAgent: string;
}

/** pkg/probe/http/request.go, NewRequestForHTTPGetAction. Undefined: the port cannot be resolved. */
export function httpTarget(action: HttpGet, purpose: HttpPurpose): HttpTarget | undefined {
  const port = targetPort(purpose.container, action.port);
  if (port === undefined) return undefined;
  return {
    scheme: action.scheme ?? 'HTTP',
    host: action.host || purpose.address,
    port,
    path: action.path ?? '',
    headers: headersOf(action, purpose.userAgent),
  };
}

/** A repeated header is sent repeatedly; an empty Accept is omitted. */
function headersOf({ httpHeaders = [] }: HttpGet, userAgent: string): HttpTarget['headers'] {
  const named = new Map<string, [name: string, values: string[]]>();
  for (const { name, value } of httpHeaders) {
    const known = named.get(name.toLowerCase());
    if (known) known[1].push(value);
    else named.set(name.toLowerCase(), [name, [value]]);
  }
  if (!named.has('user-agent')) named.set('user-agent', ['User-Agent', [userAgent]]);
  if (!named.has('accept')) named.set('accept', ['Accept', ['*/*']]);
  else if (named.get('accept')?.[1][0] === '') named.delete('accept');
  return Object.fromEntries(
    [...named.values()].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** pkg/probe/util.go, ResolveContainerPort. Undefined: no such port. */
export function targetPort({ ports = [] }: Container, port: number | string): number | undefined {
  const named = ports.find(({ name }) => name !== undefined && name === port)?.containerPort;
  const number = named ?? (/^\d+$/.test(String(port)) ? Number(port) : undefined);
  return number !== undefined && number > 0 && number < 65_536 ? number : undefined;
}
