// SPDX-License-Identifier: Apache-2.0
import {
  statusViews,
  type ContainerHistory,
  type ContainerAnswer,
} from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import { finalStatement } from '#guest/predict.js';
import type { StatusView } from './occasions.js';
import { happenedWhileDown, isAfterOutage, isBeforeOutage, statementsOf } from './outages.js';

/** A container whose program exited by itself during an outage. */
export interface ExitDuringOutage {
  readonly life: ContainerHistory;
  readonly outage: Outage;
  /** The earliest time at which its program could exit. */
  readonly fromMs: number;
  /** Its exit code; undefined if its last statement does not tell. */
  readonly exitCode: number | undefined;
  /** Including lists: after the outage, and before any call changed it. */
  readonly views: readonly ContainerAnswer[];
  /** The statuses among them. */
  readonly after: readonly StatusView[];
}

export function endedWhileDown(evidence: Evidence): readonly ExitDuringOutage[] {
  return evidence.outages().flatMap((outage) =>
    evidence.containers().flatMap((life): readonly ExitDuringOutage[] => {
      const hasEnded = evidence
        .steps('wait-for-no-process')
        .some((step) => step.parameters.container === life.name && happenedWhileDown(step, outage));
      const last = statusViews(life).findLast(({ call }) => isBeforeOutage(call, outage));
      const isAlone = life.changes.every(
        ({ rpc, beganMs }) => rpc === 'StartContainer' || beganMs > outage.stoppingMs,
      );
      if (!hasEnded || last?.state !== 'CONTAINER_RUNNING' || !isAlone) return [];
      const ends = life.changes.filter(({ rpc }) => rpc !== 'StartContainer');
      const views = life.views.filter(
        ({ call }) => isAfterOutage(call, outage) && ends.every(({ beganMs }) => beganMs >= call.endedMs),
      );
      const fromMs = outage.stoppedMs ?? outage.stoppingMs;
      const after = views.filter((view) => view.kind === 'status');
      return [{ life, outage, fromMs, exitCode: lastExitCode(life), views, after }];
    }),
  );
}

function lastExitCode(life: ContainerHistory): number | undefined {
  const last = finalStatement(statementsOf(life));
  return last?.do === 'exit' ? last.code : undefined;
}
