// SPDX-License-Identifier: Apache-2.0
import type { LinuxContainerSecurityContext } from '#cri/proto/generated/messages.js';
import type { Traits } from '../../versions/traits.js';

type PathTraits = Pick<Traits, 'soundMasked' | 'powerCapMasked' | 'interruptsMasked'>;

/** pkg/securitycontext/util.go, ConvertToRuntimeMaskedPaths and ConvertToRuntimeReadonlyPaths. */
export function hiddenPaths(
  { soundMasked, powerCapMasked, interruptsMasked }: PathTraits,
  thermalThrottlePaths: readonly string[],
): Pick<LinuxContainerSecurityContext, 'masked_paths' | 'readonly_paths'> {
  const sound = '/proc/asound';
  return {
    masked_paths: [
      ...(soundMasked ? [sound] : []),
      '/proc/acpi',
      ...(interruptsMasked ? ['/proc/interrupts'] : []),
      '/proc/kcore',
      '/proc/keys',
      '/proc/latency_stats',
      '/proc/timer_list',
      '/proc/timer_stats',
      '/proc/sched_debug',
      '/proc/scsi',
      '/sys/firmware',
      ...(powerCapMasked ? ['/sys/devices/virtual/powercap'] : []),
      ...(interruptsMasked ? thermalThrottlePaths : []),
    ],
    readonly_paths: [
      ...(soundMasked ? [] : [sound]),
      '/proc/bus',
      '/proc/fs',
      '/proc/irq',
      '/proc/sys',
      '/proc/sysrq-trigger',
    ],
  };
}
