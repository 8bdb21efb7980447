// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type ExternalCode = 'E-DAEMON-COMMAND' | 'E-DAEMON-AWAY';

/** Runtimes that are not ours, and the commands that stop and start them. */
export const externalEntries: Readonly<Record<ExternalCode, ErrorEntry>> = {
  'E-DAEMON-COMMAND': {
    title: 'A command that was to end or start the runtime failed, or did not end in time',
    exit,
    seen: 'the command and the end of its output',
    likely: 'what it printed; one that does not end keeps a daemon in the foreground',
    fix: 'try it by hand; for a service: --stop-command "systemctl stop containerd" --start-command "systemctl start containerd"',
  },
  'E-DAEMON-AWAY': {
    title: 'The runtime did not come back',
    exit,
    seen: 'the command that was to start it; its socket is dead, or it does not say that it is ready',
    likely: 'what its own log says',
    fix: 'read its log (journalctl -u containerd -n 50) and start it by hand; then: criprobe cleanup',
  },
};
