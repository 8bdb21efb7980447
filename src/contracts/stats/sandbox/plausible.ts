// SPDX-License-Identifier: Apache-2.0
import type { UInt64Value } from '#cri/proto/generated/messages.js';
import { clockToleranceNs, parseInt64, readableTime } from '#evidence/timestamps.js';
import type { Evidence } from '#evidence/evidence.js';
import { beganAfter } from '#evidence/history/order.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach, type ExpectedAndActual } from '../../judging/judging.js';
import {
  containerSamples,
  isSteadyAt,
  sandboxSamples,
  withoutSandboxStats,
  type SandboxSample,
} from '../../occasions/stats/stats-samples.js';

export const statsSandboxPlausible: Contract = {
  id: 'stats.sandbox.plausible',
  level: 'must',
  since: '0.1.0',
  title: 'Statistics of a sandbox are of its lifetime, and not less than those of its containers',
  reference: {
    source: 'CRI v1, LinuxPodSandboxStats; kubelet, CRI stats provider',
    says: 'a pod uses what its containers use, and the sandbox itself',
  },
  consequence: 'The kubelet ranks pods for eviction by numbers that have nothing to do with them.',
  covers: ['M5'],
  check: (evidence) =>
    withoutSandboxStats(evidence) ??
    judgeEach(
      sandboxSamples(evidence).filter(
        ({ stats: { linux } }) => linux?.cpu ?? linux?.memory ?? linux?.network,
      ),
      'no statistics of a sandbox were read',
      (sample) => {
        const wrong =
          wrongTime(evidence, sample) ??
          wrongCpu(evidence, sample) ??
          wrongMemory(sample) ??
          tooMuchMemory(sample) ??
          wrongCount(evidence, sample) ??
          wrongNetwork(sample) ??
          tooMuchTraffic(sample);
        const { life, call } = sample;
        return holds([life.run, call], wrong === undefined, wrong ?? { expected: '', actual: '' });
      },
    ),
};

type Wrong = ExpectedAndActual | undefined;

function wrongTime(evidence: Evidence, { life, call, stats: { linux } }: SandboxSample): Wrong {
  const { from, to } = evidence.wallWindow(life.run.beganMs, call.endedMs);
  const times = [linux?.cpu, linux?.memory, linux?.network, linux?.process].flatMap((part) =>
    part === undefined || parseInt64(part.timestamp) === 0n ? [] : [parseInt64(part.timestamp)],
  );
  const outside = times.find((time) => time < from - clockToleranceNs || time > to + clockToleranceNs);
  if (outside === undefined) return undefined;
  return {
    expected: `timestamps between RunPodSandbox and the answer, ${readableTime(from)} to ${readableTime(to)}`,
    actual: readableTime(outside),
  };
}

const nsPerMs = 1_000_000n;
/** Pods of this suite have a few threads; what starts them has more. An earlier sandbox had the same cgroup. */
const mostProcessors = 16n;

/** A sample of one of its containers that was taken earlier: counters only grow. */
function wrongCpu(evidence: Evidence, { life, call, stats: { linux } }: SandboxSample): Wrong {
  if (linux?.cpu === undefined) return undefined;
  const usage = parseInt64(linux.cpu.usage_core_nano_seconds?.value);
  const at = parseInt64(linux.cpu.timestamp);
  const least = containerSamples(evidence)
    .filter((sample) => sample.life.sandboxId === life.id && beganAfter(call, sample.call))
    .filter(({ stats }) => parseInt64(stats.cpu?.timestamp) <= at)
    .map(({ stats }) => parseInt64(stats.cpu?.usage_core_nano_seconds?.value))
    .reduce((most, each) => (each > most ? each : most), 0n);
  const most = BigInt(Math.ceil(call.endedMs - evidence.beganMs)) * nsPerMs * mostProcessors;
  if (usage > most)
    return {
      expected: `cpu.usage_core_nano_seconds of at most ${most}, since the scenario began`,
      actual: `${usage}`,
    };
  if (usage > 0n && usage >= least) return undefined;
  return {
    expected: `cpu.usage_core_nano_seconds of at least ${least}, which a container had used before`,
    actual: `${usage}`,
  };
}

