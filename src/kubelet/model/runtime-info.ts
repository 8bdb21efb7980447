// SPDX-License-Identifier: Apache-2.0
import type { StatusResponse } from '#cri/proto/generated/messages.js';

/** Features of one runtime handler. */
export interface HandlerFeatures {
  readonly userNamespaces: boolean;
  readonly recursiveReadOnlyMounts: boolean;
}

/** Features of the runtime. */
export interface RuntimeFeatures {
  readonly supplementalGroupsPolicy: boolean;
  readonly userNamespacesHostNetwork: boolean;
  readonly mountOptions: boolean;
}

/** From the last Status of the runtime. */
export interface RuntimeInfo {
  readonly runtimeReady: boolean;
  readonly networkReady: boolean;
  /** By name; '' is the default one. */
  readonly handlers: ReadonlyMap<string, HandlerFeatures>;
  readonly features: RuntimeFeatures;
}

/** Before any answer: nothing is ready. */
export const noRuntimeInfo: RuntimeInfo = {
  runtimeReady: false,
  networkReady: false,
  handlers: new Map(),
  features: { supplementalGroupsPolicy: false, userNamespacesHostNetwork: false, mountOptions: false },
};

/**
 * kubelet.go, updateRuntimeUp. Undefined: an invalid answer. Features are taken only while the runtime is
 * ready.
 */
export function runtimeInfoOf(
  { status, runtime_handlers: handlers = [], features = {} }: StatusResponse,
  before: RuntimeInfo,
): RuntimeInfo | undefined {
  const conditions = status?.conditions ?? [];
  if (conditions.length < 2) return undefined;
  const holds = (type: string): boolean => conditions.find((each) => each.type === type)?.status === true;
  const networkReady = holds('NetworkReady');
  if (!holds('RuntimeReady')) return { ...before, networkReady, runtimeReady: false };
  return {
    networkReady,
    runtimeReady: true,
    handlers: new Map(
      handlers.map(({ name = '', features: can = {} }) => [
        name,
        {
          userNamespaces: can.user_namespaces === true,
          recursiveReadOnlyMounts: can.recursive_read_only_mounts === true,
        },
      ]),
    ),
    features: {
      supplementalGroupsPolicy: features.supplemental_groups_policy === true,
      userNamespacesHostNetwork: features.user_namespaces_host_network === true,
      mountOptions: features.mount_options === true,
    },
  };
}
