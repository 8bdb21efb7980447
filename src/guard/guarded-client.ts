// SPDX-License-Identifier: Apache-2.0
import { podUidLabel } from '#base/pod-labels.js';
import type { CallOptions, CriClient } from '#cri/client/client.js';
import type { RequestOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome, NoAnswer } from '#cri/outcome.js';
import type { OwnObjects } from './own-objects.js';
import { ruleOf, type GuardRule } from './rules.js';
import { verifyImage } from './verify-image.js';
import { verifyObject } from './verify-object.js';

/** The objects that a request names. */
interface RequestedObjects {
  readonly pod_sandbox_id?: string;
  readonly container_id?: string;
  readonly image?: { readonly image?: string };
  readonly runtime_config?: { readonly network_config?: { readonly pod_cidr?: string } };
  readonly config?: {
    readonly metadata?: { readonly uid?: string };
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** The objects that an answer names. */
interface NamedIds {
  readonly pod_sandbox_id?: string;
  readonly container_id?: string;
  readonly image_ref?: string;
  readonly status?: RequestedObjects['config'] & { readonly id?: string };
}

interface OutgoingCall {
  readonly method: UnaryMethod;
  readonly request: RequestedObjects;
  readonly options: CallOptions;
}

/**
 * The only way to change anything on a runtime. A call that would change an object this run did not create is
 * not sent, wherever its id or path came from: the outcome and the recording say so (`not-ours`,
 * `unverified`).
 */
export function guardedClient(inner: CriClient, own: OwnObjects): CriClient {
  return {
    async call<M extends UnaryMethod>(
      method: M,
      request: RequestOf<M>,
      options: CallOptions = {},
    ): Promise<Outcome<M>> {
      const sent: OutgoingCall = { method, request: request as RequestedObjects, options };
      const withheld = await checks[ruleOf[method]](inner, own, sent);
      if (withheld !== undefined) {
        if (withheld.reason === 'not-ours')
          own.withhold({
            rpc: method,
            id: objectOf(request as RequestedObjects),
            request,
            message: withheld.message,
          });
        return withheld;
      }
      begin(own, sent);
      const outcome = await inner.call(method, request, options);
      if (outcome.kind === 'ok') learn(own, sent, outcome.response as NamedIds);
      return outcome;
    },
    stream: (method, request, options) => inner.stream(method, request, options),
    close: () => {
      inner.close();
    },
  };
}

function objectOf({ container_id: container, pod_sandbox_id: sandbox, image }: RequestedObjects): string {
  return container ?? sandbox ?? image?.image ?? '';
}

type Check = (inner: CriClient, own: OwnObjects, sent: OutgoingCall) => Promise<NoAnswer | undefined>;

const mayBeSent: Check = () => Promise.resolve(undefined);

const onSandbox: Check = (inner, own, { method: rpc, request, options }) =>
  verifyObject(inner, own, { change: { rpc, kind: 'sandbox', id: request.pod_sandbox_id ?? '' }, options });

const onContainer: Check = (inner, own, { method: rpc, request, options }) =>
  verifyObject(inner, own, { change: { rpc, kind: 'container', id: request.container_id ?? '' }, options });

/** Checks by what a call may do; each returns why it must not be sent. */
const checks: Readonly<Record<GuardRule, Check>> = {
  reads: mayBeSent,
  pulls: mayBeSent,
  'makes a sandbox': (_, own, { method, request }) => {
    demandOurPod(own, method, request.config?.metadata?.uid);
    return Promise.resolve(undefined);
  },
  'makes a container': (inner, own, sent) => {
    demandOurPod(own, sent.method, sent.request.config?.labels?.[podUidLabel]);
    return onSandbox(inner, own, sent);
  },
  'changes a sandbox': onSandbox,
  'changes a container': onContainer,
  'removes an image': (inner, own, { request, options }) =>
    verifyImage(inner, own, { name: request.image?.image ?? '', options }),
  // A range of addresses is for all pods of the node. Without one, the request says nothing to the runtime.
  'changes the runtime': (_, __, { method, request }) => {
    if ((request.runtime_config?.network_config?.pod_cidr ?? '') === '') return Promise.resolve(undefined);
    throw new Error(`${method} changes the runtime for all its pods: criprobe never sends it`);
  },
};

/** Refuses to create what no list could find again. */
function demandOurPod(own: OwnObjects, method: UnaryMethod, uid: string | undefined): void {
  if (!own.isOurUid(uid)) throw new Error(`${method} for a pod that is not in the ledger: ${String(uid)}`);
}

function begin(own: OwnObjects, { method, request }: OutgoingCall): void {
  const rule = ruleOf[method];
  if (rule === 'pulls' || method === 'ImageStatus') own.askForImage(request.image?.image ?? '');
  if (rule === 'makes a sandbox' || rule === 'makes a container') beginCreation(own, rule, request);
}

function beginCreation(own: OwnObjects, rule: GuardRule, { config = {} }: RequestedObjects): void {
  if (rule === 'makes a sandbox') own.creationBegins('sandbox', config.metadata?.uid ?? '');
  else own.creationBegins('container', config.labels?.[podUidLabel] ?? '');
}

function learn(own: OwnObjects, { method, request }: OutgoingCall, answer: NamedIds): void {
  const { status } = answer;
  if (status !== undefined) learnFromStatus(own, { method, request, status });
  else if (method === 'RemovePodSandbox') own.remove('sandbox', request.pod_sandbox_id ?? '');
  else if (method === 'RemoveContainer') own.remove('container', request.container_id ?? '');
  else learnFromCreation(own, ruleOf[method], answer);
}

function learnFromCreation(
  own: OwnObjects,
  rule: GuardRule,
  { pod_sandbox_id: sandbox = '', container_id: container = '', image_ref: image = '' }: NamedIds,
): void {
  if (rule === 'makes a sandbox') own.give('sandbox', sandbox);
  else if (rule === 'makes a container') own.give('container', container);
  else if (rule === 'pulls') own.give('image', image);
}

interface ReadStatus extends Pick<OutgoingCall, 'method' | 'request'> {
  readonly status: NonNullable<NamedIds['status']>;
}

/** Learns from any status, so that a change need not read it again. */
function learnFromStatus(own: OwnObjects, { method, request, status }: ReadStatus): void {
  const { id = '', metadata, labels } = status;
  if (method === 'PodSandboxStatus' && id === request.pod_sandbox_id)
    own.confirm('sandbox', id, metadata?.uid ?? '');
  if (method === 'ContainerStatus' && id === request.container_id)
    own.confirm('container', id, labels?.[podUidLabel] ?? '');
}
