// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import type { NodeObject } from '#evidence/node-observation.js';
import { holds } from '../../judging/judging.js';
import type { Verdict } from '../../verdict.js';
import { glimpsesOf, judgeOnNode, living } from '../node-looks.js';
import { goesOnForEver, wasKilledWhileDown } from '../outages.js';

interface KeptRule {
  /** `mounts`; for people. */
  readonly what: string;
  /** What must be the same on both sides; undefined: the node shows nothing of it. */
  readonly textOf: (object: NodeObject) => string | undefined;
  /** Only of an object that still has a process; default: yes. */
  readonly ofLiving?: boolean;
}

/** What the node shows of living pods is the same on both sides of every change of version. */
export function keptOnNode(evidence: Evidence, { what, textOf, ofLiving = true }: KeptRule): Verdict {
  return judgeOnNode(evidence, {
    occasions: () =>
      throughChange(evidence)
        .filter(({ after }) => !ofLiving || living(after).length > 0)
        .flatMap((both) => {
          const expected = textOf(both.before);
          return expected === undefined ? [] : [{ ...both, expected }];
        }),
    none: `the node showed no ${what} of a pod before and after a change of version`,
    judge: ({ made, name, expected, after }) => {
      const actual = textOf(after);
      return holds([made], actual === expected, {
        expected: `${what} of ${name} as before: ${expected}`,
        actual: actual ?? 'none',
      });
    },
  });
}

interface Life {
  readonly id: string;
  readonly name: string;
  readonly made: RecordedCall;
  readonly changes: readonly RecordedCall[];
}

interface BothSides extends Life {
  readonly before: NodeObject;
  readonly after: NodeObject;
}

/** Of what has no reason to change meanwhile. */
function throughChange(evidence: Evidence): readonly BothSides[] {
  const lives = [...sandboxes(evidence), ...containers(evidence)];
  return evidence
    .outages()
    .filter(({ upgraded }) => upgraded)
    .flatMap((outage) => lives.flatMap((life) => bothSides(evidence, life, outage)));
}

function sandboxes(evidence: Evidence): readonly Life[] {
  return evidence
    .sandboxes()
    .filter(({ id }) => !wasKilledWhileDown(evidence, id))
    .map(({ id, run: made, changes }) => ({ id, made, changes, name: `sandbox ${id}` }));
}

function containers(evidence: Evidence): readonly Life[] {
  const updates = evidence.of('UpdateContainerResources');
  return evidence
    .containers()
    .filter((life) => goesOnForEver(life) && !wasKilledWhileDown(evidence, life.sandboxId))
    .map(({ id, name, create: made, changes }) => ({
      ...{ id, made, name: `${name} (${id})` },
      changes: [...changes, ...updates.filter(({ request }) => request.container_id === id)],
    }));
}

function bothSides(
  evidence: Evidence,
  life: Life,
  { stoppingMs, startedMs = Infinity }: Outage,
): readonly BothSides[] {
  const glimpses = glimpsesOf(evidence, life.id).filter(({ look }) => look.when === 'change');
  const before = glimpses.findLast(({ atMs }) => atMs <= stoppingMs);
  const after = glimpses.find(({ atMs }) => atMs >= startedMs);
  if (before === undefined || after === undefined || living(before.object).length === 0) return [];
  const isChanged = life.changes.some(
    ({ beganMs, endedMs = Infinity }) => beganMs <= after.atMs && endedMs >= before.atMs,
  );
  return isChanged ? [] : [{ ...life, before: before.object, after: after.object }];
}
