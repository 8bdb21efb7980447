// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#base/errors/usage-failure.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { jsonFlag, kubeletFlags, targetFlags } from '../shared-flags.js';
import { configFor, targetOptions } from '../target-from-flags.js';

export const playCommand: CommandSpec = defineCommand({
  name: 'play',
  summary: 'Run Pod manifests on a runtime as a kubelet would.',
  arguments: [
    {
      name: '<file...>',
      help: 'Pod manifests (YAML or JSON); - reads standard input. Images of registry.test/ come from the built-in registry (docs/guest.md)',
    },
  ],
  flags: [
    {
      flags: '--hold <duration>',
      help: 'time between a pod settling and its deletion (default: 0)',
      group: 'Command:',
      parse: 'duration',
    },
    {
      flags: '--delete-after <duration>',
      help: 'time between the creation of a pod and its deletion, whatever its state; instead of --hold',
      group: 'Command:',
      parse: 'duration',
    },
    { flags: '--calls <file>', help: 'one JSON line per call, in sending order', group: 'Command:' },
    {
      flags: '--present <image>',
      help: 'pull this image before the pods arrive; may be repeated (see docs/cli.md#playing-a-pod)',
      group: 'Command:',
      parse: 'each',
    },
    {
      flags: '--grace <seconds>',
      help: "grace period of the deletion (default: the pod's own)",
      group: 'Command:',
      parse: 'number',
    },
    {
      flags: '--static',
      help: 'as static pods from files: with the node in their names, and source annotations',
      group: 'Command:',
    },
    {
      flags: '--node <file>',
      help: 'facts about the node that override those of this machine, as YAML or JSON (see docs/cli.md#playing-a-pod)',
      group: 'Command:',
    },
    ...targetFlags,
    ...kubeletFlags,
    jsonFlag,
    { flags: '-q, --quiet', help: 'no progress', group: 'Output:' },
  ],
  examples: [
    'criprobe play examples/happy.yaml --managed reference --calls calls.jsonl',
    'sudo criprobe play pod.yaml --hold 30s --grace 5',
    'sudo criprobe play pod.yaml --delete-after 500ms',
    'cat pod.yaml | criprobe play - --managed reference',
  ],
  exits: {
    0: 'every pod ran and terminated',
    1: 'a pod did not start, or could not be terminated',
    3: 'the runtime cannot be used',
    130: 'interrupted',
  },
  async run(files, flags, io) {
    const config = await configFor(flags, io);
    const { calls, deleteAfter: deleteAfterMs, grace: graceSeconds, hold, node, present = [] } = flags;
    if (hold !== undefined && deleteAfterMs !== undefined)
      throw usageFailure(
        '--hold and --delete-after both say when the pods are deleted',
        'leave one of them out: --hold counts from the settled pod, --delete-after from its creation',
      );
    const { static: asStatic = false } = flags;
    const { play } = await import('#app/play/play.js');
    const given = { files, calls, deleteAfterMs, graceSeconds, holdMs: hold ?? 0, node, present, asStatic };
    return play({ ...targetOptions(flags, config), ...given }, io);
  },
});
