// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';
import { ConfigError } from '../resolved.js';

const maxLabelLength = 63;
/** The maximum length of a host name on Linux. */
const maxNameLength = 64;
const labelShape = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomainShape = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

export interface HostName {
  readonly short: string;
  readonly domain: string;
}

/** kubelet_pods.go, GeneratePodHostNameAndDomain. */
export function hostNameOf(pod: Pod, clusterDomain: string): HostName {
  const { hostnameOverride = '', hostname = '', subdomain = '' } = pod.spec;
  if (hostnameOverride !== '') return { short: cut(checked(hostnameOverride, subdomainShape)), domain: '' };
  const short = cut(hostname === '' ? pod.metadata.name : checked(hostname, labelShape));
  const namespace = pod.metadata.namespace ?? 'default';
  return {
    short,
    domain: subdomain === '' ? '' : `${checked(subdomain, labelShape)}.${namespace}.svc.${clusterDomain}`,
  };
}

/** util/util.go, GetNodenameForKernel: the hostname of the sandbox; empty on the host network. */
export function sandboxHostName(pod: Pod, clusterDomain: string): string {
  if (pod.spec.hostNetwork === true) return '';
  const { short, domain } = hostNameOf(pod, clusterDomain);
  if (pod.spec.setHostnameAsFQDN !== true || domain === '') return short;
  const full = `${short}.${domain}`;
  if (full.length <= maxNameLength) return full;
  throw new ConfigError(`the host name ${full} has more than ${maxNameLength} characters`);
}

function checked(name: string, shape: RegExp): string {
  if (shape.test(name)) return name;
  throw new ConfigError(`"${name}" is not a valid host name`);
}

/** kubelet_pods.go, truncatePodHostnameIfNeeded. */
function cut(name: string): string {
  return name.length > maxLabelLength ? name.slice(0, maxLabelLength).replace(/[-.]+$/, '') : name;
}
