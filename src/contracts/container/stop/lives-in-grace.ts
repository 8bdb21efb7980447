// SPDX-License-Identifier: Apache-2.0
import { isRefused, type RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { readableTime } from '#evidence/timestamps.js';
import { finalStatement } from '#guest/predict.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isBeforeOutages } from '../../occasions/good-requests.js';
import { lastLineNs, wholeLogs } from '../../occasions/objects/last-words.js';
import { statementsOf } from '../../occasions/outages.js';
import { isDeaf, timeoutMsOf } from '../../occasions/objects/stops-under-way.js';

export const containerStopLivesInGrace: Contract = {
  id: 'container.stop.lives-in-grace',
  level: 'must',
  since: '0.1.0',
  title:
    'A program that ignores its stop signal goes on until the timeout, also when the client gives up waiting',
  reference: {
    source: 'CRI v1, StopContainerRequest.timeout',
    says: 'the program has the whole time, and a request that is cut off does not shorten it',
  },
  consequence: 'Databases and queues are killed in the middle of their shutdown.',
  covers: ['S2', 'STP-002'],
  check: (evidence) =>
    judgeEach(
      wholeLogs(evidence).flatMap((log) => {
        const end = onlyStopped(evidence, log.life);
        return end === undefined || !isTicking(log.life) ? [] : [{ log, ...end }];
      }),
      'no log was read of a program that counts while it is being stopped',
      ({ log, stops, endMs }) => {
        const last = lastLineNs(log) ?? 0n;
        const least = evidence.wallClockNs(endMs) - slackNs;
        return holds(stops, last >= least, {
          expected: `lines until the timeout, ${readableTime(evidence.wallClockNs(endMs))}`,
          actual: `the last line of ${log.life.name} at ${readableTime(last)}`,
        });
      },
    ),
};

/** A busy node may let a program wait for its turn, and a line for its time. */
const slackNs = 1_500_000_000n;

/** Less grace than this is over before its absence could be told. */
const shortestMs = 3_000;

interface Stopped {
  readonly stops: readonly RecordedCall[];
  /** The earliest time at which one of them may kill. */
  readonly endMs: number;
}

/** Nothing but stops had ended it, whose timeouts are long enough to tell. */
function onlyStopped(evidence: Evidence, life: ContainerHistory): Stopped | undefined {
  const { stops, changes } = life;
  const [first] = stops;
  if (first === undefined || !isDeaf(evidence, life, first)) return undefined;
  if (stops.some((stop) => isRefused(stop) || !isBeforeOutages(evidence, stop))) return undefined;
  const endMs = Math.min(...stops.map((stop) => stop.beganMs + timeoutMsOf(stop)));
  const others = changes.filter(({ rpc }) => rpc !== 'StartContainer' && rpc !== 'StopContainer');
  if (others.some(({ beganMs }) => beganMs < endMs) || endMs - first.beganMs < shortestMs) return undefined;
  return { stops, endMs };
}

/** It writes often enough. */
function isTicking(life: ContainerHistory): boolean {
  const last = finalStatement(statementsOf(life));
  return last?.do === 'tick' && last.everyMs <= 300;
}
