// SPDX-License-Identifier: Apache-2.0
import type { CriMethod } from '#cri/methods.js';
import type { Refusal, NoAnswer } from '#cri/outcome.js';
import type { Intent } from './intent.js';
import type { Observation } from './observation.js';
import type { Other } from './ours.js';
import type { ClockStep } from './timestamps.js';

/**
 * Version of schema/evidence.v1.schema.json. Recordings from before 0.1.0 have an `evidenceVersion` instead.
 */
export const evidenceSchemaVersion = 1;

/** First line: what ran, where, against what. */
export interface RecordingHeader {
  readonly type: 'header';
  readonly schemaVersion: typeof evidenceSchemaVersion;
  readonly tool: { readonly name: string; readonly version: string };
  readonly run: string;
  /** Ids of the selected contracts; absent: all. */
  readonly selected?: readonly string[];
  /** Wall clock at `atMs` 0: in nanoseconds since 1970 (decimal), and readable. */
  readonly startedAtNs: string;
  readonly startedAt: string;
  readonly kubelet: { readonly version: string; readonly pace: string };
  readonly host: HostFacts;
  readonly target: TargetFacts;
  /** The version of the target changes during the run. */
  readonly upgrade?: {
    /** A value of --managed, or the flag of the command that brings it. */
    readonly to: string;
  };
}

export interface HostFacts {
  readonly kernel: string;
  readonly arch: string;
  readonly cgroupVersion: 'v1' | 'v2' | 'hybrid' | 'none';
  readonly cgroupDriver: string;
  readonly node: string;
  readonly root: boolean;
  readonly lacks: readonly string[];
}

export interface TargetFacts {
  readonly name: string;
  readonly version: string;
  readonly apiVersion: 'v1' | 'v1alpha2';
  readonly endpoint: string;
  readonly launcher: string;
  /** Flags that select the same target again. */
  readonly flags?: string;
  readonly handlers: readonly string[];
  readonly cni: string;
  /** What else Version and Status said before the first scenario, as on the wire. */
  readonly said?: {
    readonly apiVersion: string;
    readonly handlers: readonly Readonly<Record<string, unknown>>[];
    readonly features: Readonly<Record<string, unknown>>;
  };
}

/** The node's wall clock was set during the run; it concerns every scenario. */
export interface ClockStepped extends ClockStep {
  readonly type: 'clock-step';
}

/** Every `atMs` is monotonic and counts from the header's `startedAtNs`. */
export interface ScenarioBegan {
  readonly type: 'scenario';
  readonly scenario: string;
  readonly atMs: number;
}

export interface ScenarioEnded {
  readonly type: 'scenario-end';
  readonly scenario: string;
  readonly atMs: number;
  /** `unsupported`: the target or host lacks what it needs. `stuck`: a step did not happen in time. */
  readonly ended: 'done' | 'unsupported' | 'stuck';
  readonly reason?: string;
  /** Part of the scenario was too large to write: the rest proves nothing. */
  readonly leftOut?: OmittedEvidence;
}

/** Counted, not written. */
export interface OmittedEvidence {
  readonly events: number;
  readonly bytes: number;
}

export interface CallBegan {
  readonly type: 'call';
  readonly seq: number;
  readonly scenario: string;
  readonly rpc: CriMethod;
  readonly deadlineMs: number | null;
  readonly request: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** What an answer said about other people's objects, which were removed from it. */
export interface OtherObjects {
  readonly others?: readonly Other[];
  /** How many more there were. */
  readonly moreOthers?: number;
}

export type EndedAs =
  | ({
      readonly kind: 'ok';
      readonly response: Readonly<Record<string, unknown>>;
      /** Empty if objects were removed from the answer. */
      readonly raw: string;
    } & OtherObjects)
  | { readonly kind: 'ended' }
  | Refusal
  | NoAnswer;

export interface CallEnded {
  readonly type: 'end';
  readonly seq: number;
  readonly atMs: number;
  readonly outcome: EndedAs;
}

/**
 * The end of a call whose answer equals that of an earlier call of its scenario, byte for byte; only that one
 * is written in full.
 */
export interface Repeat {
  readonly type: 'repeat';
  readonly seq: number;
  readonly atMs: number;
  /** The earlier call. */
  readonly of: number;
}

export interface StreamMessage extends OtherObjects {
  readonly type: 'message';
  readonly seq: number;
  readonly atMs: number;
  readonly message: Readonly<Record<string, unknown>>;
  readonly raw: string;
}

/** What the runner and the kubelet did and why, for people. No contract reads it. */
export interface Note {
  readonly type: 'note';
  readonly scenario: string;
  readonly atMs: number;
  readonly what: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

export interface Footer {
  readonly type: 'footer';
  readonly atMs: number;
  readonly ended: 'done' | 'interrupted' | 'timeout' | 'runtime-gone';
  /** Of all scenarios together. */
  readonly leftOut?: OmittedEvidence;
}

export type EvidenceEvent =
  | RecordingHeader
  | ClockStepped
  | ScenarioBegan
  | ScenarioEnded
  | CallBegan
  | CallEnded
  | Repeat
  | StreamMessage
  | Intent
  | Observation
  | Note
  | Footer;
