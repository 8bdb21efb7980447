// SPDX-License-Identifier: Apache-2.0
import type { DNSConfig } from '#cri/proto/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import type { NodeFacts } from '../../model/node-facts.js';
import type { Traits } from '../../versions/traits.js';
import { sparse } from '../sparse.js';

interface Resolver {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

interface SearchLimits {
  readonly domains: number;
  readonly characters: number;
}

const newLimits: SearchLimits = { domains: 32, characters: 2048 };
const oldLimits: SearchLimits = { domains: 6, characters: 256 };
const maxDomainLength = 253;
const maxServers = 3;

/** network/dns/dns.go, GetPodDNS: the contents of the pod's resolv.conf. */
export function dnsConfig(
  pod: Pod,
  facts: NodeFacts,
  { longSearchLists }: Pick<Traits, 'longSearchLists'>,
): DNSConfig {
  const limits = longSearchLists ? newLimits : oldLimits;
  return sparse(limited(withOwn(byPolicy(pod, facts), pod), limits));
}

/** network/dns/dns.go, getPodDNSType and GetPodDNS. */
function byPolicy(pod: Pod, facts: NodeFacts): Resolver {
  const node = parseResolvConf(facts.resolvConf);
  const policy = pod.spec.dnsPolicy ?? 'ClusterFirst';
  if (policy === 'None') return { servers: [], searches: [], options: [] };
  const ofNode = policy === 'Default' || (policy === 'ClusterFirst' && pod.spec.hostNetwork === true);
  if (ofNode || facts.clusterDns.length === 0) return node;
  const { clusterDomain } = facts;
  const namespace = pod.metadata.namespace ?? 'default';
  const ofCluster = [`${namespace}.svc.${clusterDomain}`, `svc.${clusterDomain}`, clusterDomain];
  return {
    servers: facts.clusterDns,
    searches: unique([...(clusterDomain === '' ? [] : ofCluster), ...node.searches]),
    options: ['ndots:5'],
  };
}

/** network/dns/dns.go, appendDNSConfig. */
function withOwn(base: Resolver, pod: Pod): Resolver {
  if (!pod.spec.dnsConfig) return base;
  const { nameservers = [], searches = [], options = [] } = pod.spec.dnsConfig;
  const written = options.map(({ name = '', value = '' }) => (value === '' ? name : `${name}:${value}`));
  const own = [...new Map(written.map((option) => [optionName(option), option])).values()];
  const named = new Set(own.map(optionName));
  return {
    servers: unique([...base.servers, ...nameservers]),
    searches: unique([...base.searches, ...searches]),
    options: [...base.options.filter((option) => !named.has(optionName(option))), ...own],
  };
}

/** network/dns/dns.go, formDNSSearchFitsLimits and formDNSNameserversFitsLimits. */
function limited({ servers, searches, options }: Resolver, { domains, characters }: SearchLimits): Resolver {
  const kept = searches.slice(0, domains).filter((search) => search.length <= maxDomainLength);
  while (kept.join(' ').length > characters) kept.pop();
  return { servers: servers.slice(0, maxServers), searches: kept, options };
}

/** network/dns/dns.go, parseResolvConf. */
function parseResolvConf(text: string): Resolver {
  const servers: string[] = [];
  const options = new Map<string, string>();
  let searches: readonly string[] = [];
  for (const line of text.split('\n')) {
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword === 'nameserver' && words[0] !== undefined) servers.push(words[0]);
    if (keyword === 'search')
      searches = words.filter((word) => word !== '.').map((word) => word.replace(/\.$/, ''));
    if (keyword === 'options') for (const word of words) options.set(optionName(word), word);
  }
  return { servers, searches, options: [...options.values()] };
}

function optionName(option: string): string {
  return option.split(':', 1)[0] ?? option;
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
