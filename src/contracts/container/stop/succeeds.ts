// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '#evidence/call.js';
import type { Contract } from '../../contract.js';
import { judgeEach, mustSucceed } from '../../judging/judging.js';
import { firstStart } from '../../occasions/occasions.js';
import { isRaceWithEnd } from '../../occasions/stops.js';
import { unexercised } from '../../verdict.js';

export const containerStopSucceeds: Contract = {
  id: 'container.stop.succeeds',
  level: 'must',
  since: '0.1.0',
  title: 'StopContainer of a running container succeeds',
  reference: {
    source: 'CRI v1, RPC StopContainer',
    says: 'whatever the program does, it is killed in the end and the call answers OK',
  },
  consequence: 'The pod stays in Terminating, and its termination is repeated.',
  covers: ['STP-003'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .filter((life) => firstStart(life) !== undefined)
        .flatMap((life) => life.stops.slice(0, 1).map((stop) => ({ life, stop }))),
      'no container was stopped',
      ({ life, stop }) =>
        isRefused(stop) && isRaceWithEnd(evidence, life, stop)
          ? unexercised('the program exited by itself just before the kill')
          : mustSucceed(stop, 'the first StopContainer'),
    ),
};
