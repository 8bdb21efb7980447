// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { compose, RefusedCall, type ForgedCall, type Forger, type Message } from './answer.js';
import type { Canaries } from './canaries.js';
import { asMessage, asMessages, asText, rewriting } from './rewriting.js';
import type { KnownObject, SeenObjects } from './seen.js';

type Change = (status: Message, call: ForgedCall) => Message;

/** Changes every status of a container, in any answer. */
function statuses(change: Change): Forger {
  return rewriting(['ContainerStatus', 'PodSandboxStatus', 'GetContainerEvents'], (message, call) => {
    const several = asMessages(message['containers_statuses']).map((status) => change(status, call));
    const one = call.method === 'ContainerStatus' && message['status'] !== undefined;
    return {
      ...message,
      ...(several.length === 0 ? {} : { containers_statuses: several }),
      ...(one ? { status: change(asMessage(message['status']), call) } : {}),
    };
  });
}

/** Reports a log path at which there is no log. */
export function logElsewhere(path: string): Forger {
  return statuses((status) => ({ ...status, log_path: path }));
}

/** Replaces the log by a link out of the log directory. */
export function logBehindLink({
  canaries,
  seen,
}: {
  readonly canaries: Canaries;
  readonly seen: SeenObjects;
}): Forger {
  return compose(
    statuses((status) => ({
      ...status,
      log_path: join(seen.of(asText(status['id'])).logDirectory, 'lnk', 'shadow'),
    })),
    onStart(seen, ({ logDirectory }) => {
      symlinkSync(canaries.directory, join(logDirectory, 'lnk'));
    }),
  );
}

export type Swap = 'link to a file' | 'link to a directory' | 'pipe' | 'device';

/** Replaces the log by something else, and reports the true path. */
export function logSwapped({
  canaries,
  seen,
  as,
}: {
  readonly canaries: Canaries;
  readonly seen: SeenObjects;
  readonly as: Swap;
}): Forger {
  return onStart(seen, ({ logFile: file }) => {
    if (as === 'link to a directory') {
      renameSync(dirname(file), `${dirname(file)}.kept`);
      symlinkSync(canaries.directory, dirname(file));
      return;
    }
    renameSync(file, `${file}.kept`);
    if (as === 'pipe') execFileSync('mkfifo', [file]);
    else symlinkSync(as === 'device' ? '/dev/zero' : canaries.secret, file);
  });
}

/** Reports other sources for a container's mounts, including the termination message. */
export function mountsElsewhere({ secret, directory }: Canaries): Forger {
  return statuses((status) => ({
    ...status,
    mounts: [
      ...asMessages(status['mounts']).map((mount, nth) => ({
        ...mount,
        host_path: nth % 2 === 0 ? secret : directory,
      })),
      { container_path: '/dev/termination-log', host_path: secret },
      { container_path: '/etc/hosts', host_path: join(directory, 'shadow') },
    ],
  }));
}

/** Streaming URLs point to another server. */
export function urlsElsewhere(url: string): Forger {
  return rewriting(['Exec', 'Attach', 'PortForward'], () => ({ url }));
}

/**
 * Runs when a container was started; not again for one with its log next to another's, and not for one whose
 * log directory is unknown: a relative path would be below the working directory of the specs.
 */
function onStart(seen: SeenObjects, act: (container: KnownObject) => void): Forger {
  return {
    unary: async (call, ask) => {
      const answer = await ask();
      if (call.method !== 'StartContainer' || answer instanceof RefusedCall) return answer;
      const container = seen.of(asText(call.request['container_id']));
      if (isAbsolute(container.logDirectory))
        tolerant(() => {
          act(container);
        });
      return answer;
    },
  };
}

function tolerant(act: () => void): void {
  try {
    act();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'ENOENT', 'ENOTDIR', 'ENOTEMPTY'].includes(code)) throw error;
  }
}
