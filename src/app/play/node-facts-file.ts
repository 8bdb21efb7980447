// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import * as z from 'zod';
import type { NodeFacts } from '#kubelet/model/node-facts.js';
import type { Io } from '../shared/use-case.js';

const quantities = z.record(z.string(), z.union([z.string(), z.number()]));

/** Each key overrides what would be read from this machine. */
const schema = z.strictObject({
  nodeName: z.string().min(1).optional(),
  nodeIps: z.array(z.string()).optional(),
  clusterDns: z.array(z.string()).optional(),
  clusterDomain: z.string().optional(),
  resolvConf: z.string().optional(),
  cgroupVersion: z.enum(['v1', 'v2']).optional(),
  hugePageSizes: z.array(z.string()).optional(),
  memoryBytes: z.int().positive().optional(),
  swapAccounting: z.boolean().optional(),
  podCgroups: z
    .strictObject({ root: z.string(), driver: z.enum(['cgroupfs', 'systemd']) })
    .nullable()
    .optional(),
  thermalThrottlePaths: z.array(z.string()).optional(),
  allocatable: quantities.optional(),
  seLinux: z.boolean().optional(),
  appArmor: z.boolean().optional(),
  allowedUnsafeSysctls: z.array(z.string()).optional(),
});

export async function nodeFactsFrom(
  file: string | undefined,
  { cwd, signal }: Pick<Io, 'cwd' | 'signal'>,
): Promise<Partial<NodeFacts>> {
  if (file === undefined) return {};
  const { readYaml } = await import('../target/read-yaml.js');
  const facts = await readYaml(resolve(cwd, file), schema, signal);
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
