// SPDX-License-Identifier: Apache-2.0
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CriClient } from '#cri/client/client.js';
import type { RequestOf, ResponseOf, UnaryMethod } from '#cri/methods.js';
import type { Outcome } from '#cri/outcome.js';
import { guardedClient } from '#guard/guarded-client.js';
import { OwnObjects } from '#guard/own-objects.js';
import { readingClient } from '#guard/reading-client.js';
import { ruleOf } from '#guard/rules.js';

type Answers = { [M in UnaryMethod]?: (request: RequestOf<M>) => ResponseOf<M> | Outcome<M> };

const uidLabel = 'io.kubernetes.pod.uid';
const notFound = { kind: 'refused', code: 'NOT_FOUND', message: 'no such thing' } as const;
const broken = { kind: 'refused', code: 'UNKNOWN', message: 'broken' } as const;

let answers: Answers;
let sent: string[];
let own: OwnObjects;
let guarded: CriClient;

function fake(): CriClient {
  return {
    call: (method, request) => {
      sent.push(method);
      const answer = (answers[method] as ((asked: unknown) => object) | undefined)?.(request) ?? {};
      const outcome = 'kind' in answer ? answer : { kind: 'ok', response: answer, raw: '' };
      return Promise.resolve(outcome as never);
    },
    stream: () => {
      throw new Error('not asked for');
    },
    close: () => undefined,
  };
}

const sandboxIs = (id: string, uid: string): ResponseOf<'PodSandboxStatus'> => ({
  status: { id, metadata: { name: 'p', uid } },
});
const containerIs = (id: string, uid: string): ResponseOf<'ContainerStatus'> => ({
  status: { id, labels: { [uidLabel]: uid } },
});
const run = (): Promise<Outcome> => guarded.call('RunPodSandbox', { config: { metadata: { uid: 'u' } } });
const create = (): Promise<Outcome> =>
  guarded.call('CreateContainer', { pod_sandbox_id: 's', config: { labels: { [uidLabel]: 'u' } } });
const stop = (id = 's'): Promise<Outcome> => guarded.call('StopPodSandbox', { pod_sandbox_id: id });
const start = (id = 'c'): Promise<Outcome> => guarded.call('StartContainer', { container_id: id });
const removeImage = (image: string): Promise<Outcome> => guarded.call('RemoveImage', { image: { image } });

beforeEach(() => {
  sent = [];
  own = new OwnObjects({ uids: ['u'], imagePrefixes: ['reg/own/a1/'] });
  answers = {
    RunPodSandbox: () => ({ pod_sandbox_id: 's' }),
    CreateContainer: () => ({ container_id: 'c' }),
    PodSandboxStatus: ({ pod_sandbox_id: id = '' }) => sandboxIs(id, id === 's' ? 'u' : 'theirs'),
    ContainerStatus: ({ container_id: id = '' }) => containerIs(id, id === 'c' ? 'u' : 'theirs'),
  };
  guarded = guardedClient(fake(), own);
});

describe('objects of this run', () => {
  it('may be changed; each is read once, and not at all when it was read anyway', async () => {
    await run();
    await create();
    expect(await start()).toMatchObject({ kind: 'ok' });
    await guarded.call('ExecSync', { container_id: 'c' });
    expect(await stop()).toMatchObject({ kind: 'ok' });
    expect(sent).toEqual([
      ...['RunPodSandbox', 'PodSandboxStatus', 'CreateContainer', 'ContainerStatus'],
      ...['StartContainer', 'ExecSync', 'StopPodSandbox'],
    ]);
    sent = [];
    await run();
    await guarded.call('PodSandboxStatus', { pod_sandbox_id: 's' });
    await stop();
    expect(sent).toEqual(['RunPodSandbox', 'PodSandboxStatus', 'StopPodSandbox']);
  });

  it('may be asked for again when they are gone, and what never was may be asked for', async () => {
    await run();
    await stop();
    answers.PodSandboxStatus = () => notFound;
    expect(await stop()).toMatchObject({ kind: 'ok' });
    expect(await stop('criprobe-unknown-sandbox')).toMatchObject({ kind: 'ok' });
  });

  it('may not be changed while no status has shown whose they are', async () => {
    await run();
    answers.PodSandboxStatus = () => notFound;
    expect(await stop()).toMatchObject({ kind: 'unanswered', reason: 'unverified' });
    expect(sent).not.toContain('StopPodSandbox');
  });

  it('are known by a list where the runtime cannot read them', async () => {
    await run();
    answers.PodSandboxStatus = () => broken;
    answers.ListPodSandbox = () => ({ items: [{ id: 's', metadata: { name: 'p', uid: 'u' } }] });
    expect(await stop()).toMatchObject({ kind: 'ok' });
  });

  it('that no answer named may go: a creation that got lost, or was answered with another id', async () => {
    answers.RunPodSandbox = () => ({ kind: 'unanswered', reason: 'connection-lost', message: 'gone' });
    await run();
    answers.PodSandboxStatus = ({ pod_sandbox_id: id = '' }) => sandboxIs(id, 'u');
    expect(await stop('lost')).toMatchObject({ kind: 'ok' });
    // One creation leaves no more than one.
    expect(await stop('another')).toMatchObject({ kind: 'unanswered', reason: 'not-ours' });
  });

  it('are not told apart from others while nobody answers: the call has no answer either', async () => {
    await run();
    const lost = { kind: 'unanswered', reason: 'connection-lost', message: 'gone' } as const;
    answers.PodSandboxStatus = () => lost;
    expect(await stop()).toEqual(lost);
    expect(sent).not.toContain('StopPodSandbox');
  });

  it('are asked for only for pods of the ledger', async () => {
    await expect(guarded.call('RunPodSandbox', { config: { metadata: { uid: 'x' } } })).rejects.toThrow();
    await run();
    await expect(guarded.call('CreateContainer', { pod_sandbox_id: 's', config: {} })).rejects.toThrow();
    const network_config = { pod_cidr: '10.0.0.0/8' };
    await expect(
      guarded.call('UpdateRuntimeConfig', { runtime_config: { network_config } }),
    ).rejects.toThrow();
    expect(sent).toEqual(['RunPodSandbox']);
  });
});

