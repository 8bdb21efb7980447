// SPDX-License-Identifier: Apache-2.0
import { SIGKILL } from '#base/signal-numbers.js';
import { isRefused } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import { parseInt64 } from '#evidence/timestamps.js';
import { exitedStatuses, isLeftAlone, programOf, type StatusView } from '../occasions.js';
import { statementsOf } from '../outages.js';

/** An EXITED status, with all that is known about how it came to that. */
export interface SeenExit {
  readonly life: ContainerHistory;
  readonly view: StatusView;
  /** Its start was refused: it never ran. */
  readonly neverRan: boolean;
  /** It ended by itself, as its program was to. */
  readonly byItself: boolean;
  /** The daemon was away for a while before: it may have missed the exit. */
  readonly mayBeMissed: boolean;
}

export function exitsSeen(evidence: Evidence): readonly SeenExit[] {
  return evidence.containers().flatMap((life) => {
    const neverRan = life.starts.length > 0 && life.starts.every(isRefused);
    const hasEnd = programOf(life)?.exitCode !== undefined;
    return exitedStatuses(life).map((view) => ({
      life,
      view,
      neverRan,
      byItself: hasEnd && !neverRan && isLeftAlone(life, view.call),
      mayBeMissed: isDisturbed(evidence, life, view),
    }));
  });
}

function isDisturbed(evidence: Evidence, { sandboxId }: ContainerHistory, { call }: StatusView): boolean {
  return (
    evidence.outages().some(({ stoppingMs }) => stoppingMs <= call.endedMs) ||
    evidence.processesKilled().some(({ sandbox, atMs }) => sandbox === sandboxId && atMs <= call.endedMs)
  );
}

/** Its program needs more memory than its container may have, and nothing else ends it before. */
export function exceedsItsMemory(life: ContainerHistory): boolean {
  const limit = Number(parseInt64(life.config.linux?.resources?.memory_limit_in_bytes));
  if (limit === 0) return false;
  for (const statement of statementsOf(life)) {
    if (statement.do === 'memory' && statement.bytes > limit) return true;
    if (!(statement.do === 'print' || statement.do === 'sleep')) return false;
  }
  return false;
}

/** The exit code of a process that a KILL ended. */
export const killedCode: number = 128 + SIGKILL;
