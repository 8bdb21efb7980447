// SPDX-License-Identifier: Apache-2.0
/** A v1 Pod as people write it: the part of the manifest that reaches a runtime. */
export interface Pod {
  readonly apiVersion?: 'v1';
  readonly kind?: 'Pod';
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: PodSpec;
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  readonly terminationGracePeriodSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly shareProcessNamespace?: boolean;
  readonly hostname?: string;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly lifecycle?: { readonly postStart?: LifecycleHandler; readonly preStop?: LifecycleHandler };
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  readonly tty?: boolean;
  readonly stdin?: boolean;
}

export interface LifecycleHandler {
  readonly exec?: { readonly command: readonly string[] };
  readonly httpGet?: { readonly path?: string; readonly port: number | string; readonly host?: string };
  readonly tcpSocket?: { readonly port: number | string; readonly host?: string };
  readonly sleep?: { readonly seconds: number };
}
