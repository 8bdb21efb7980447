// SPDX-License-Identifier: Apache-2.0
import type { Container } from '#pod/pod.js';

/** The number of a port by name or number; undefined if no port is called so or the number is none. */
export function targetPort({ ports = [] }: Container, port: number | string): number | undefined {
  const named = ports.find(({ name }) => name !== undefined && name === port)?.containerPort;
  const number = named ?? (/^\d+$/.test(String(port)) ? Number(port) : undefined);
  return number !== undefined && number > 0 && number < 65_536 ? number : undefined;
}
