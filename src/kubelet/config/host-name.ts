// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '#pod/pod.js';

const longest = 63;

export interface HostName {
  readonly short: string;
  readonly domain: string;
}

export function hostNameOf(pod: Pod, clusterDomain: string): HostName {
  const { hostnameOverride, hostname, subdomain } = pod.spec;
  if (hostnameOverride !== undefined && hostnameOverride !== '')
    return { short: cut(hostnameOverride), domain: '' };
  const short = cut(hostname !== undefined && hostname !== '' ? hostname : pod.metadata.name);
  const hasDomain = subdomain !== undefined && subdomain !== '';
  return {
    short,
    domain: hasDomain ? `${subdomain}.${pod.metadata.namespace ?? 'default'}.svc.${clusterDomain}` : '',
  };
}

/** What the sandbox is told: nothing where it uses the node's name. */
export function sandboxHostName(pod: Pod, clusterDomain: string): string {
  if (pod.spec.hostNetwork === true) return '';
  const { short, domain } = hostNameOf(pod, clusterDomain);
  return pod.spec.setHostnameAsFQDN === true && domain !== '' ? `${short}.${domain}` : short;
}

function cut(name: string): string {
  return name.length > longest ? name.slice(0, longest).replace(/[-.]+$/, '') : name;
}
