// SPDX-License-Identifier: Apache-2.0
import type { EnvFrom, EnvVar } from './env-var.js';
import type { HttpGet } from './http-get.js';
import type { ContainerSecurityContext, PodSecurityContext } from './security-context.js';
import type { Probe } from './probe.js';
import type { Volume, VolumeDevice, VolumeMount } from './volume.js';

/** A v1 Pod as in a manifest: the fields that affect a runtime. */
export interface Pod {
  readonly apiVersion?: 'v1';
  readonly kind?: 'Pod';
  readonly metadata: PodMetadata;
  readonly spec: PodSpec;
}

interface PodMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Set by the API server on deletion. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
}

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';
type DnsPolicy = 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None';

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly EphemeralContainer[];
  readonly restartPolicy?: RestartPolicy;
  readonly terminationGracePeriodSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly hostUsers?: boolean;
  readonly shareProcessNamespace?: boolean;
  readonly hostname?: string;
  readonly hostnameOverride?: string;
  readonly subdomain?: string;
  readonly setHostnameAsFQDN?: boolean;
  readonly dnsPolicy?: DnsPolicy;
  readonly dnsConfig?: DnsConfig;
  readonly hostAliases?: readonly { readonly ip: string; readonly hostnames?: readonly string[] }[];
  readonly volumes?: readonly Volume[];
  readonly securityContext?: PodSecurityContext;
  readonly runtimeClassName?: string;
  readonly resourceClaims?: readonly unknown[];
  readonly priorityClassName?: string;
  readonly priority?: number;
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly enableServiceLinks?: boolean;
  readonly readinessGates?: readonly { readonly conditionType: string }[];
  readonly activeDeadlineSeconds?: number;
  readonly nodeName?: string;
  readonly os?: { readonly name: 'linux' | 'windows' };
  readonly overhead?: ResourceList;
  readonly resources?: Resources;
}

interface DnsConfig {
  readonly nameservers?: readonly string[];
  readonly searches?: readonly string[];
  readonly options?: readonly { readonly name?: string; readonly value?: string }[];
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvFrom[];
  readonly ports?: readonly ContainerPort[];
  readonly lifecycle?: Lifecycle;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly resources?: Resources;
  readonly resizePolicy?: readonly ResizePolicy[];
  readonly volumeMounts?: readonly VolumeMount[];
  readonly volumeDevices?: readonly VolumeDevice[];
  readonly securityContext?: ContainerSecurityContext;
  readonly restartPolicy?: RestartPolicy;
  readonly restartPolicyRules?: readonly RestartRule[];
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: 'File' | 'FallbackToLogsOnError';
  readonly tty?: boolean;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
}

/** A container that is added to a running pod. */
export interface EphemeralContainer extends Container {
  readonly targetContainerName?: string;
}

interface ResizePolicy {
  readonly resourceName: string;
  readonly restartPolicy: 'NotRequired' | 'RestartContainer';
}

interface RestartRule {
  readonly action: 'Restart' | 'RestartAllContainers';
  readonly exitCodes?: { readonly operator: 'In' | 'NotIn'; readonly values?: readonly number[] };
}

/** Quantities as in a manifest: `500m`, `64Mi`, or a bare number. */
export type ResourceList = Readonly<Record<string, string | number>>;

export interface Resources {
  readonly requests?: ResourceList;
  readonly limits?: ResourceList;
}

export interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
}

export interface Lifecycle {
  readonly postStart?: LifecycleHandler;
  readonly preStop?: LifecycleHandler;
  readonly stopSignal?: string;
}

export interface LifecycleHandler {
  readonly exec?: { readonly command: readonly string[] };
  readonly httpGet?: HttpGet;
  readonly tcpSocket?: { readonly port: number | string; readonly host?: string };
  readonly sleep?: { readonly seconds: number };
}
