// SPDX-License-Identifier: Apache-2.0
/**
 * sysctl/safe_sysctls.go, SafeSysctlAllowlist: sysctls that any pod may set, and the minor since which it
 * may.
 */
const safeSince: Readonly<Record<string, number>> = {
  'kernel.shm_rmid_forced': 0,
  'net.ipv4.ip_local_port_range': 0,
  'net.ipv4.tcp_syncookies': 0,
  'net.ipv4.ping_group_range': 0,
  'net.ipv4.ip_unprivileged_port_start': 22,
  'net.ipv4.ip_local_reserved_ports': 27,
  'net.ipv4.tcp_keepalive_time': 29,
  'net.ipv4.tcp_fin_timeout': 29,
  'net.ipv4.tcp_keepalive_intvl': 29,
  'net.ipv4.tcp_keepalive_probes': 29,
  'net.ipv4.tcp_rmem': 32,
  'net.ipv4.tcp_wmem': 32,
};

/** component-helpers/node/util/sysctl/sysctl.go, NormalizeName: `net/ipv4/x.y` is `net.ipv4.x/y`. */
export function normalizedSysctl(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name;
  return name.replace(/[./]/g, (mark) => (mark === '/' ? '.' : '/'));
}

/** sysctl/allowlist.go, validateSysctl: safe in this minor, or matched by a pattern of the node. */
export function isAllowedSysctl(name: string, minor: number, patterns: readonly string[]): boolean {
  const since = safeSince[name];
  if (since !== undefined && minor >= since) return true;
  return patterns.map(normalizedSysctl).some((pattern) => {
    return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  });
}
