// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import type { ApiVersion } from '#cri/api-version.js';
import type { CreateContainerRequest } from '#cri/proto/generated/messages.js';

/** The request in v1 form: values of variables are strings in v1alpha2, and bytes in v1. */
export function envAsBytes(
  request: CreateContainerRequest,
  { apiVersion }: { readonly apiVersion: ApiVersion },
): CreateContainerRequest {
  const { config } = request;
  if (apiVersion === 'v1' || config?.envs === undefined) return request;
  const envs = config.envs.map(({ key, value = '' }) => ({
    ...(key !== undefined && { key }),
    value: Buffer.from(value, 'utf8').toString('base64'),
  }));
  return { ...request, config: { ...config, envs } };
}
