// SPDX-License-Identifier: Apache-2.0
import type { Service } from '#pod/cluster-objects.js';
import type { Pod } from '#pod/pod.js';

type Variable = readonly [name: string, value: string];

/**
 * kubelet_pods.go, getServiceEnvVarMap: services of the pod's namespace, unless enableServiceLinks is false,
 * and the API server always. Sorted by name for a stable order.
 */
export function serviceVariables(services: readonly Service[], pod: Pod): ReadonlyMap<string, string> {
  const { namespace = 'default' } = pod.metadata;
  const linked = pod.spec.enableServiceLinks ?? true;
  const wanted = services.filter((service) => {
    const home = service.metadata.namespace ?? 'default';
    const isMaster = home === 'default' && service.metadata.name === 'kubernetes';
    return hasAddress(service) && (isMaster || (linked && home === namespace));
  });
  const chosen = new Map<string, Service>();
  for (const service of wanted) {
    const { name, namespace: home = 'default' } = service.metadata;
    if (!chosen.has(name) || (home === namespace && name !== 'kubernetes')) chosen.set(name, service);
  }
  return new Map([...chosen.keys()].sort().flatMap((name) => variablesOf(chosen.get(name))));
}

function hasAddress({ spec }: Service): boolean {
  const address = spec.clusterIP ?? '';
  return address !== '' && address !== 'None';
}

/** envvars/envvars.go, FromServices. */
function variablesOf(service: Service | undefined): readonly Variable[] {
  if (!service) return [];
  const prefix = variableName(service.metadata.name);
  const { clusterIP = '', ports = [] } = service.spec;
  const [first] = ports;
  if (!first) return [[`${prefix}_SERVICE_HOST`, clusterIP]];
  const named = ports.filter(({ name = '' }) => name !== '');
  return [
    [`${prefix}_SERVICE_HOST`, clusterIP],
    [`${prefix}_SERVICE_PORT`, String(first.port)],
    ...named.map(({ name = '', port }): Variable => [
      `${prefix}_SERVICE_PORT_${variableName(name)}`,
      String(port),
    ]),
    [`${prefix}_PORT`, address(clusterIP, first)],
    ...ports.flatMap((port): readonly Variable[] => {
      const { port: number, protocol = 'TCP' } = port;
      const each = `${prefix}_PORT_${number}_${protocol}`;
      return [
        [each, address(clusterIP, port)],
        [`${each}_PROTO`, protocol.toLowerCase()],
        [`${each}_PORT`, String(number)],
        [`${each}_ADDR`, clusterIP],
      ];
    }),
  ];
}

type Port = NonNullable<Service['spec']['ports']>[number];

function address(ip: string, { port, protocol = 'TCP' }: Port): string {
  return `${protocol.toLowerCase()}://${ip.includes(':') ? `[${ip}]` : ip}:${port}`;
}

function variableName(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}
