// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile, realpath } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import type { Failure } from '#base/failure.js';
import { failureOf } from './errors/catalogue.js';
import { absoluteSocket, hostPath } from './endpoint.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A kubelet that may work on the runtime under test. */
interface SeenKubelet {
  /** Which process, or which address answered. */
  readonly what: string;
  /** The socket it was started for, if its command line or its config file tells. */
  readonly socket: string | undefined;
}

/** Process names of what is a kubelet or has one in it. */
const kubelets: ReadonlySet<string> = new Set(['kubelet', 'k3s-server', 'k3s-agent', 'kubelite']);

/** Looks for kubelets among the processes; without any, for an answer on the kubelet's health port. */
async function findKubelets(env: Env): Promise<readonly SeenKubelet[]> {
  const proc = env.CRIPROBE_PROC ?? '/proc';
  const seen: SeenKubelet[] = [];
  for (const pid of (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const name = (await readFile(join(proc, pid, 'comm'), 'utf8').catch(() => '')).trim();
    if (!kubelets.has(name)) continue;
    const what = name === 'kubelet' ? `pid ${pid}` : `pid ${pid}, ${name}`;
    seen.push({ what, socket: await socketOf(join(proc, pid), env) });
  }
  return seen.length > 0 ? seen : findHealthz(env.CRIPROBE_KUBELET_HEALTHZ ?? '127.0.0.1:10248');
}

/** undefined: no kubelet is in the way of work on this socket. */
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

/** Flags win over the file, as in the kubelet. */
async function socketOf(directory: string, env: Env): Promise<string | undefined> {
  const words = (await readFile(join(directory, 'cmdline'), 'utf8').catch(() => '')).split('\0');
  const file = valueOf(words, '--config');
  const endpoint =
    valueOf(words, '--container-runtime-endpoint') ??
    (file === undefined ? undefined : await configuredSocket(hostPath(file, env)));
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

async function configuredSocket(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^containerRuntimeEndpoint:\s*["']?([^"'\s]+)/m.exec(text)?.[1];
}

function findHealthz(address: string): Promise<readonly SeenKubelet[]> {
  if (address === 'off') return Promise.resolve([]);
  return new Promise((resolve) => {
    const request = get(`http://${address}/healthz`, { timeout: 500 }, (response) => {
      response.resume();
      response.on('close', () => {
        resolve(
          response.statusCode === 200 ? [{ what: `${address}/healthz answers`, socket: undefined }] : [],
        );
      });
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => {
      resolve([]);
    });
  });
}
