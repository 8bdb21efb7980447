// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type ExternalCode = 'E-DAEMON-COMMAND' | 'E-DAEMON-AWAY';

/** Runtimes that are not ours, and the commands that stop and start them. */
export const externalEntries: Readonly<Record<ExternalCode, ErrorEntry>> = {
  'E-DAEMON-COMMAND': {
    title: 'A command to stop or start the runtime failed, or did not exit in time',
    exit,
    seen: 'the command and the end of its output',
    likely: 'see its output; a command that does not exit may run the daemon in the foreground',
    fix: 'try it by hand; for a service: --stop-command "systemctl stop containerd" --start-command "systemctl start containerd"',
  },
  'E-DAEMON-AWAY': {
    title: 'The runtime did not come back',
    exit,
    seen: 'the start command; the socket does not answer, or the runtime does not report ready',
    likely: 'see its log',
    fix: 'read its log (journalctl -u containerd -n 50) and start it by hand; then: criprobe cleanup',
  },
};
