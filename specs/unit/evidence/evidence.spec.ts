// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import { viewsAfter } from '#evidence/history/container-history.js';
import { filterMatches } from '#evidence/list-filter.js';
import { joinedContent, parseLogLine, rfc3339Ns, wholeLines } from '#evidence/history/log-lines.js';
import { beganAfter, isUndisturbed, overlaps, tookMs } from '#evidence/history/order.js';
import { sandboxViewsAfter } from '#evidence/history/sandbox-history.js';
import { parseInt64, readableTime } from '#evidence/timestamps.js';
import type { RecordedCall } from '#evidence/call.js';
import { evidenceOf } from '../../support/evidence-literal.js';

const call = (seq: number, beganMs: number, endedMs: number | undefined): RecordedCall =>
  ({ seq, beganMs, endedMs, rpc: 'Version' }) as unknown as RecordedCall;

describe('order', () => {
  const first = call(1, 0, 10);
  const beside = call(2, 5, 15);
  const later = call(3, 10, 20);
  const open = call(4, 30, undefined);

  it('knows what came after what, and what did not', () => {
    expect(beganAfter(later, first)).toBe(true);
    expect(beganAfter(beside, first)).toBe(false);
    expect(beganAfter(first, later)).toBe(false);
    expect(beganAfter(call(5, 99, 100), open)).toBe(false);
    expect([overlaps(first, beside), overlaps(first, later)]).toEqual([true, false]);
    expect([tookMs(beside), tookMs(open)]).toEqual([10, Infinity]);
  });

  it('leaves out reads that another change may have blurred', () => {
    const read = call(6, 40, 50);
    expect(isUndisturbed(read, first, [first])).toBe(true);
    expect(isUndisturbed(read, later, [first, later])).toBe(true);
    expect(isUndisturbed(read, first, [first, later])).toBe(false);
    expect(isUndisturbed(read, first, [first, open])).toBe(false);
    expect(isUndisturbed(read, first, [first, call(7, 50, 60)])).toBe(true);
  });
});

describe('lives', () => {
  const evidence = evidenceOf((s) => {
    s.running()
      .status()
      .list([s.item()], { id: 'c1' })
      .list([])
      .stop()
      .exited(143)
      .stopSandbox()
      .remove()
      .missing();
    s.removeSandbox().missingSandbox();
  });
  const life = evidence.container('c1');

  it('gather what was done to a container and seen of it', () => {
    expect(life).toMatchObject({ sandboxId: 's1', name: 'a', attempt: 0, logPath: '/logs/a/0.log' });
    expect(life?.views.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'status CONTAINER_RUNNING',
      'list CONTAINER_RUNNING',
      'status CONTAINER_EXITED',
    ]);
    expect(life?.absences.map(({ rpc }) => rpc)).toEqual(['ListContainers', 'ContainerStatus']);
    expect(life?.changes.map(({ rpc }) => rpc)).toEqual([
      'StartContainer',
      'StopContainer',
      'StopPodSandbox',
      'RemoveContainer',
      'RemovePodSandbox',
    ]);
  });

  it('show between which changes something was seen', () => {
    const [only] = evidence.containers();
    const after = only?.stops.flatMap((stop) => viewsAfter(only, stop)) ?? [];
    expect(after.map(({ state }) => state)).toEqual(['CONTAINER_EXITED']);
    const [sandbox] = evidence.sandboxes();
    expect(sandbox?.absences).toHaveLength(1);
    expect(sandbox && sandboxViewsAfter(sandbox, sandbox.run)).toEqual([]);
  });

  it('fill in the states that proto leaves out', () => {
    const fresh = evidenceOf((s) => s.sandbox().create().sandboxStatus().status('c1', { state: undefined }));
    expect(fresh.sandboxes()[0]?.views[0]?.state).toBe('SANDBOX_READY');
    expect(fresh.containers()[0]?.views[0]?.state).toBe('CONTAINER_CREATED');
  });

  it('count an id that was answered twice once, and an empty one never', () => {
    const twice = evidenceOf((s) => s.sandbox().sandbox().create('c1').create('c1').create(''));
    expect([twice.sandboxes().length, twice.containers().length]).toEqual([1, 1]);
  });
});

describe('queries', () => {
  it('separate what was answered from what was refused', () => {
    const evidence = evidenceOf((s) => s.sandbox().stopSandbox().stopSandbox('s1', { refused: 'UNKNOWN' }));
    expect([evidence.of('StopPodSandbox').length, evidence.answered('StopPodSandbox').length]).toEqual([
      2, 1,
    ]);
    expect(evidence.refused('StopPodSandbox')[0]?.outcome.code).toBe('UNKNOWN');
    expect(evidence.on('StopPodSandbox', 's2')).toEqual([]);
    expect(evidence.wallClockNs(1.5)).toBe(1_700_000_000_001_500_000n);
  });

  it('match lists as a runtime is to', () => {
    const object = { id: 'c1', sandboxId: 's1', labels: { a: '1', b: '2' } };
    expect(filterMatches(undefined, object)).toBe(true);
    expect(filterMatches({}, object)).toBe(true);
    expect(
      filterMatches({ id: 'c1', pod_sandbox_id: 's1', label_selector: { a: '1', b: '2' } }, object),
    ).toBe(true);
    expect(filterMatches({ label_selector: { a: '1', b: '3' } }, object)).toBe(false);
    expect(filterMatches({ pod_sandbox_id: 's2' }, object)).toBe(false);
  });
});

describe('log lines', () => {
  it('are read as a kubelet reads them', () => {
    expect(parseLogLine('2026-11-18T12:00:00.123456789Z stdout P:x some text ')).toEqual({
      time: '2026-11-18T12:00:00.123456789Z',
      stream: 'stdout',
      partial: true,
      content: 'some text ',
    });
    expect(parseLogLine('2026-11-18T12:00:00+01:00 stderr F ')).toMatchObject({
      stream: 'stderr',
      content: '',
    });
    for (const wrong of [
      'text',
      '2026-11-18T12:00:00Z stdin F x',
      '2026-11-18 12:00:00Z stdout F x',
      '2026-11-18T12:00:00Z stdout X x',
    ]) {
      expect(parseLogLine(wrong)).toBeUndefined();
    }
  });

  it('are joined, and half a line at the end is left out', () => {
    const lines = wholeLines(
      '2026-11-18T12:00:00Z stdout P ab\n2026-11-18T12:00:00Z stdout F c\n2026-11-18T12:',
    );
    expect(
      joinedContent(
        lines.flatMap((line) => parseLogLine(line) ?? []),
        'stdout',
      ),
    ).toBe('abc\n');
  });

  it('have times to the nanosecond', () => {
    expect(rfc3339Ns('2026-11-18T12:00:00.000000001Z')).toBe(1_795_003_200_000_000_001n);
    expect(rfc3339Ns('2026-11-18T13:00:00+01:00')).toBe(1_795_003_200_000_000_000n);
    expect(rfc3339Ns('yesterday')).toBeUndefined();
  });
});

describe('timestamps', () => {
  it('read absent fields as zero and write times for people', () => {
    expect([parseInt64(undefined), parseInt64('-5')]).toEqual([0n, -5n]);
    expect(readableTime(1_700_000_000_000_000_000n)).toContain('2023-11-14T22:13:20.000Z');
    expect(readableTime(0n)).toBe('0');
  });
});
