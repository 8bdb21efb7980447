// SPDX-License-Identifier: Apache-2.0
import { realpath } from 'node:fs/promises';
import { get } from 'node:http';
import type { Failure } from '#base/failure.js';
import { boundedTextOfFile } from '#files/text-of-file.js';
import { failureOf } from '#base/errors/catalogue.js';
import { argumentsOf, hostProcessIds, processName } from '#host/processes.js';
import { absoluteSocket, hostPath } from '../endpoint.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A kubelet that may use the runtime under test. */
interface SeenKubelet {
  /** The process, or the address that answered. */
  readonly what: string;
  /** The socket it was started with, if its command line or config file says. */
  readonly socket: string | undefined;
}

/** Names of processes that are or contain a kubelet. */
const kubelets: ReadonlySet<string> = new Set(['kubelet', 'k3s-server', 'k3s-agent', 'kubelite']);

/** Looks for kubelets among the processes; if there are none, on the kubelet's health port. */
async function findKubelets(env: Env): Promise<readonly SeenKubelet[]> {
  const proc = env.CRIPROBE_PROC ?? '/proc';
  const seen: SeenKubelet[] = [];
  for (const pid of hostProcessIds(proc)) {
    const name = processName(pid, proc);
    if (!kubelets.has(name)) continue;
    const what = name === 'kubelet' ? `pid ${pid}` : `pid ${pid}, ${name}`;
    seen.push({ what, socket: socketOf(argumentsOf(pid, proc), env) });
  }
  return seen.length > 0 ? seen : findHealthz(env.CRIPROBE_KUBELET_HEALTHZ ?? '127.0.0.1:10248');
}

/** undefined: no kubelet uses this socket. */
export async function kubeletFailure(socket: string, env: Env): Promise<Failure | undefined> {
  for (const { what, socket: its } of await findKubelets(env)) {
    if (its !== undefined && (await differ(its, socket))) continue;
    return failureOf('E-KUBELET', `A kubelet is running (${what}) and would delete our pods`, { seen: what });
  }
  return undefined;
}

async function differ(one: string, other: string): Promise<boolean> {
  const real = (path: string): Promise<string> => realpath(path).catch(() => path);
  return (await real(one)) !== (await real(other));
}

/** Flags win over the config file, as in the kubelet. */
function socketOf(words: readonly string[], env: Env): string | undefined {
  const file = valueOf(words, '--config');
  const endpoint =
    valueOf(words, '--container-runtime-endpoint') ??
    (file === undefined ? undefined : configuredSocket(hostPath(file, env)));
  if (endpoint === undefined || endpoint === '') return undefined;
  try {
    return hostPath(absoluteSocket(endpoint, '/'), env);
  } catch {
    return undefined;
  }
}

function valueOf(words: readonly string[], flag: string): string | undefined {
  const inline = words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
  const at = words.indexOf(flag);
  return inline ?? (at < 0 ? undefined : words[at + 1]);
}

function configuredSocket(file: string): string | undefined {
  return /^containerRuntimeEndpoint:\s*["']?([^"'\s]+)/m.exec(boundedTextOfFile(file))?.[1];
}

const healthzMs = 500;

/** Only the status line counts: the server may never finish the rest. */
function findHealthz(address: string): Promise<readonly SeenKubelet[]> {
  if (address === 'off') return Promise.resolve([]);
  return new Promise((resolve) => {
    const request = get(`http://${address}/healthz`, { agent: false }, ({ statusCode }) => {
      resolve(statusCode === 200 ? [{ what: `${address}/healthz answers`, socket: undefined }] : []);
      request.destroy();
    });
    const limit = setTimeout(() => request.destroy(), healthzMs);
    request.on('error', () => undefined);
    request.on('close', () => {
      clearTimeout(limit);
      resolve([]);
    });
  });
}
