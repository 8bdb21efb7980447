// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compose, RefusedCall, type ForgedCall, type Forger, type Message } from './answer.js';
import type { Canaries } from './canaries.js';
import { asMessage, asMessages, asText, rewriting } from './rewriting.js';
import type { SeenObjects } from './seen.js';

type Change = (status: Message, call: ForgedCall) => Message;

/** Every status of a container, wherever it is told. */
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

/** Where a log is said to be that is not there. */
export function logElsewhere(path: string): Forger {
  return statuses((status) => ({ ...status, log_path: path }));
}

/** The runtime leads out of the log directory by a link in it. */
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
    onStart((container) => {
      symlinkSync(canaries.directory, join(seen.of(container).logDirectory, 'lnk'));
    }),
  );
}

export type Swap = 'link to a file' | 'link to a directory' | 'pipe' | 'device';

/** The log is where it was asked for, but as something else, and the path is told as it is. */
export function logSwapped({
  canaries,
  seen,
  as,
}: {
  readonly canaries: Canaries;
  readonly seen: SeenObjects;
  readonly as: Swap;
}): Forger {
  return onStart((container) => {
    const file = seen.of(container).logFile;
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

/** Mounts of a container are said to come from elsewhere, the termination message among them. */
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

/** Streams are said to be served by somebody else. */
export function urlsElsewhere(url: string): Forger {
  return rewriting(['Exec', 'Attach', 'PortForward'], () => ({ url }));
}

/** Done when a container has been started; not again for one that has its log beside another's. */
function onStart(act: (container: string) => void): Forger {
  return {
    unary: async (call, ask) => {
      const answer = await ask();
      if (call.method === 'StartContainer' && !(answer instanceof RefusedCall))
        tolerant(() => {
          act(asText(call.request['container_id']));
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
