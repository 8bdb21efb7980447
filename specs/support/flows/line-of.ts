// SPDX-License-Identifier: Apache-2.0
type Names = ReadonlyMap<string, string>;

interface AnyRequest {
  readonly filter?: { readonly label_selector?: object; readonly pod_sandbox_id?: string };
  readonly config?: { readonly metadata?: { readonly name?: string; readonly attempt?: number } };
  readonly image?: { readonly image?: string };
  readonly auth?: { readonly username?: string };
  readonly pod_sandbox_id?: string;
  readonly container_id?: string;
  readonly timeout?: string;
  readonly cmd?: readonly string[];
}

const ofNode = /^(Status|Version|RuntimeConfig|ImageFsInfo|ListImages|UpdateRuntimeConfig)$/;

/** Calls that a kubelet makes periodically, whatever happens to the pod. Nothing else leaves calls out. */
export function isAboutNode(rpc: string, request: unknown): boolean {
  const { filter } = request as AnyRequest;
  if (/^List(PodSandbox|Containers)$/.test(rpc)) return filter?.label_selector === undefined;
  return ofNode.test(rpc);
}

const writers: Readonly<Record<string, (request: AnyRequest) => string>> = {
  RunPodSandbox: ({ config }) => `S${config?.metadata?.attempt ?? 0}`,
  CreateContainer: ({ config }) => `${config?.metadata?.name}#${config?.metadata?.attempt ?? 0}`,
  ImageStatus: ({ image }) => image?.image ?? '',
  PullImage: ({ image, auth }) => `${image?.image}${auth ? ` as ${auth.username}` : ''}`,
};

/** One call, as in the stories. */
export function lineOf(rpc: string, request: unknown, names: Names): string {
  const any = request as AnyRequest;
  const id = any.container_id ?? any.pod_sandbox_id ?? any.filter?.pod_sandbox_id ?? '';
  const what = writers[rpc]?.(any) ?? names.get(id) ?? id;
  return [rpc, what, ...(any.cmd ?? []), any.timeout ?? ''].filter((word) => word !== '').join(' ');
}
