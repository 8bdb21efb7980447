// SPDX-License-Identifier: Apache-2.0
import type { DNSConfig } from '#cri/generated/messages.js';
import type { Pod } from '#pod/pod.js';
import type { NodeFacts } from '../node-facts.js';
import { sparse } from './sparse.js';

interface Resolver {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

/** What ends up in the pod's resolv.conf. */
export function dnsConfig(pod: Pod, facts: NodeFacts): DNSConfig {
  return sparse(limited(withOwn(byPolicy(pod, facts), pod)));
}

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

function withOwn(base: Resolver, pod: Pod): Resolver {
  const { nameservers = [], searches = [], options = [] } = pod.spec.dnsConfig ?? {};
  const own = options.map(({ name = '', value = '' }) => (value === '' ? name : `${name}:${value}`));
  const named = new Set(own.map(optionName));
  return {
    servers: unique([...base.servers, ...nameservers]),
    searches: unique([...base.searches, ...searches]),
    options: [...base.options.filter((option) => !named.has(optionName(option))), ...own],
  };
}

function limited({ servers, searches, options }: Resolver): Resolver {
  const kept = searches.filter((search) => search.length <= 253).slice(0, 32);
  while (kept.join(' ').length > 2048) kept.pop();
  return { servers: servers.slice(0, 3), searches: kept, options };
}

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
