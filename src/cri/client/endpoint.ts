// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '#base/exit-code.js';
import { Failure } from '#base/failure.js';

const withScheme = /^([a-z][a-z0-9+.-]*):(.*)$/is;
const unixPath = /^(?:\/\/(?=\/))?((?!\/\/).+)$/s;

/** The path in `/run/x.sock`, `unix:/run/x.sock` or `unix:///run/x.sock`; relative paths stay relative. */
export function socketPath(endpoint: string): string {
  const [, scheme, rest] = withScheme.exec(endpoint) ?? [];
  const path =
    scheme === undefined ? endpoint : scheme.toLowerCase() === 'unix' ? unixPath.exec(rest ?? '')?.[1] : '';
  if (path === undefined || path === '' || /^[\d.]+:\d+$/.test(path)) throw wrongForm(endpoint);
  return path;
}

export function endpointOf(path: string): string {
  return `unix://${path}`;
}

function wrongForm(endpoint: string): Failure {
  return new Failure(
    'E-ENDPOINT-FORM',
    `${endpoint === '' ? 'An empty string' : endpoint} is not the endpoint of a CRI runtime.`,
    {
      seen: endpoint,
      likely: 'CRI runtimes listen on a unix socket; TCP addresses and Windows pipes are not supported.',
      fix: 'name a socket: /run/containerd/containerd.sock or unix:///run/containerd/containerd.sock',
      exit: exitCode.usage,
    },
  );
}
