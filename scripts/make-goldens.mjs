// SPDX-License-Identifier: Apache-2.0
// Makes specs/fixtures/recordings from recordings of real kubelets:
// node scripts/make-goldens.mjs <traces> <traces by version>
// Keeps what is compared unchanged; of the answers, only what determines the kubelet's next calls.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const target = fileURLToPath(new URL('../specs/fixtures/recordings/', import.meta.url));
const [newest, byVersion] = process.argv.slice(2);
if (byVersion === undefined) {
  console.error(
    'usage: node scripts/make-goldens.mjs <directory of the newest> <directory with one per minor>',
  );
  process.exit(2);
}

rmSync(target, { recursive: true, force: true });
condense(newest, target);
for (const name of readdirSync(byVersion)) {
  if (/^\d+\.\d+$/.test(name)) condense(join(byVersion, name), join(target, name));
}

function condense(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)
    .filter((each) => each.endsWith('.jsonl'))
    .sort()) {
    const lines = readFileSync(join(from, name), 'utf8').trim().split('\n').map(JSON.parse);
    writeFileSync(
      join(to, name),
      condensed(lines)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
  }
}

/** A sandbox's configuration is written with RunPodSandbox; later requests with the same one say `same`. */
function condensed(lines) {
  let said = '';
  return lines.map((line) => {
    if (line.rpc === undefined) return line;
    if (line.rpc === 'RunPodSandbox') said = sorted(line.request.config);
    const { response, ...rest } = line;
    const request = { ...line.request };
    if (request.sandbox_config !== undefined && sorted(request.sandbox_config) === said)
      request.sandbox_config = 'same';
    return { ...rest, request, ...(response === undefined ? {} : { response: kept(line.rpc, response) }) };
  });
}

function kept(rpc, { status = {}, image, ...response }) {
  switch (rpc) {
    case 'ListPodSandbox':
    case 'ListContainers':
      return {};
    case 'PodSandboxStatus':
      return { status: some(status, ['state', 'network']) };
    case 'ContainerStatus':
      return { status: some(status, ['state', 'started_at', 'finished_at', 'exit_code', 'reason']) };
    case 'ImageStatus':
      return image === undefined ? {} : { image: some(image, ['id', 'uid', 'username']) };
    default:
      return response;
  }
}

function some(object, names) {
  return Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));
}

/** The order of keys does not matter. */
function sorted(value) {
  return JSON.stringify(value, (_key, each) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
