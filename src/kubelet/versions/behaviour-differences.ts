// SPDX-License-Identifier: Apache-2.0
/** Which calls a pod's life is made of. */
export const behaviourDifferences = {
  terminationStateMachine: {
    since: 22,
    shown: 'recorded',
    what: 'a pod that ends is killed apart from its syncs, once, and read afterwards to verify it; recorded between 1.20 and 1.24, 1.22 by the sources',
  },
  graceOverrideReplacesRest: {
    since: 22,
    until: 27,
    shown: 'recorded',
    what: 'the grace period of a deletion is sent whole, without the time the preStop hook took and without a minimum of 2',
  },
  evictionGraceSentWhole: {
    since: 0,
    until: 27,
    shown: 'sources',
    what: 'the grace period of an eviction is sent as it is: no minimum of 2, nothing taken off for the preStop hook',
  },
  orphanKilledFromAnnotations: {
    since: 0,
    until: 21,
    shown: 'recorded',
    what: 'a pod that is not known any more is killed as its annotations say: ContainerStatus, preStop hook, full grace; recorded between 1.20 and 1.24, 1.21 by the sources',
  },
  probeGrace: {
    since: 25,
    shown: 'sources',
    what: 'a probe may name the grace period of the restart it causes',
  },
  grpcProbe: { since: 24, shown: 'sources', what: 'probes that ask a gRPC health service' },
  readinessTriggered: {
    since: 22,
    shown: 'sources',
    what: 'a sync that sees a container running and not ready runs its readiness probe at once',
  },
  probeResultsSurviveRestart: {
    since: 35,
    shown: 'sources',
    what: 'a restart of the kubelet does not reset what probes said of containers that ran for 10 s before',
  },
  hookRequestLikeProbe: {
    since: 25,
    shown: 'sources',
    what: 'httpGet hooks use scheme, headers and path as a probe does; before, plain HTTP without headers',
  },
  sidecars: {
    since: 29,
    shown: 'sources',
    what: 'init containers with restartPolicy Always keep running, and end last',
  },
  initOnceAnyContainerRuns: {
    since: 21,
    shown: 'sources',
    what: 'initialization counts as over when a regular container exists',
  },
  initJudgedInActiveSandbox: {
    since: 37,
    shown: 'sources',
    what: 'only containers of the current sandbox tell whether initialization is over',
  },
  ephemeralContainers: {
    since: 23,
    shown: 'sources',
    what: 'ephemeral containers are started',
  },
  containerRestartRules: {
    since: 35,
    shown: 'sources',
    what: 'restartPolicy and restartPolicyRules of a container',
  },
  restartAllContainers: {
    since: 36,
    shown: 'sources',
    what: 'the restart rule RestartAllContainers',
  },
  attemptFromLogFiles: {
    since: 22,
    shown: 'sources',
    what: 'without an instance to count from, the attempt continues the log files left over',
  },
  presenceCheckedWithAlways: {
    since: 0,
    until: 31,
    shown: 'sources',
    what: 'pull policy Always asks for the image before it pulls',
  },
  sizeReadBack: {
    since: 30,
    shown: 'recorded',
    what: 'ImageStatus after a pull, for the size; recorded between 1.20 and 1.37, 1.30 by the sources',
  },
  pullCredentialsRemembered: {
    since: 35,
    shown: 'sources',
    what: 'an image that another pod pulled with a secret is pulled again for a pod without it',
  },
  imageVolumesAtEverySync: {
    since: 35,
    until: 36,
    shown: 'sources',
    what: 'image volumes are asked for in every sync, not only before a container is started',
  },
  imageDetectionFirst: {
    since: 29,
    shown: 'sources',
    what: 'image garbage collection lists images and containers before it asks how full the disk is',
  },
  imageVolumes: { since: 35, shown: 'sources', what: 'volumes made from images' },
  sleepHook: { since: 30, shown: 'sources', what: 'lifecycle hooks of kind sleep' },
  retryWhenBackOffEnds: {
    since: 35,
    shown: 'sources',
    what: 'a crash loop is looked at again when its back-off ends instead of every 10 to 15 s',
  },
  inPlaceResize: { since: 33, shown: 'sources', what: 'changed resources reach running containers' },
  resizeAsksSandboxFirst: {
    since: 36,
    shown: 'sources',
    what: 'UpdatePodSandboxResources comes before the change and may refuse it, instead of after it',
  },
  resizeBeforeStarts: {
    since: 37,
    shown: 'sources',
    what: 'a resize comes before every container start of the sync instead of between init and regular containers',
  },
  imageGarbageReadsContainers: {
    since: 35,
    shown: 'sources',
    what: 'image garbage collection reads the status of every container',
  },
  pauseImageAsked: {
    since: 0,
    until: 28,
    shown: 'sources',
    what: 'image garbage collection asks ImageStatus of the sandbox image; later only pinned protects it',
  },
} as const;
