// SPDX-License-Identifier: Apache-2.0
import { box } from '#guest/box.js';
import { containerByHand } from '../container-by-hand.js';
import type { Scenario } from '../scenario.js';

const main = { container_id: '{container:main}' };
/** A daemon may take a second to register who watches, and an event another one to arrive. */
const pause = { ...main, cmd: box('sleep 1500ms'), timeout: '30' };
const spare = { container_id: '{made:spare}' };

export const daemonInterruptedEvents: Scenario = {
  id: 'daemon.interrupted-events',
  title: 'the daemon is killed while an event stream is open, and the client opens another',
  needs: ['daemon-crash'],
  pod: {
    metadata: { name: 'watched-on' },
    spec: {
      containers: [{ name: 'main', image: 'registry.test/box:1', command: box('print ready', 'wait') }],
    },
  },
  steps: [
    { do: 'watch-events' },
    { do: 'wait-for-log', container: 'main', line: 'ready' },
    { do: 'pause-kubelet' },
    { do: 'stop-daemon', how: 'crash' },
    { do: 'start-daemon' },
    { do: 'watch-events' },
    { do: 'call', rpc: 'ExecSync', request: pause },
    { do: 'call', rpc: 'CreateContainer', request: containerByHand('spare', box('wait')), as: 'spare' },
    { do: 'call', rpc: 'StartContainer', request: spare },
    { do: 'call', rpc: 'ExecSync', request: pause },
    { do: 'call', rpc: 'StopContainer', request: { ...spare, timeout: '2' } },
  ],
  exercises: ['restart.events.reopened', 'restart.preexisting.exec'],
};
