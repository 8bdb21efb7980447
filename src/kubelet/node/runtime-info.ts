// SPDX-License-Identifier: Apache-2.0
/** What a runtime handler can do. */
export interface HandlerFeatures {
  readonly userNamespaces: boolean;
  readonly recursiveReadOnlyMounts: boolean;
}

/** What the runtime said of itself last. */
export interface RuntimeInfo {
  readonly runtimeReady: boolean;
  readonly networkReady: boolean;
  /** By name; '' is the default one. */
  readonly handlers: ReadonlyMap<string, HandlerFeatures>;
}

/** Before any answer: nothing is ready. */
export const noRuntimeInfo: RuntimeInfo = { runtimeReady: false, networkReady: false, handlers: new Map() };
