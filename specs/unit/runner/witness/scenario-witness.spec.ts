// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from '@jest/globals';
import type { UnaryMethod } from '#cri/methods.js';
import type { EvidenceEvent } from '#evidence/event.js';
import type { NodeLook, NodeObject } from '#evidence/node-observation.js';
import type { KnownObject } from '#runner/witness/known-object.js';
import { ScenarioWitness } from '#runner/witness/scenario-witness.js';
import { nodeProcess } from '../../../support/evidence-literal.js';

const sandbox = 'a'.repeat(64);
const container = 'c'.repeat(64);

/** A node on which objects are alive until they are said to be gone. */
function scene({ unseen = undefined as string | undefined, isOurs = true, goneAfter = 0 } = {}) {
  const events: EvidenceEvent[] = [];
  const gone = new Map<string, number>();
  let spentMs = 0;
  const startedMs = performance.now();
  const isAlive = ({ id }: KnownObject): boolean => {
    const left = gone.get(id);
    if (left === undefined) return true;
    gone.set(id, left - 1);
    return left > 0;
  };
  const witness = {
    unseenFromTheStart: unseen,
    unseen,
    isVisible: () => unseen === undefined,
    patience: () => ({ ms: 150, isPatient: true }),
    waitedInVain: (ms: number) => {
      spentMs += ms;
    },
    hasLiveProcess: isAlive,
    look: (known: KnownObject): NodeObject => ({
      kind: known.kind,
      id: known.id,
      processes: isAlive(known) ? [nodeProcess({ command: '/box sleep', startedAtMs: 1e9 })] : [],
    }),
  };
  const writer = {
    append: (event: EvidenceEvent) => events.push(event),
    nowMs: () => performance.now() - startedMs,
  };
  const own = { isConfirmed: () => isOurs };
  const { signal } = new AbortController();
  const onlooker = new ScenarioWitness({ witness, writer, own, signal, scenario: 'a.b' });
  let seq = 0;
  const call = async (rpc: UnaryMethod, request: object, response: object | 'refused' = {}) => {
    const asked = { rpc, seq: ++seq, request: request as Readonly<Record<string, unknown>> };
    onlooker.before(asked);
    await onlooker.after(
      asked,
      response === 'refused'
        ? { kind: 'refused', code: 'UNKNOWN', message: 'no' }
        : { kind: 'ok', response, raw: '' },
    );
  };
  const looks = (): readonly NodeLook[] =>
    events.flatMap((event) => (event.type === 'observation' && event.of === 'node' ? [event.facts] : []));
  return {
    call,
    looks,
    events,
    end: () => onlooker.end(),
    spentMs: () => spentMs,
    /** Gone after some more looks. */
    goes: (id: string) => gone.set(id, goneAfter),
    run: async () => {
      await call('RunPodSandbox', { config: {} }, { pod_sandbox_id: sandbox });
      await call('CreateContainer', { pod_sandbox_id: sandbox, config: {} }, { container_id: container });
      await call('StartContainer', { container_id: container });
    },
  };
}

describe('the witness of a scenario', () => {
  it('looks before and after a change, and at once if nothing is left', async () => {
    const at = scene();
    await at.run();
    at.goes(container);
    await at.call('StopContainer', { container_id: container });
    expect(at.looks().map(({ when, call, waitedMs }) => [when, call, waitedMs])).toEqual([
      ['after', 3, 0],
      ['before', 4, 0],
      ['after', 4, 0],
    ]);
  });

  it('looks again until what is left has gone', async () => {
    const at = scene({ goneAfter: 3 });
    await at.run();
    at.goes(container);
    await at.call('StopContainer', { container_id: container });
    const [, , first, second, ...more] = at.looks();
    expect(more).toEqual([]);
    expect(first?.objects[0]?.processes).toHaveLength(1);
    expect(second).toMatchObject({ when: 'after', call: 4, objects: [{ processes: [] }] });
    expect(second?.waitedMs).toBeGreaterThan(0);
    expect(at.spentMs()).toBe(0);
  });

  it('gives up in the end, and says how long it waited', async () => {
    const at = scene();
    await at.run();
    await at.call('StopPodSandbox', { pod_sandbox_id: sandbox });
    const last = at.looks().at(-1);
    expect(last).toMatchObject({ when: 'after', call: 4, isPatient: true });
    expect(last?.objects.map(({ id }) => id)).toEqual([sandbox, container]);
    expect(last?.waitedMs).toBeGreaterThanOrEqual(150);
    expect(at.spentMs()).toBeGreaterThanOrEqual(150);
  });

  it('does not wait for the process of a running container that is started again', async () => {
    const at = scene();
    await at.run();
    await at.call('StartContainer', { container_id: container }, 'refused');
    expect(at.looks().at(-1)).toMatchObject({ call: 4, waitedMs: 0 });
  });

  it('writes of views only what is new', async () => {
    const at = scene();
    await at.run();
    const before = at.looks().length;
    const status = { status: { id: container, state: 'CONTAINER_RUNNING' } };
    for (let nth = 0; nth < 3; nth++) await at.call('ContainerStatus', { container_id: container }, status);
    await at.call('ListContainers', {}, { containers: [{ id: container, state: 'CONTAINER_RUNNING' }] });
    expect(at.looks()).toHaveLength(before + 1);
    at.goes(container);
    await at.call('ListContainers', {}, { containers: [{ id: container, state: 'CONTAINER_RUNNING' }] });
    expect(at.looks()).toHaveLength(before + 2);
  });

  it('waits for the process of a command that was not over in time', async () => {
    const at = scene();
    await at.run();
    await at.call('ExecSync', { container_id: container, cmd: ['/box', 'sleep'], timeout: '1' }, 'refused');
    expect(at.looks().at(-1)?.waitedMs).toBeGreaterThanOrEqual(150);
  });

  it('looks at nothing that the guard has not found to be ours', async () => {
    const at = scene({ isOurs: false });
    await at.run();
    await at.call('StopContainer', { container_id: container });
    await at.end();
    expect(at.looks()).toEqual([]);
  });

  it('says once why there is nothing to see', async () => {
    const at = scene({ unseen: 'not root' });
    await at.run();
    await at.end();
    expect(at.events).toMatchObject([{ of: 'node-unseen', facts: { reason: 'not root' } }]);
  });
});
