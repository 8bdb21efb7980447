// SPDX-License-Identifier: Apache-2.0
import { statusViews, type ContainerLife } from '#evidence/container-life.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/outage.js';
import type { StatusView } from './occasions.js';
import { happenedAway, isAfter, isBefore, statementsOf } from './outages.js';

/** A container whose program ended, by itself, while the daemon was away. */
export interface EndedAway {
  readonly life: ContainerLife;
  readonly outage: Outage;
  /** Its program was told to end not before that. */
  readonly fromMs: number;
  /** The code it ended with; undefined if its last statement does not say that. */
  readonly exitCode: number | undefined;
  /** After the return, and before anybody did anything to it. */
  readonly after: readonly StatusView[];
}

export function endedAway(evidence: Evidence): readonly EndedAway[] {
  return evidence.outages().flatMap((outage) =>
    evidence.containers().flatMap((life): readonly EndedAway[] => {
      const hasEnded = happenedAway(evidence, outage, { do: 'until-no-process', container: life.name });
      const views = statusViews(life);
      const ran = views.filter(({ call }) => isBefore(call, outage)).at(-1)?.state === 'CONTAINER_RUNNING';
      const isAlone = life.changes.every(
        ({ rpc, beganMs }) => rpc === 'StartContainer' || beganMs > outage.goesMs,
      );
      if (!hasEnded || !ran || !isAlone) return [];
      const ends = life.changes.filter(({ rpc }) => rpc !== 'StartContainer');
      const after = views.filter(
        ({ call }) => isAfter(call, outage) && ends.every(({ beganMs }) => beganMs >= call.endedMs),
      );
      const fromMs = outage.goneMs ?? outage.goesMs;
      return [{ life, outage, fromMs, exitCode: lastExitCode(life), after }];
    }),
  );
}

function lastExitCode(life: ContainerLife): number | undefined {
  const code = /^exit (\d+)$/.exec(statementsOf(life).at(-1) ?? '')?.[1];
  return code === undefined ? undefined : Number(code);
}
