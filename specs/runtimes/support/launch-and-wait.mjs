// SPDX-License-Identifier: Apache-2.0
// A harness that is going to be killed: launches, says each step on stdout, and never ends by itself.
import { setInterval } from 'node:timers';
import { launcherFor } from '../../../dist/launchers/launcher-for.js';
import { openLedger } from '../../../dist/run-ledger/ledger.js';

const [spec, state, directory, registry] = process.argv.slice(2);
const ledger = openLedger('killed', { state, namespace: 'launch', startedAt: new Date() });
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const launched = await launcherFor(spec).launch({
  directory,
  shared: state,
  registry,
  sandboxImage: `${registry}/pause:1`,
  leaves: (step) => {
    ledger.leaves(step);
    say({ left: step.kind });
  },
});
ledger.add({
  kind: 'endpoint',
  endpoint: launched.endpoint,
  imageEndpoint: launched.imageEndpoint,
  owned: true,
});
say({ endpoint: launched.endpoint });
setInterval(() => undefined, 60_000);
