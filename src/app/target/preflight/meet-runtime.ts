// SPDX-License-Identifier: Apache-2.0
import { askRuntime, checkVersion, type RuntimeFacts, type Sockets } from './runtime-check.js';
import { checkPath } from '../socket-check.js';
import type { Io } from '../../shared/use-case.js';

/** From the path of the socket to the first answers of the runtime; throws the first obstacle. */
export async function meetRuntime(
  sockets: Sockets,
  { timeoutMs, env }: { readonly timeoutMs: number; readonly env: Io['env'] },
): Promise<RuntimeFacts> {
  for (const path of new Set([sockets.runtimeEndpoint, sockets.imageEndpoint])) {
    const failure = await checkPath(path, env);
    if (failure !== undefined) throw failure;
  }
  const apiVersion = await checkVersion(sockets.runtimeEndpoint, timeoutMs);
  return askRuntime(sockets, { apiVersion, timeoutMs });
}
