// SPDX-License-Identifier: Apache-2.0
import type { RecordedCall } from '#evidence/call.js';
import type { ContainerHistory } from '#evidence/history/container-history.js';
import type { Evidence } from '#evidence/evidence.js';
import type { Outage } from '#evidence/history/outage.js';
import type { SandboxHistory } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { isKeptUntil } from '../../occasions/occasions.js';
import { isBeforeOutage } from '../../occasions/outages.js';

export const restartStartingNotMissing: Contract = {
  id: 'restart.starting.not-missing',
  level: 'must',
  since: '0.1.0',
  title: 'While the daemon is down or starting, it never reports an existing object as missing',
  reference: {
    source: 'kubelet, generic PLEG; CRI v1, RPC ListContainers',
    says: 'what a list omits has ended; a runtime that is not ready yet must refuse to answer',
  },
  consequence: 'The kubelet takes running pods for dead and starts all of them a second time.',
  covers: ['RS2'],
  check: (evidence) =>
    judgeEach(
      evidence.outages().flatMap((outage) => readsDuring(evidence, outage)),
      'nothing was read while the daemon was down or starting',
      ({ reads, missing }) =>
        holds(missing === undefined ? reads : [missing.made, missing.read], missing === undefined, {
          expected: `${missing?.id ?? ''} there, or a refusal that does not deny it`,
          actual: `${missing?.read.rpc ?? ''} without it`,
        }),
    ),
};

interface Reads {
  readonly reads: readonly RecordedCall[];
  readonly missing:
    { readonly id: string; readonly made: RecordedCall; readonly read: RecordedCall } | undefined;
}

/** The calls to the daemon of one outage, if there was anything it could forget. */
function readsDuring(evidence: Evidence, outage: Outage): readonly Reads[] {
  const old = [...evidence.sandboxes(), ...evidence.containers()].filter((life) =>
    isBeforeOutage(madeBy(life), outage),
  );
  const reads = evidence.calls.filter((call) => isRead(call) && isDuring(call, outage));
  if (old.length === 0 || reads.length === 0) return [];
  const missing = old.flatMap((life) =>
    life.absences
      .filter((read) => isDuring(read, outage) && isKeptUntil(life, read))
      .map((read) => ({ id: life.id, made: madeBy(life), read })),
  );
  return [{ reads, missing: missing[0] }];
}

const madeBy = (life: SandboxHistory | ContainerHistory): RecordedCall =>
  'run' in life ? life.run : life.create;

const readRpcs: readonly string[] = [
  'ListPodSandbox',
  'ListContainers',
  'PodSandboxStatus',
  'ContainerStatus',
];
const isRead = ({ rpc }: RecordedCall): boolean => readRpcs.includes(rpc);

/** A daemon that never became ready again is still starting. */
function isDuring({ beganMs }: RecordedCall, { stoppingMs, startedMs = Infinity }: Outage): boolean {
  return beganMs >= stoppingMs && beganMs <= startedMs;
}