it('an update of the configuration without a range changes nothing, and is sent', async () => {
  const network_config = { pod_cidr: '' };
  expect(await guarded.call('UpdateRuntimeConfig', { runtime_config: { network_config } })).toMatchObject({
    kind: 'ok',
  });
});

describe('the beginning of an id that was there before', () => {
  const theirs = 'deadbeef'.repeat(8);
  const sentFor = async (id: string): Promise<Outcome> => {
    answers.RunPodSandbox = () => ({ pod_sandbox_id: id });
    answers.PodSandboxStatus = () => sandboxIs(id, 'u');
    await run();
    await guarded.call('PodSandboxStatus', { pod_sandbox_id: id });
    return stop(id);
  };

  it.each([theirs.slice(0, 13), theirs.slice(0, 63), theirs])('stands for theirs: %s', async (id) => {
    own.addOthers([theirs]);
    expect(await sentFor(id)).toMatchObject({ kind: 'unanswered', reason: 'not-ours' });
    expect(own.withheld).toMatchObject([{ rpc: 'StopPodSandbox', request: { pod_sandbox_id: id } }]);
  });

  it('may stand for theirs where ids are no hashes: nobody can tell', async () => {
    own.addOthers(['pod-12', theirs]);
    expect(await sentFor('pod-1')).toMatchObject({ kind: 'unanswered', reason: 'unverified' });
    expect(await sentFor('dead')).toMatchObject({ kind: 'unanswered', reason: 'unverified' });
    expect(await sentFor('pod-13')).toMatchObject({ kind: 'ok' });
    expect(own.withheld).toEqual([]);
  });

  it('is that of an image, too, with its algorithm and without', async () => {
    own.addOthers([`sha256:${theirs}`]);
    answers.PullImage = () => ({ image_ref: 'deadbeefdead' });
    await guarded.call('PullImage', { image: { image: 'reg/own/a1/box' } });
    for (const id of ['deadbeefdead', 'sha256:deadbeefdead'])
      expect(await removeImage(id)).toMatchObject({ kind: 'unanswered', reason: 'not-ours' });
    expect(sent).not.toContain('RemoveImage');
  });
});

