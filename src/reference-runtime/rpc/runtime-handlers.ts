// SPDX-License-Identifier: Apache-2.0
import type { CriHandlers } from '#cri/server/handlers.js';
import { promised } from './promised.js';
import { verboseInfo } from './verbose-info.js';
import type { World } from '../world.js';

type Methods = 'Version' | 'Status' | 'RuntimeConfig' | 'UpdateRuntimeConfig' | 'GetContainerEvents';

const kubeletApiVersion = '0.1.0';
const defaultVersion = '0.1.0';

export function runtimeHandlers(world: World): Required<Pick<CriHandlers, Methods>> {
  const handlers = ['', ...(world.options.runtimeHandlers ?? [])];
  return {
    Version: promised((_request, { apiVersion }) => ({
      version: kubeletApiVersion,
      runtime_name: 'criprobe-reference',
      runtime_version: world.options.version ?? defaultVersion,
      runtime_api_version: apiVersion,
    })),
    Status: promised(({ verbose }) => ({
      status: {
        conditions: [
          { type: 'RuntimeReady', status: true },
          { type: 'NetworkReady', status: true },
          {
            type: 'ProcessesAreReal',
            status: false,
            reason: 'ProcessesAreVirtual',
            message: 'this runtime only pretends to run programs',
          },
        ],
      },
      info:
        verbose === true
          ? {
              ...verboseInfo({ sandboxes: world.sandboxes.size, containers: world.containers.size }),
              config: JSON.stringify({ handlers }),
            }
          : undefined,
      runtime_handlers: handlers.map((name) => ({
        name,
        features: { recursive_read_only_mounts: true, user_namespaces: true },
      })),
      features: { supplemental_groups_policy: true },
    })),
    RuntimeConfig: promised(() => ({ linux: { cgroup_driver: 'CGROUPFS' as const } })),
    UpdateRuntimeConfig: promised(() => ({})),
    GetContainerEvents: (_request, { signal }) => world.events.subscribe(signal),
  };
}
