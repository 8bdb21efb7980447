// SPDX-License-Identifier: Apache-2.0
/** The pod asks for something that no configuration can be made of. The kubelet then makes no call and tries again later. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