/** The sandbox itself, a virtual machine around it, and what a runtime runs beside the containers. */
const besideBytes = 4n << 30n;

function tooMuchMemory({ stats: { linux } }: SandboxSample): Wrong {
  const inside = (linux?.containers ?? []).map(({ memory }) => memory?.usage_bytes);
  const told = [linux?.memory?.usage_bytes, linux?.memory?.rss_bytes].map((bytes) =>
    parseInt64(bytes?.value),
  );
  const ofContainers = inside.reduce((sum, bytes) => sum + parseInt64(bytes?.value), 0n);
  const isComplete = inside.every((bytes) => bytes !== undefined);
  if (!isComplete || told.every((bytes) => bytes <= ofContainers * 2n + besideBytes)) return undefined;
  return {
    expected: `memory.usage_bytes and rss_bytes near the ${ofContainers} of its containers`,
    actual: told.join(', '),
  };
}

function wrongMemory({ stats: { linux } }: SandboxSample): Wrong {
  const { usage_bytes: usage, working_set_bytes: working } = linux?.memory ?? {};
  if (usage === undefined || working === undefined) return undefined;
  const [used, workingSet] = [parseInt64(usage.value), parseInt64(working.value)];
  if (used > 0n && workingSet > 0n && workingSet <= used) return undefined;
  return {
    expected: 'memory.usage_bytes above 0 and memory.working_set_bytes at most that',
    actual: `usage_bytes ${used}, working_set_bytes ${workingSet}`,
  };
}

/** Threads and a virtual machine's own count as well; no program of this suite starts more than a few. */
const mostProcesses = 20_000n;

function wrongCount(evidence: Evidence, { life, call, stats: { linux } }: SandboxSample): Wrong {
  const count = linux?.process?.process_count;
  if (count === undefined) return undefined;
  const running = evidence
    .containers()
    .filter((container) => container.sandboxId === life.id && isSteadyAt(container, call)).length;
  const shown = parseInt64(count.value);
  if (shown >= BigInt(running) && shown <= mostProcesses) return undefined;
  return {
    expected: `process.process_count of at least ${running}, one a container, and at most ${mostProcesses}`,
    actual: `${shown}`,
  };
}

function wrongNetwork({ life, stats: { linux } }: SandboxSample): Wrong {
  const { default_interface: first, interfaces = [] } = linux?.network ?? {};
  if (life.hostNetwork || linux?.network === undefined) return undefined;
  const all = [first, ...interfaces].flatMap((each) => each ?? []);
  const isComplete = (each: (typeof all)[number]): boolean =>
    (each.name ?? '') !== '' && each.rx_bytes !== undefined && each.tx_bytes !== undefined;
  if (first !== undefined && all.every(isComplete)) return undefined;
  return {
    expected: 'network.default_interface, and a name, rx_bytes and tx_bytes of every interface',
    actual: JSON.stringify(linux.network),
  };
}

/** Pods of this suite send next to nothing, and live for a short time; neighbours may ask for addresses. */
const mostBytes = 16n << 30n;
const mostErrors = 1n << 20n;

function tooMuchTraffic({ life, stats: { linux } }: SandboxSample): Wrong {
  const { default_interface: first, interfaces = [] } = linux?.network ?? {};
  if (life.hostNetwork) return undefined;
  const wrong = [first, ...interfaces].find((each) => {
    const isAbove = (most: bigint, ...counts: readonly (UInt64Value | undefined)[]): boolean =>
      counts.some((count) => parseInt64(count?.value) > most);
    return (
      isAbove(mostBytes, each?.rx_bytes, each?.tx_bytes) ||
      isAbove(mostErrors, each?.rx_errors, each?.tx_errors)
    );
  });
  return (
    wrong && {
      expected: `at most ${mostBytes} bytes and ${mostErrors} errors each way, since the pod was made`,
      actual: JSON.stringify(wrong),
    }
  );
}
