// SPDX-License-Identifier: Apache-2.0
// Jest knows no times on a machine that it has not run on, and starts with the largest files. Here a small one may wait for
// a whole run: whatever starts processes or kubelets goes first, and many short specs fill up the end.
// It has what a run asks for, which is less than --shard or --onlyFailures would.
import { statSync } from 'node:fs';

const projects = ['conformance', 'harness', 'cli', 'runtimes', 'unit'];

export default class LongestFirst {
  sort(tests) {
    return tests
      .map((test) => ({ test, rank: rankOf(test), bytes: statSync(test.path).size }))
      .sort((a, b) => a.rank - b.rank || b.bytes - a.bytes)
      .map(({ test }) => test);
  }

  cacheResults() {
    // The order does not depend on them.
  }
}

function rankOf({ context }) {
  return projects.indexOf(context.config.displayName?.name);
}
