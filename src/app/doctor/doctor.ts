// SPDX-License-Identifier: Apache-2.0
import { exitCode, type ExitCode } from '#base/exit-code.js';
import { endsBefore } from '#base/giving-up.js';
import { withoutTelling } from '#base/text/secrets.js';
import { struck } from '#evidence/write/redact.js';
import { managedKinds } from '#launchers/all.js';
import { launcherFor } from '#launchers/launcher-for.js';
import { attempt, fine, problem, skipped, unlessInterrupted, warning, type Check } from './doctor-check.js';
import { renderChecks } from './doctor-render.js';
import { examineRuntime } from './doctor-runtime.js';
import { resolveTarget } from '../target/discover.js';
import { hostFacts } from '../target/host-facts.js';
import { socketPath } from '#cri/client/endpoint.js';
import { existingSockets } from '../target/socket-check.js';
import type { TargetOptions } from '../target/target-options.js';
import type { CommandResult, Io } from '../shared/use-case.js';
import { toolVersion } from '../shared/version.js';

export interface DoctorOptions extends TargetOptions {
  /** Warnings make the exit code 6. */
  readonly strict: boolean;
  /** Also pull an image and run a sandbox. */
  readonly tryPod: boolean;
}

/** Checks everything a run needs. Changes nothing, unless asked to try a pod. */
export async function doctor(options: DoctorOptions, io: Io): Promise<CommandResult> {
  const checks = [
    ...(await unlessInterrupted(examineHost(io), io)),
    ...(await examineTarget(options, io)),
    ...(await examineLaunchers(options, io)),
  ];
  return {
    exit: exitOf(checks, options.strict),
    text: renderChecks(checks),
    json: { schemaVersion: 1, tool: toolVersion(), checks: checks.map(asJson) },
  };
}

async function examineHost({ env }: Io): Promise<readonly Check[]> {
  const { name, version, cri, node } = toolVersion();
  const { kernel, arch, cgroupVersion, root, lacks } = hostFacts('unknown');
  const sockets = await existingSockets(env);
  return [
    fine(`${name} ${version}, node ${node}, CRI ${cri.join(' and ')}`),
    fine(
      `${kernel} ${arch}, cgroup ${cgroupVersion}, ${root ? 'root' : 'not root'}${lacks.map((what) => `, no ${what}`).join('')}`,
    ),
    sockets.length === 0
      ? skipped('none of the known sockets exists here')
      : fine(`known sockets here: ${sockets.join(', ')}`),
  ];
}

async function examineTarget(options: DoctorOptions, io: Io): Promise<readonly Check[]> {
  const target = await attempt(() => unlessInterrupted(resolveTarget(options, io), io));
  if (target.kind === 'failed') return [problem(target.failure)];
  const { is } = target;
  if (is.kind === 'managed') return unlessInterrupted(examineManaged(is.spec, options), io);
  const form = await attempt(async () => Promise.resolve(socketPath(is.endpoint)));
  if (form.kind === 'failed') return [problem(form.failure)];
  return [fine(`runtime at ${is.endpoint}  (${is.why})`), ...(await examineRuntime(is, options, io))];
}

async function examineManaged(spec: string, { tryPod }: DoctorOptions): Promise<readonly Check[]> {
  const launcher = await attempt(async () => Promise.resolve(launcherFor(spec)));
  if (launcher.kind === 'failed') return [problem(launcher.failure)];
  const probed = await attempt(() => launcher.is.probe());
  if (probed.kind === 'failed') return [problem(probed.failure)];
  const probe = probed.is;
  if (probe.kind === 'ready')
    return [
      fine(`--managed ${spec} can be started`),
      ...probe.notes.map((note) => warning(note)),
      ...(tryPod
        ? [skipped(`a pod: doctor does not start a runtime; criprobe run --managed ${spec} does`)]
        : []),
    ];
  return [
    { mark: 'problem', code: 'E-LAUNCH-MISSING', says: `--managed ${spec}: ${probe.reason}`, fix: probe.fix },
  ];
}

/** Runtimes that could be started instead. Being unable to is a problem only if it was asked for. */
async function examineLaunchers({ managed }: DoctorOptions, { signal }: Io): Promise<readonly Check[]> {
  const others = managedKinds.flatMap(({ examined }) => examined ?? []).filter((spec) => spec !== managed);
  const examined = Promise.all(others.map(examineLauncher));
  // Still prints the earlier findings: they may mention a pod that was left behind.
  return (await endsBefore(signal, examined)) ? examined : [skipped('other runtimes: interrupted')];
}

async function examineLauncher(spec: string): Promise<Check> {
  const probed = await attempt(() => launcherFor(spec).probe());
  if (probed.kind === 'failed') return skipped(`--managed ${spec} would not work: ${probed.failure.message}`);
  const probe = probed.is;
  if (probe.kind === 'ready')
    return fine(`--managed ${spec} would work${probe.notes.map((note) => `; ${note}`).join('')}`);
  return skipped(`--managed ${spec} would not work: ${probe.reason}`);
}

function exitOf(checks: readonly Check[], strict: boolean): ExitCode {
  if (checks.some(({ mark }) => mark === 'problem')) return exitCode.preflight;
  return strict && checks.some(({ mark }) => mark === 'warning') ? exitCode.warnings : exitCode.ok;
}

function asJson({ mark, code, says, seen, likely, fix }: Check): unknown {
  return struck({ mark, code, says, seen, likely, fix }, withoutTelling);
}
