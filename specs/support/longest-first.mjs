// SPDX-License-Identifier: Apache-2.0
// Jest has no timings on a new machine, and starts with the largest files. Here a small file may wait for a
// whole run, so specs that start processes or kubelets come first, and many short specs fill the end.
// Implements only what our runs need: no --shard, no --onlyFailures.
import { statSync } from 'node:fs';

const projects = ['conformance', 'harness', 'cli', 'runtimes', 'lies', 'unit'];

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
