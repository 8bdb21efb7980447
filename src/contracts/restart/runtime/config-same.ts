// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isAfterOutage, isBeforeOutage } from '../../occasions/outages.js';
import { canonical, mayDiffer } from '../../judging/unchanged.js';

export const restartRuntimeConfigSame: Contract = {
  id: 'restart.runtime.config-same',
  level: 'must',
  since: '0.1.0',
  title: 'Version, cgroup driver and handlers of the runtime are the same after a restart',
  reference: {
    source: 'CRI v1, RPCs Version, RuntimeConfig and Status; kubelet, start-up',
    says: 'the kubelet asks for the driver when it starts, and not again; the name is part of every container id',
  },
  consequence: 'New containers get another cgroup driver, or pods lose the handler they were created with.',
  covers: ['R3', 'RTC-001'],
  check: (evidence) =>
    judgeEach(
      evidence
        .outages()
        .flatMap((outage) =>
          answersOf(evidence).flatMap((answers) =>
            bothSides(answers, outage).map(([one, other]) => ({ one, other, outage })),
          ),
        ),
      'version, configuration and handlers were not read both before and after an outage',
      ({ one, other, outage }) => {
        const same = outage.upgraded
          ? mayDiffer(outage, one.keeps, other.keeps)
          : canonical(one.says) === canonical(other.says);
        return holds([one.call, other.call], same, {
          expected: `${one.call.rpc} as before: ${canonical(one.says)}`,
          actual: canonical(other.says),
        });
      },
    ),
};

interface RuntimeAnswer {
  readonly call: AnsweredCall;
  readonly says: object;
  /** What a newer version must say as well: it may say more. */
  readonly keeps: object;
}

function answersOf(evidence: Evidence): readonly (readonly RuntimeAnswer[])[] {
  return [
    evidence.answered('Version').map((call) => {
      const { runtime_name: name, runtime_api_version: api } = call.outcome.response;
      return { call, says: call.outcome.response, keeps: { name, api } };
    }),
    evidence.answered('RuntimeConfig').map((call) => {
      const { linux } = call.outcome.response;
      const says = {
        'cgroup driver': linux === undefined ? undefined : (linux.cgroup_driver ?? 'SYSTEMD'),
      };
      return { call, says, keeps: says };
    }),
    evidence.answered('Status').flatMap((call) => {
      if (saysNotReady(call)) return [];
      const { runtime_handlers, features } = call.outcome.response;
      const says = { runtime_handlers, features };
      return [{ call, says, keeps: says }];
    }),
  ];
}

/** A kubelet takes handlers and features only from the status of a ready runtime. */
function saysNotReady({ outcome }: AnsweredCall<'Status'>): boolean {
  const { conditions = [] } = outcome.response.status ?? {};
  return conditions.some(({ type, status }) => type === 'RuntimeReady' && status !== true);
}

function bothSides(
  answers: readonly RuntimeAnswer[],
  outage: Outage,
): readonly (readonly [RuntimeAnswer, RuntimeAnswer])[] {
  const one = answers.filter(({ call }) => isBeforeOutage(call, outage)).at(-1);
  const after = answers.filter(({ call }) => isAfterOutage(call, outage));
  return one === undefined ? [] : after.map((other) => [one, other] as const);
}
