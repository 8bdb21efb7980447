// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { Observation } from '../observation.js';
import { atMs, scenario, seq } from './schema-parts.js';

const observed = { type: z.literal('observation'), scenario, name: z.string(), atMs };
const container = z.string().describe('Id of the container.');

const logFile = z
  .looseObject({
    ...observed,
    of: z.literal('log-file'),
    facts: z.looseObject({
      path: z.string(),
      container,
      exists: z.boolean(),
      content: z.string(),
      bytes: z.number(),
      rotated: z.boolean().exactOptional().describe('It is the file that a scenario renamed.'),
      kind: z.string().exactOptional().describe('What it is, if not a regular file.'),
    }),
  })
  .describe("A container's log file on the node, named after its container.");

const processes = z
  .looseObject({
    ...observed,
    of: z.literal('process'),
    facts: z.looseObject({ container, count: z.int() }),
  })
  .describe('How many processes of a container are alive, named after its container.');

const runtimeLog = z
  .looseObject({
    ...observed,
    of: z.literal('runtime-log'),
    facts: z.looseObject({
      path: z.string(),
      lines: z.array(z.looseObject({ at: z.string().exactOptional(), text: z.string() })),
      leftOut: z.int().describe('How many more lines there were.'),
    }),
  })
  .describe("What the runtime's own log says about the scenario's objects.");

const bits = z.string().describe('A set of signals, as a hexadecimal number.');

const nodeProcess = z.looseObject({
  pid: z.int(),
  startTicks: z.string().describe('Clock ticks from the boot to its start.'),
  startedAtMs: z.number().describe("When it started, on the recording's clock."),
  state: z.string().describe('As in /proc/<pid>/stat.'),
  parent: z.int(),
  command: z.string(),
  signals: z.looseObject({ pending: bits, blocked: bits, ignored: bits, caught: bits }),
  oomScoreAdj: z.int().exactOptional(),
});

const count = z.number().exactOptional();
const cgroup = z
  .looseObject({
    path: z.string().describe('Within its hierarchy.'),
    driver: z.enum(['systemd', 'cgroupfs']).describe('By the form of its name.'),
    memoryLimit: count,
    cpuQuota: count,
    cpuPeriod: count,
    cpuShares: count.describe('Of cgroup v1.'),
    cpuWeight: count.describe('Of cgroup v2.'),
    pidsLimit: count,
    cpusetCpus: z.string().exactOptional(),
    cpusetMems: z.string().exactOptional(),
    memoryUsed: count,
    cpuUsedNs: count,
    oomKills: count,
  })
  .describe('What is absent is not limited, or has no controller.');

const id = z.string().exactOptional();
const namespaces = z.looseObject({ cgroup: id, ipc: id, mnt: id, net: id, pid: id, user: id, uts: id });

const inside = z
  .looseObject({
    namespaces,
    ofRuntime: namespaces.exactOptional().describe('Of the process that started it.'),
    ofNode: namespaces.describe("Of the node's first process."),
    mounts: z.array(
      z.looseObject({
        path: z.string(),
        isReadOnly: z.boolean(),
        isShared: z.boolean(),
        isSlave: z.boolean(),
      }),
    ),
    addresses: z.array(z.string()).describe('In its network namespace, loopback left out.'),
  })
  .describe('What its first process sees; only in a thorough look.');

const object = z.looseObject({
  kind: z.enum(['sandbox', 'container']),
  id: z.string(),
  processes: z.array(nodeProcess).describe('In its cgroup, or seen there before; zombies included.'),
  cgroup: cgroup.exactOptional(),
  mountsOnNode: z.array(z.string()).exactOptional().describe('Mount points of the node that belong to it.'),
  monitor: z
    .looseObject({ pid: z.int(), command: z.string(), isAlive: z.boolean() })
    .exactOptional()
    .describe("The runtime's process that watches over it."),
  inside: inside.exactOptional(),
  logBytes: z.number().exactOptional().describe('Size of its log file; absent: there is none.'),
});

const nodeObservation = z
  .looseObject({
    ...observed,
    of: z.literal('node'),
    facts: z.looseObject({
      when: z
        .enum(['before', 'after', 'change', 'end'])
        .describe('Of a call; or at a change of version, or the end of the scenario.'),
      call: seq.exactOptional().describe('The call before or after which it was.'),
      waitedMs: z.number().describe('How long it was waited for something to disappear.'),
      isPatient: z.boolean().describe('It was waited for as long as a busy node may need.'),
      tookMs: z.number(),
      oomKills: count.describe('Processes that the OOM killer had killed since the boot, wherever.'),
      objects: z.array(object),
    }),
  })
  .describe("What the node shows of the scenario's sandboxes and containers.");

const nodeUnseen = z
  .looseObject({ ...observed, of: z.literal('node-unseen'), facts: z.looseObject({ reason: z.string() }) })
  .describe("Why the node shows nothing of this runtime's pods.");

const registryImage = z
  .looseObject({
    ...observed,
    of: z.literal('registry-image'),
    facts: z.looseObject({
      reference: z.string(),
      id: z.string().describe('Digest of the configuration for this machine.'),
      digests: z.array(z.string()),
      tags: z.array(z.string()).describe('Full names of the image.'),
      bytes: z.number(),
      user: z.string(),
    }),
  })
  .describe('What our registry serves under a reference.');

const registryRequests = z
  .looseObject({
    ...observed,
    of: z.literal('registry-requests'),
    facts: z.looseObject({
      reference: z.string(),
      manifests: z.number().describe('Requests for manifests of its repository, by whatever pull.'),
    }),
  })
  .describe('What our registry was asked for while an image was pulled.');

const connection = z
  .looseObject({
    ...observed,
    of: z.literal('connection'),
    facts: z.looseObject({
      url: z.string(),
      result: z.enum(['connected', 'failed', 'not-tried']),
      reason: z.string(),
    }),
  })
  .describe('Whether somebody listens where a URL of the runtime points to.');

const file = z
  .looseObject({
    ...observed,
    of: z.literal('file'),
    facts: z.looseObject({
      path: z.string(),
      exists: z.boolean(),
      bytes: z.number(),
      kind: z.string().exactOptional(),
    }),
  })
  .describe('A file that we asked the runtime to write.');

const filesystem = z
  .looseObject({
    ...observed,
    of: z.literal('filesystem'),
    facts: z.looseObject({ mountpoint: z.string(), exists: z.boolean(), capacityBytes: z.number() }),
  })
  .describe('The file system at a mount point that the runtime names, as the node sees it.');

export const observationSchema: z.ZodType<Observation> = z.discriminatedUnion('of', [
  connection,
  file,
  filesystem,
  logFile,
  processes,
  registryImage,
  registryRequests,
  runtimeLog,
  nodeObservation,
  nodeUnseen,
]);
