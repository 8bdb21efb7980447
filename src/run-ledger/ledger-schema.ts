// SPDX-License-Identifier: Apache-2.0
import { normalize } from 'node:path';
import { z } from 'zod';
import type { LedgerEntry, LedgerHead } from './ledger-entry.js';
import { isOwnDirectory } from './own-directory.js';
import { cniResults, ipForward, layerCache, sharedCgroups, sharedFolders } from './places.js';
import { isClaimPath } from './shared-claims.js';
import { workDirectory } from './state-directory.js';
import type { CleanupStep } from './cleanup-step.js';

const isPlain = (path: string): boolean =>
  path.startsWith('/') &&
  path !== '/' &&
  !path.endsWith('/') &&
  !path.includes('\0') &&
  normalize(path) === path;
const path = z.string().refine(isPlain);
const endpoint = z
  .string()
  .refine((text) => text.startsWith('unix://') && isPlain(text.slice('unix://'.length)));
const pid = z.int().min(2);
const uid = z.string().regex(/^[0-9A-Za-z-]+$/);

/** As a launcher names it after its directory. */
const container = /^criprobe-[0-9a-f]{12}$/;

/** Paths of one containerd, beside each other in its directory. */
const shimSockets = z
  .object({
    kind: z.literal('shim-sockets'),
    state: path,
    forgotten: z.object({ socket: path, log: path }).optional(),
  })
  .refine(({ state, forgotten }) => {
    const home = state.replace(/\/state$/, '');
    if (home === state) return false;
    const { socket = `${home}/containerd.sock`, log = `${home}/containerd.log` } = forgotten ?? {};
    return socket === `${home}/containerd.sock` && log === `${home}/containerd.log`;
  });

// A command that has ended at once had no time to say when it started.
const running = z.object({ pid, startTicks: z.string().regex(/^\d*$/) }).optional();

const away = z.object({
  kind: z.literal('away'),
  command: z.string().min(1),
  cwd: z.union([path, z.literal('/')]),
  endpoint,
  running,
});

const startTried = z.object({
  kind: z.literal('start-tried'),
  endpoint,
  at: z.iso.datetime(),
  by: z.uuid(),
  running,
});

/** The things that we would leave behind, where we would. What else a ledger names is never acted on. */
function traceSchema(state: string): z.ZodType<CleanupStep> {
  // The directory of a run, or a directory in it, that may be gone already.
  const isOfARun = (directory: string): boolean =>
    directory.startsWith(`${workDirectory(state)}/`) || isOwnDirectory(directory);
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('process-group'), pid, startTicks: z.string().regex(/^\d+$/) }),
    z.object({ kind: z.literal('directory'), path }),
    z.object({
      kind: z.literal('container'),
      socket: path,
      name: z.string().regex(container),
      directory: path,
    }),
    z.object({
      kind: z.literal('container-image'),
      socket: path,
      name: z.string().regex(/^localhost\/criprobe-[0-9a-f]{12}:1$/),
    }),
    z.object({ kind: z.literal('bridge'), name: z.string().regex(/^crip[0-9a-f]{1,11}$/) }),
    // Of pods whose processes are known by their cgroup; named like the namespace of the run.
    z.object({ kind: z.literal('cgroup'), path: z.string().regex(/^\/criprobe-[0-9a-f]{6}$/) }),
    z.object({ kind: z.literal('pod-cgroups'), uids: z.array(uid) }),
    z.object({ kind: z.literal('shared-cgroup'), path: z.enum(sharedCgroups) }),
    shimSockets,
    z.object({ kind: z.literal('crio-cgroups'), directory: path }),
    z.object({ kind: z.literal('layer-cache'), path: z.literal(layerCache) }),
    z.object({
      kind: z.literal('files'),
      folder: z.literal(cniResults),
      mentioning: z.string().refine((text) => {
        const directory = text.slice(0, -1);
        return text.endsWith('/') && isPlain(directory) && isOfARun(directory);
      }),
    }),
    z.object({ kind: z.literal('note'), path: path.refine((one) => isClaimPath(one)) }),
    z.object({ kind: z.literal('empty-directory'), path: z.enum(sharedFolders) }),
    away,
    startTried,
    z.object({ kind: z.literal('back'), endpoint }),
    z.object({
      kind: z.literal('setting'),
      path: z.literal(ipForward),
      value: z.enum(['0', '1']),
      beside: z.array(z.string()).optional(),
    }),
  ]);
}

/** For a ledger in that state directory. */
export function ledgerEntrySchema(state: string): z.ZodType<LedgerEntry> {
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('trace'), trace: traceSchema(state) }),
    z.object({ kind: z.literal('pod-uid'), uid }),
    z.object({ kind: z.literal('others'), ids: z.array(z.string().regex(/^[\x21-\x7e]{1,128}$/)) }),
    // Of our own registry, which listens on loopback.
    z.object({ kind: z.literal('image-prefix'), prefix: z.string().regex(/^127\.0\.0\.1:\d{1,5}\/.+\/$/) }),
    z.object({ kind: z.literal('endpoint'), endpoint, imageEndpoint: endpoint, owned: z.boolean() }),
  ]);
}

export const ledgerHeadSchema: z.ZodType<LedgerHead> = z.object({
  run: z.string().regex(/^[\w-]+$/),
  pid: z.int().min(1),
  startTicks: z.string(),
  place: z.object({ boot: z.string(), processes: z.string() }).optional(),
  startedAt: z.string(),
  namespace: z.string(),
});
