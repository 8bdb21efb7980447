// SPDX-License-Identifier: Apache-2.0
// What crictl prints as JSON, as far as specs look at it.

export interface Item {
  readonly id: string;
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly metadata: { readonly name: string };
}

export interface Image {
  readonly repoTags: readonly string[];
}

/** Of a container, a pod or an image. */
export interface InspectOutput {
  readonly status: {
    readonly id: string;
    readonly state: string;
    readonly exitCode: number;
    readonly reason: string;
    readonly resources: { readonly linux: Readonly<Record<string, string>> };
    readonly labels: Readonly<Record<string, string>>;
    readonly network: { readonly ip: string };
    readonly repoTags: readonly string[];
    readonly repoDigests: readonly string[];
    readonly logPath: string;
  };
  readonly info: Readonly<Record<string, unknown>>;
}

export interface CriEvent {
  readonly containerId: string;
  readonly containerEventType: string;
}

export interface Stats {
  readonly attributes: { readonly id: string };
  readonly cpu: { readonly timestamp: string; readonly usageCoreNanoSeconds: { readonly value: string } };
  readonly memory: { readonly workingSetBytes: { readonly value: string } };
}

export interface PodStats {
  readonly attributes: { readonly id: string };
  readonly linux: { readonly containers: readonly Stats[] };
}

export interface Metrics {
  readonly podMetrics: readonly {
    readonly podSandboxId: string;
    readonly containerMetrics: readonly { readonly containerId: string }[];
  }[];
}
