// SPDX-License-Identifier: Apache-2.0
import type { Failure } from '#base/failure.js';
import { failureOf } from '#base/errors/catalogue.js';
import type { ErrorCode } from '#base/errors/error-code.js';

export interface RefusalFacts {
  readonly handler: string;
  readonly handlers: readonly string[];
  /** The requested image. */
  readonly image: string;
  /** `host:port` of our registry. */
  readonly registry: string;
}

interface RefusalPattern {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly says: (facts: RefusalFacts, match: RegExpExecArray) => string;
  readonly fix?: (facts: RefusalFacts) => string | undefined;
}

/**
 * The first match wins. A sandbox image's failure looks like one of the registry's, and a full disk can be
 * behind any.
 */
const readings: readonly RefusalPattern[] = [
  {
    pattern: /no space left on device|disk quota exceeded/i,
    code: 'E-NODE-DISK',
    says: () => 'The disk of the runtime is full',
  },
  {
    pattern:
      /failed to (?:get|pull|ensure) (?:sandbox|pause) image "?([^"\s:]+[^"\s]*)|creating pause image|pulling (?:pause|infra) image/i,
    code: 'E-SANDBOX-IMAGE',
    says: (_, match) =>
      `The runtime cannot pull its own sandbox image${match[1] === undefined ? '' : ` ${match[1]}`}`,
  },
  {
    pattern:
      /failed to reserve (?:sandbox|pod|container) name|name "[^"]+" is reserved for|(?:pod|ctr|container) (?:sandbox )?with name .* already exists|name is reserved/i,
    code: 'E-NAME-RESERVED',
    says: () => 'An earlier run left its name behind',
  },
  {
    pattern:
      /cni plugin not initialized|failed to (?:setup|set up) network for sandbox|network is not ready|no cni configuration|no networks found in/i,
    code: 'E-CNI-NOTREADY',
    says: () => 'The pod network is not configured',
  },
  {
    pattern:
      /no runtime for "?[^"]*"? is configured|failed to find runtime handler|unknown runtime handler|no runtime handler/i,
    code: 'E-HANDLER',
    says: ({ handler }) => `The runtime has no handler ${handler === '' ? 'of that name' : handler}`,
    fix: ({ handlers }) => handlersFix(handlers),
  },
  {
    pattern: /expected cgroupsPath to be of format|did not receive systemd slice as parent/i,
    code: 'E-CGROUP-DRIVER',
    says: () => 'The runtime needs systemd cgroups, but did not report so',
  },
  {
    pattern: /invalid reference format|failed to parse image reference|repository name must be lowercase/i,
    code: 'E-IMAGE-REF',
    says: ({ image }) => `The runtime cannot parse the image reference ${image}`,
  },
  {
    pattern:
      /server gave HTTP response to HTTPS client|pinging container registry|first record does not look like a TLS handshake/i,
    code: 'E-REGISTRY-HTTP',
    says: ({ registry }) => `The runtime refuses plain HTTP from our registry ${registry}`,
    fix: ({ registry }) => plainHttpFix(registry),
  },
  {
    pattern: /\b401\b|\b403\b|unauthorized|authentication required|forbidden/i,
    code: 'E-REGISTRY-AUTH',
    says: ({ registry }) => `Something between the runtime and our registry ${registry} requires credentials`,
  },
  {
    pattern: /dial tcp|connection refused|no route to host|i\/o timeout|network is unreachable|no such host/i,
    code: 'E-REGISTRY-DOWN',
    says: ({ registry }) => `The runtime cannot reach our registry ${registry}`,
  },
];

/**
 * Translates a refused PullImage or RunPodSandbox into a failure of the catalogue; undefined: none matches.
 */
export function translateRefusal(
  refused: { readonly code: string; readonly message: string },
  facts: RefusalFacts,
): Failure | undefined {
  for (const { pattern, code, says, fix } of readings) {
    const match = pattern.exec(refused.message);
    if (match === null) continue;
    return failureOf(code, says(facts, match), {
      seen: `${refused.code}: ${refused.message}`,
      fix: fix?.(facts),
    });
  }
  return undefined;
}

export function handlersFix(handlers: readonly string[]): string | undefined {
  const named = handlers.filter((handler) => handler !== '');
  return named.length === 0
    ? undefined
    : `choose one of ${named.join(', ')} with --runtime-handler, or leave it out`;
}

function plainHttpFix(registry: string): string {
  const entry = `[[registry]]\\nlocation = "${registry}"\\ninsecure = true\\n`;
  return `printf '${entry}' | sudo tee /etc/containers/registries.conf.d/criprobe.conf && sudo systemctl reload crio`;
}
