// SPDX-License-Identifier: Apache-2.0
import type { HttpGet } from '#pod/http-get.js';
import type { ContainerPort, LifecycleHandler } from '#pod/pod.js';
import type { Probe } from '#pod/probe.js';
import { goFields, goPointers } from './go-json.js';

/** Fields in the order of the Go type, without empty ones. */
export function goPort(port: ContainerPort): object {
  const { name, hostPort, containerPort, protocol, hostIP } = port;
  return {
    ...goFields({ name, hostPort }, ['name', 'hostPort']),
    containerPort,
    ...goFields({ protocol, hostIP }, ['protocol', 'hostIP']),
  };
}

/** Fields in the order of the Go type, without empty ones. */
export function goHandler(handler: LifecycleHandler & Pick<Probe, 'grpc'>): object {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  return {
    ...(exec && { exec: goFields(exec, ['command']) }),
    ...(httpGet && { httpGet: goHttpGet(httpGet) }),
    ...(tcpSocket && { tcpSocket: { port: tcpSocket.port, ...goFields(tcpSocket, ['host']) } }),
    ...(grpc && { grpc: { port: grpc.port, service: grpc.service ?? '' } }),
    ...(sleep && { sleep: { seconds: sleep.seconds } }),
  };
}

function goHttpGet(get: HttpGet): object {
  const httpHeaders = (get.httpHeaders ?? []).map(({ name, value }) => ({ name, value }));
  return {
    ...goFields(get, ['path']),
    port: get.port,
    ...goFields({ ...get, httpHeaders }, ['host', 'scheme', 'httpHeaders']),
  };
}

/** Fields in the order of the Go type, without empty ones. */
export function goProbe(probe: Probe): object {
  const counts = ['timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];
  return {
    ...goHandler(probe),
    ...goFields(probe, ['initialDelaySeconds', ...counts]),
    ...goPointers(probe, ['terminationGracePeriodSeconds']),
  };
}