describe('objects of others', () => {
  it.each([
    ['a sandbox that only a list named', 'theirs', (): undefined => undefined],
    ['an id of theirs in the answer to our creation', 'theirs', (): Promise<Outcome> => run()],
    [
      'one that was there before, whatever its status says',
      's',
      (): void => {
        own.addOthers(['s']);
      },
    ],
    [
      'a status of another object',
      's',
      (): Promise<Outcome> => {
        answers.PodSandboxStatus = () => sandboxIs('theirs', 'u');
        return run();
      },
    ],
    [
      'a status with our uid, for what nobody asked for',
      's',
      (): void => {
        answers.PodSandboxStatus = () => sandboxIs('s', 'u');
      },
    ],
  ] as const)('are not touched: %s', async (_, id, prepare) => {
    answers.RunPodSandbox = () => ({ pod_sandbox_id: id });
    await prepare();
    for (const rpc of [
      'StopPodSandbox',
      'RemovePodSandbox',
      'UpdatePodSandboxResources',
      'PortForward',
    ] as const)
      expect(await guarded.call(rpc, { pod_sandbox_id: id })).toMatchObject({
        kind: 'unanswered',
        reason: 'not-ours',
        message: expect.stringContaining(`did not send ${rpc}`),
      });
    expect(
      await guarded.call('CreateContainer', { pod_sandbox_id: id, config: { labels: { [uidLabel]: 'u' } } }),
    ).toMatchObject({ reason: 'not-ours' });
    const changes = sent.filter((rpc) => ruleOf[rpc as UnaryMethod] !== 'reads' && rpc !== 'RunPodSandbox');
    expect(changes).toEqual([]);
  });

  it.each(Object.keys(ruleOf).filter((rpc) => ruleOf[rpc as UnaryMethod] === 'changes a container'))(
    'a container of theirs in the answer to our creation: no %s',
    async (rpc) => {
      answers.CreateContainer = () => ({ container_id: 'theirs' });
      await run();
      await create();
      const outcome = await guarded.call(rpc as 'StopContainer', { container_id: 'theirs' });
      expect(outcome).toMatchObject({ kind: 'unanswered', reason: 'not-ours' });
      expect(sent).not.toContain(rpc);
    },
  );

  it('stay as they are when nobody can tell whose they are', async () => {
    answers.ContainerStatus = () => broken;
    answers.ListContainers = () => broken;
    expect(await start('c')).toMatchObject({ kind: 'unanswered', reason: 'unverified' });
    answers.ContainerStatus = () => notFound;
    expect(await start('said-in-a-list')).toMatchObject({ kind: 'unanswered', reason: 'unverified' });
    expect(sent).not.toContain('StartContainer');
  });
});

describe('images', () => {
  const named = (id: string, ...tags: string[]): void => {
    answers.ImageStatus = () => ({ image: { id, repo_tags: tags } });
  };

  it('of ours may go, by name and by id, also when they are gone already', async () => {
    named('i', 'reg/own/a1/box:1');
    expect(await removeImage('reg/own/a1/box:1')).toMatchObject({ kind: 'ok' });
    expect(await removeImage('i')).toMatchObject({ kind: 'ok' });
    for (const gone of [{}, notFound]) {
      answers.ImageStatus = () => gone;
      expect(await removeImage('reg/own/a1/box:1')).toMatchObject({ kind: 'ok' });
      expect(await removeImage('theirs')).toMatchObject({ reason: 'unverified' });
    }
  });

  it('without a name may go if a pull of ours gave their id', async () => {
    answers.PullImage = () => ({ image_ref: 'i' });
    named('i');
    expect(await removeImage('i')).toMatchObject({ reason: 'unverified' });
    await guarded.call('PullImage', { image: { image: 'reg/own/a1/box:1' } });
    expect(await removeImage('i')).toMatchObject({ kind: 'ok' });
  });

  it.each([
    [
      'an id of theirs',
      'theirs',
      () => {
        named('theirs', 'docker.io/library/postgres:16');
      },
    ],
    [
      'the id of theirs in the answer to our pull',
      'theirs',
      async () => {
        answers.PullImage = () => ({ image_ref: 'theirs' });
        await guarded.call('PullImage', { image: { image: 'reg/own/a1/box:1' } });
        named('theirs', 'docker.io/library/postgres:16');
      },
    ],
    [
      'an image with a name of theirs beside ours',
      'reg/own/a1/box:1',
      () => {
        named('i', 'reg/own/a1/box:1', 'docker.io/library/postgres:16');
      },
    ],
    [
      'one that was there before',
      'i',
      () => {
        named('i', 'reg/own/a1/box:1');
        own.addOthers(['i']);
      },
    ],
    [
      'one behind our name that was there before',
      'reg/own/a1/box:1',
      () => {
        named('i', 'reg/own/a1/box:1');
        own.addOthers(['i']);
      },
    ],
  ] as const)('of others stay: %s', async (_, image, prepare) => {
    await prepare();
    expect(await removeImage(image)).toMatchObject({ kind: 'unanswered', reason: 'not-ours' });
    expect(sent).not.toContain('RemoveImage');
  });
});

describe('a client that only reads', () => {
  it('sends nothing that could change anything', async () => {
    const reading = readingClient(fake());
    for (const rpc of Object.keys(answers) as UnaryMethod[]) {
      if (ruleOf[rpc] === 'reads') await expect(reading.call(rpc, {})).resolves.toMatchObject({ kind: 'ok' });
      else expect(() => reading.call(rpc, {})).toThrow(/only reads/);
    }
    expect(sent.every((rpc) => ruleOf[rpc as UnaryMethod] === 'reads')).toBe(true);
  });
});
