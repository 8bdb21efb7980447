// SPDX-License-Identifier: Apache-2.0
import { isStatic } from '../model/static-pod.js';
import type { Resolution } from '../config/resolved.js';
import type { PodSync } from '../context/kubelet-context.js';

/** runtimeclass/runtimeclass_manager.go, LookupRuntimeHandler; '' is the default handler. */
export function runtimeHandlerOf({ pod, ctx }: Pick<PodSync, 'pod' | 'ctx'>): Resolution<string> {
  const { runtimeClassName: name = '' } = pod.spec;
  if (name === '') return { value: ctx.runtimeHandler };
  const found = ctx.objects.runtimeClasses.find(({ metadata }) => metadata.name === name);
  if (found) return { value: found.handler };
  // Without an API server a kubelet knows no RuntimeClass.
  if (ctx.runtimeHandler !== '' || isStatic(pod)) return { value: ctx.runtimeHandler };
  return { problem: `RuntimeClass "${name}" not found` };
}
