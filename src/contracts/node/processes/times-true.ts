// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '#evidence/evidence.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import { clockToleranceNs, parseInt64 } from '#evidence/timestamps.js';
import type { Contract } from '../../contract.js';
import { holds } from '../../judging/judging.js';
import { glimpsesAlive, glimpsesOf, judgeOnNode, living } from '../../occasions/node-looks.js';
import { exitedStatuses, type StatusView } from '../../occasions/occasions.js';

export const nodeProcessesTimesTrue: Contract = {
  id: 'node.processes.times-true',
  level: 'must',
  since: '0.1.0',
  title: 'Between started_at and finished_at of a container lies the time that its process lived',
  reference: {
    source: 'CRI v1, ContainerStatus.started_at and finished_at',
    says: 'the times at which the container started and finished',
  },
  consequence: 'Restart back-off and the age of failures are computed from times that are wrong.',
  covers: ['E2'],
  check: (evidence) =>
    judgeOnNode(evidence, {
      occasions: () =>
        evidence.containers().flatMap((life) => {
          const span = lifespan(evidence, life);
          return span === undefined ? [] : exitedStatuses(life).map((view) => ({ view, span }));
        }),
      none: 'no process of a container was seen to live and to be gone, with its times read afterwards',
      judge: ({ view, span }) => agree(view, span),
    }),
};

/** In milliseconds. */
interface Lifespan {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Measured with the kernel's clock, so that a step of the wall clock before it changes nothing. */
function lifespan(evidence: Evidence, life: ContainerHistory): Lifespan | undefined {
  const alive = glimpsesAlive(evidence, life);
  const [first] = alive;
  const last = alive.at(-1);
  const startMs = life.starts[0]?.endedMs;
  if (first === undefined || last === undefined || startMs === undefined) return undefined;
  const gone = glimpsesOf(evidence, life.id).find(
    ({ atMs, object }) => atMs > last.atMs && living(object).length === 0,
  );
  const [process] = first.object.processes;
  if (gone === undefined || process === undefined) return undefined;
  return { atLeast: last.atMs - startMs, atMost: gone.atMs - process.startedAtMs };
}

const toleranceMs = Number(clockToleranceNs / 1_000_000n);

function agree({ call, status }: StatusView, { atLeast, atMost }: Lifespan): ReturnType<typeof holds> {
  const ns = parseInt64(status.finished_at) - parseInt64(status.started_at);
  const ms = Number(ns / 1_000_000n);
  const isRight = ms >= atLeast - toleranceMs && ms <= atMost + toleranceMs;
  return holds([call], isRight, {
    expected: `finished_at ${seconds(atLeast)} to ${seconds(atMost)} after started_at: so long its process was seen`,
    actual: `finished_at ${seconds(ms)} after started_at`,
  });
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
