// SPDX-License-Identifier: Apache-2.0
import { usageFailure } from '#base/errors/usage-failure.js';
import { defineCommand, type CommandSpec } from '../command-spec.js';
import { jsonFlag, kubeletFlags, targetFlags } from '../shared-flags.js';
import { configFor, targetOptions } from '../target-from-flags.js';

export const playCommand: CommandSpec = defineCommand({
  name: 'play',
  summary: 'Drive Pod manifests through their kubelet life on a runtime.',
  arguments: [
    {
      name: '<file...>',
      help: 'Pod manifests (YAML or JSON); - reads standard input. Images of registry.test/ come from the built-in registry (docs/guest.md)',
    },
  ],
  flags: [
    {
      flags: '--hold <duration>',
      help: 'time from when a pod has settled to its deletion (default: 0)',
      group: 'Command:',
      parse: 'duration',
    },
    {
      flags: '--delete-after <duration>',
      help: 'time from the creation of a pod to its deletion, however it is then; instead of --hold',
      group: 'Command:',
      parse: 'duration',
    },
    { flags: '--calls <file>', help: 'one JSON line per call, in sending order', group: 'Command:' },
    {
      flags: '--present <image>',
      help: 'an image that is on the node before the pods come; may be repeated (docs/cli.md)',
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
      help: 'as static pods, which a kubelet reads from files: the name of the node in their names, annotations of the source',
      group: 'Command:',
    },
    {
      flags: '--node <file>',
      help: 'what the kubelet knows of its node, as YAML or JSON, where it is not to be read from this one (docs/cli.md)',
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
    0: 'every pod lived and is gone',
    1: 'a pod could not be driven to its end',
    3: 'the runtime cannot be used',
    130: 'interrupted',
  },
  async run(files, flags, io) {
    const config = await configFor(flags, io);
    const { calls, deleteAfter: deleteAfterMs, grace: graceSeconds, hold, node, present = [] } = flags;
    if (hold !== undefined && deleteAfterMs !== undefined)
      throw usageFailure(
        '--hold and --delete-after both say when the pods are deleted',
        'leave one of them out: --hold counts from when a pod has settled, --delete-after from its creation',
      );
    const { static: asStatic = false } = flags;
    const { play } = await import('#app/play/play.js');
    const given = { files, calls, deleteAfterMs, graceSeconds, holdMs: hold ?? 0, node, present, asStatic };
    return play({ ...targetOptions(flags, config), ...given }, io);
  },
});
