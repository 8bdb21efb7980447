// SPDX-License-Identifier: Apache-2.0
import type { PullImageResponse } from '#cri/proto/generated/messages.js';
import { behind } from './in-every-view.js';
import type { Lie } from './lies.js';
import { lyingAbout } from './lying-runtime.js';

const ofCommands: readonly Lie[] = [
  {
    name: 'commands are executed one after another',
    tell: (truth, tell) => {
      let last: Promise<unknown> = Promise.resolve();
      return lyingAbout('ExecSync', async (_, honest) => {
        const before = last;
        const own = before.then(async () => honest());
        last = own.catch(() => undefined);
        return own;
      })(truth, tell);
    },
    scenario: 'exec.commands',
    breaks: ['exec.sync.beside-another'],
    mayBreak: ['exec.sync.timeout-bounded'],
    expected: /^ExecSync answered while ExecSync is under way$/,
    actual: /^answered after \d+ ms, when ExecSync was over$/,
    proof: ['ExecSync', 'ExecSync'],
  },
  {
    name: 'no status of a container while a command is executed',
    tell: behind('ExecSync', ['ContainerStatus']),
    scenario: 'exec.commands',
    breaks: ['exec.sync.beside-another'],
    expected: /^ContainerStatus answered while ExecSync is under way$/,
    actual: /^answered after \d+ ms, when ExecSync was over$/,
    proof: ['ExecSync', 'ContainerStatus'],
  },
];

const ofPulls: readonly Lie[] = [
  {
    name: 'images cannot be read while one is being pulled',
    tell: behind('PullImage', ['ListImages', 'ImageStatus']),
    scenario: 'images.denied',
    breaks: ['image.pull.holds-up-no-read'],
    expected: /^(ListImages|ImageStatus) answered while PullImage is under way$/,
    actual: /^answered after \d+ ms, when PullImage was over$/,
    proof: ['PullImage', 'ListImages or ImageStatus'],
  },
  {
    name: 'an image that is there is not asked for again',
    tell: (truth, tell) => {
      const pulled = new Map<string, PullImageResponse>();
      return lyingAbout('PullImage', async ({ image }, honest) => {
        const name = image?.image ?? '';
        const before = pulled.get(name);
        if (before !== undefined) return before;
        pulled.set(name, await honest());
        return undefined;
      })(truth, tell);
    },
    scenario: 'images.pulled-always',
    breaks: ['image.pull.asks-registry'],
    expected: /: a request for its manifest at the registry$/,
    actual: /^OK without any$/,
    proof: ['PullImage'],
  },
  {
    name: 'credentials of one are used for all',
    tell: (truth, tell) => {
      let known: object | undefined;
      return lyingAbout('PullImage', async (request, honest) => {
        if (request.auth?.username === 'box') known = request.auth;
        return known === undefined || request.auth !== undefined
          ? undefined
          : honest({ ...request, auth: known });
      })(truth, tell);
    },
    scenario: 'images.denied',
    breaks: ['image.pull.broken-refused'],
    expected: /^refused: /,
    actual: /^OK$/,
    proof: ['PullImage'],
  },
];

export const queueLies: readonly Lie[] = [...ofCommands, ...ofPulls];
