// SPDX-License-Identifier: Apache-2.0
import type { AnsweredCall, RecordedCall } from '#evidence/call.js';
import type { Evidence } from '#evidence/evidence.js';
import { statusViews } from '#evidence/history/container-history.js';
import { sandboxStatusViews } from '#evidence/history/sandbox-history.js';
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';
import { askedIdentity } from '../../occasions/inside/asked-identity.js';
import { shown } from '../../occasions/inside/inside.js';
import { mayBeStarting } from '../../occasions/outages.js';

export const runtimeStatusFeaturesTrue: Contract = {
  id: 'runtime.status.features-true',
  level: 'must',
  since: '0.1.0',
  title: 'Status announces the features that containers are given',
  reference: {
    source: 'CRI v1, RuntimeFeatures and RuntimeHandlerFeatures; kubelet, admission of pods',
    says: 'a feature is true if the runtime, or the handler, supports it',
  },
  consequence: 'The kubelet refuses pods that would run, or leaves out what they ask for.',
  covers: ['R2'],
  check: (evidence) =>
    judgeEach(
      [...strictGroups(evidence), ...readOnlyMounts(evidence), ...userNamespaces(evidence)].flatMap((given) =>
        evidence
          .answered('Status')
          .filter((status) => isReady(status) && !mayBeStarting(evidence, status))
          .map((status) => ({ given, status })),
      ),
      'no container was given a feature that Status can announce, while Status was read',
      ({ given, status }) =>
        holds([...given.calls, status], given.isAnnounced(status), {
          expected: `${given.feature}, as a container was given it`,
          actual: 'not in Status',
        }),
    ),
};

/** A kubelet takes handlers and features from no other status. */
const isReady = ({ outcome }: AnsweredCall<'Status'>): boolean =>
  outcome.response.status?.conditions?.find(({ type }) => type === 'RuntimeReady')?.status === true;

/** A feature that is proved by what a container got. */
interface GivenFeature {
  readonly feature: string;
  readonly calls: readonly RecordedCall[];
  readonly isAnnounced: (status: AnsweredCall<'Status'>) => boolean;
}

/** Strict groups, without those that the image has for the user. */
function strictGroups(evidence: Evidence): readonly GivenFeature[] {
  return shown(evidence, 'groups').flatMap(({ life, output, calls }) => {
    const context = life.config.linux?.security_context ?? {};
    if (context.supplemental_groups_policy !== 'Strict') return [];
    const asked = { ...context, supplemental_groups_policy: 'Merge' as const };
    const linux = { ...life.config.linux, security_context: asked };
    const merged = askedIdentity({ ...life, config: { ...life.config, linux } });
    const seen = new Set((output.match(/\d+/g) ?? []).map(Number));
    const isStrict = [...merged.groups].some((group) => !seen.has(group));
    return isStrict
      ? [
          {
            feature: 'supplemental_groups_policy',
            calls,
            isAnnounced: ({ outcome }) => outcome.response.features?.supplemental_groups_policy === true,
          },
        ]
      : [];
  });
}

function readOnlyMounts(evidence: Evidence): readonly GivenFeature[] {
  return evidence.containers().flatMap((life) => {
    const asked = (life.config.mounts ?? []).filter((mount) => mount.recursive_read_only === true);
    const view = statusViews(life).find(({ status }) =>
      asked.some(({ container_path: path }) =>
        status.mounts?.some((mount) => mount.container_path === path && mount.recursive_read_only === true),
      ),
    );
    const run = evidence.sandbox(life.sandboxId)?.run;
    return view === undefined || run === undefined
      ? []
      : [ofHandler('recursive_read_only_mounts', [run, life.create, view.call])];
  });
}

function userNamespaces(evidence: Evidence): readonly GivenFeature[] {
  return evidence.sandboxes().flatMap((life) => {
    const isOwn = (
      options: { readonly userns_options?: { readonly mode?: string | undefined } | undefined } = {},
    ) => options.userns_options !== undefined && (options.userns_options.mode ?? 'POD') === 'POD';
    const view = sandboxStatusViews(life).find(({ status }) => isOwn(status.linux?.namespaces?.options));
    const isAsked = isOwn(life.config.linux?.security_context?.namespace_options);
    return view === undefined || !isAsked ? [] : [ofHandler('user_namespaces', [life.run, view.call])];
  });
}

/** The first call names the handler. A runtime that names none announces nothing. */
function ofHandler(
  feature: 'recursive_read_only_mounts' | 'user_namespaces',
  calls: readonly [AnsweredCall<'RunPodSandbox'>, ...RecordedCall[]],
): GivenFeature {
  const wanted = calls[0].request.runtime_handler ?? '';
  return {
    feature: `${feature} of the handler ${JSON.stringify(wanted)}`,
    calls,
    isAnnounced: ({ outcome }) => {
      const { runtime_handlers: handlers = [] } = outcome.response;
      return (
        handlers.length === 0 ||
        handlers.some(({ name = '', features }) => name === wanted && features?.[feature] === true)
      );
    },
  };
}
