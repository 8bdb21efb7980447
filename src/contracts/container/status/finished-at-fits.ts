// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import { statusViews, type ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { scaledMs } from '../../judging/node-pace.js';
import {
  exitedStatuses,
  firstStart,
  isLeftAlone,
  programOf,
  type StatusView,
} from '../../occasions/occasions.js';

export const containerStatusFinishedAtFits: Contract = {
  id: 'container.status.finished-at-fits',
  level: 'must',
  since: '0.1.0',
  title: 'finished_at is after the last proof that the container ran, and before the answer that shows it',
  reference: {
    source: 'CRI v1, ContainerStatus.finished_at; kubelet, doBackOff and garbage collection',
    says: 'it is the time at which the container ended',
  },
  consequence: 'Crash back-off counts from a wrong time, and durations of jobs are invented.',
  covers: ['CST-004', 'E2'],
  check: (evidence) =>
    judgeEach(
      evidence
        .containers()
        .filter((life) => firstStart(life) !== undefined)
        .flatMap((life) =>
          exitedStatuses(life)
            .filter(({ status }) => parseInt64(status.finished_at) !== 0n)
            .map((view) => ({ life, view })),
        ),
      'no end of a container was read',
      ({ life, view }) => {
        const wrong =
          tooLate(evidence, life, view) ?? tooEarly(evidence, life, view) ?? tooShort(evidence, life, view);
        return wrong === undefined
          ? holds([view.call], true, { expected: '', actual: '' })
          : holds(wrong.calls, false, {
              expected: wrong.expected,
              actual: readableTime(parseInt64(view.status.finished_at)),
            });
      },
    ),
};

interface Wrong {
  readonly calls: Parameters<typeof holds>[0];
  readonly expected: string;
}

function tooLate(
  evidence: Evidence,
  life: ContainerHistory,
  { call, status }: StatusView,
): Wrong | undefined {
  const now = evidence.wallWindow(life.create.beganMs, call.endedMs).to;
  if (parseInt64(status.finished_at) <= now + clockToleranceNs) return undefined;
  return { calls: [call], expected: `a time before the answer, ${readableTime(now)}` };
}

/** The last call that saw it running: when that began, it had not ended. */
function tooEarly(
  evidence: Evidence,
  life: ContainerHistory,
  { call, status }: StatusView,
): Wrong | undefined {
  const last = life.views.filter((view) => isRunning(view) && beganAfter(call, view.call)).at(-1);
  const alive = last?.call ?? firstStart(life);
  if (alive === undefined) return undefined;
  const sinceMs = alive.beganMs - lagMs(evidence, life, last?.call);
  const then = evidence.wallClockNs(sinceMs) - evidence.setBackNs(sinceMs, call.endedMs);
  if (parseInt64(status.finished_at) >= then - clockToleranceNs) return undefined;
  return { calls: [alive, call], expected: `a time after ${alive.rpc} began, ${readableTime(then)}` };
}

/**
 * Between its start and the last proof that it ran lies a time that must lie between its two times as well.
 * Both come from one clock, so that this does not depend on ours.
 */
function tooShort(
  evidence: Evidence,
  life: ContainerHistory,
  { call, status }: StatusView,
): Wrong | undefined {
  const started = parseInt64(status.started_at);
  const start = firstStart(life);
  if (started === 0n || start === undefined) return undefined;
  const last = statusViews(life)
    .filter((view) => isRunning(view) && beganAfter(call, view.call))
    .at(-1);
  const seenMs =
    last === undefined ? 0 : last.call.beganMs - start.endedMs - lagMs(evidence, life, last.call);
  const ranMs = Math.max(seenMs, isLeftAlone(life, call) ? neededMs(life) : 0);
  const backNs = evidence.setBackNs(start.beganMs, call.endedMs);
  const least = started + BigInt(Math.floor(Math.max(0, ranMs - coarseMs))) * 1_000_000n - backNs;
  if (parseInt64(status.finished_at) >= least || ranMs <= coarseMs) return undefined;
  return {
    calls: last === undefined ? [start, call] : [start, last.call, call],
    expected: `at least ${Math.floor(ranMs - coarseMs)} ms after started_at, ${readableTime(started)}`,
  };
}

/** A program that ends by itself takes at least this long. */
function neededMs(life: ContainerHistory): number {
  const lastsMs = programOf(life)?.lastsMs ?? 0;
  return Number.isFinite(lastsMs) ? lastsMs : 0;
}

const isRunning = ({ state }: { readonly state: string }): boolean => state === 'CONTAINER_RUNNING';

/** A runtime learns of an end some time after it, and later while it has a stop to work on. */
function lagMs(evidence: Evidence, life: ContainerHistory, view: RecordedCall | undefined): number {
  if (view === undefined) return 0;
  return scaledMs(evidence, { fastMs: isLeftAlone(life, view) ? 500 : 2_000, slowMs: 15_000 });
}

/** Some clocks count seconds, and the time of the start may be taken a little late. */
const coarseMs = 1_200;
