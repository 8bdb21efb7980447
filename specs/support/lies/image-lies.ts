// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CriRefusal } from '#cri/client/cri-refusal.js';
import type { Image, ImageSpec } from '#cri/proto/generated/messages.js';
import type { CriHandlers } from '#cri/server/handlers.js';
import type { Lie } from './lies.js';
import { lyingAbout, type Tell, type Truth } from './lying-runtime.js';

type Telling = Lie['tell'];

/** Both views of an image tell the same lie. */
function everywhere(change: (image: Image) => Image): Telling {
  return (truth, tell) => ({
    ...lyingAbout('ImageStatus', async (_, honest) => {
      const { image, ...answer } = await honest();
      return image === undefined ? undefined : { ...answer, image: change(image) };
    })(truth, tell),
    ...lists((images) => images.map(change))(truth, tell),
  });
}

const lists = (change: (images: readonly Image[]) => readonly Image[]): Telling =>
  lyingAbout('ListImages', async (_, honest) => ({ images: [...change((await honest()).images ?? [])] }));

const nameOf = ({ image }: { readonly image?: ImageSpec | undefined }): string => image?.image ?? '';

const tagsOf = ({ repo_tags: tags = [] }: Image): readonly string[] => tags;

const viewLies: readonly Lie[] = [
  {
    name: 'images belong to another user than their configuration says',
    tell: everywhere((image) => (image.uid === undefined ? image : { ...image, uid: { value: '77' } })),
    scenario: 'images.users',
    breaks: ['image.status.as-served'],
    expected: /^uid 1000, username none$/,
    actual: /^uid 77, username none$/,
    proof: ['ImageStatus'],
  },
  {
    name: 'every image has a name that nobody gave it',
    tell: everywhere((image) => ({ ...image, repo_tags: tagsOf(image).flatMap((tag) => [tag, `${tag}x`]) })),
    scenario: 'images.users',
    breaks: ['image.status.as-served'],
    expected: /^names among /,
    actual: /:1x$/,
    proof: ['ImageStatus'],
  },
  {
    name: 'every image has its name twice',
    tell: everywhere((image) => ({ ...image, repo_tags: tagsOf(image).flatMap((tag) => [tag, tag]) })),
    scenario: 'images.users',
    breaks: ['image.status.as-served'],
    expected: /^each name once$/,
    actual: /:1 twice$/,
    proof: ['ImageStatus'],
  },
  {
    name: 'in a list every image is a little larger',
    tell: lists((images) => images.map((image) => ({ ...image, size: String(Number(image.size) + 1) }))),
    scenario: 'images.users',
    breaks: ['image.list.agrees-with-status'],
    expected: /^as in the status: size /,
    actual: /^size /,
    proof: ['ImageStatus', 'ListImages'],
  },
  {
    name: 'an image that a filter names is not found',
    tell: lyingAbout('ListImages', ({ filter }) => (filter === undefined ? undefined : { images: [] })),
    scenario: 'images.names',
    breaks: ['image.list.filter-finds'],
    expected: /among the images$/,
    actual: /^no image$/,
    proof: ['ImageStatus', 'ListImages'],
  },
  {
    name: 'the image of the sandbox is pinned every other time',
    tell: (truth, tell) => {
      let isTrue = false;
      return lists((images) => {
        isTrue = !isTrue;
        return isTrue ? images : images.map((image) => ({ ...image, pinned: false }));
      })(truth, tell);
    },
    scenario: 'images.users',
    breaks: ['image.list.sandbox-image-pinned'],
    expected: /listed and pinned$/,
    actual: /^listed, not pinned$/,
    proof: ['ListImages'],
  },
  {
    name: 'the disk is as full as on the first day',
    tell: (truth, tell) => {
      let first: object | undefined;
      return lyingAbout('ImageFsInfo', async (_, honest) => (first ??= await honest()))(truth, tell);
    },
    scenario: 'images.disk-usage',
    breaks: ['image.fs-info.follows'],
    expected: /^usage above 0 that changes with the pulls/,
    actual: /bytes and \d+ inodes at \d+, then /,
    proof: ['ImageFsInfo', 'PullImage', 'PullImage', 'ImageFsInfo'],
  },
  {
    name: 'the disk was measured in 1970',
    tell: lyingAbout('ImageFsInfo', async (_, honest) => {
      const { image_filesystems: all = [], ...answer } = await honest();
      return { ...answer, image_filesystems: all.map((one) => ({ ...one, timestamp: '1' })) };
    }),
    scenario: 'runtime.answers',
    breaks: ['image.fs-info.usable'],
    expected: /the time of the reading$/,
    actual: /^timestamp 1$/,
    proof: ['ImageFsInfo'],
  },
];

const pullLies: readonly Lie[] = [
  {
    name: 'a pull is answered with the tag',
    tell: lyingAbout('PullImage', async (request, honest) => {
      await honest();
      return { image_ref: nameOf(request) };
    }),
    scenario: 'images.users',
    breaks: ['image.pull.ref-known'],
    expected: /^one of sha256:/,
    actual: /\/box-user:1$/,
    proof: ['PullImage', 'ImageStatus'],
  },
  {
    name: 'of pulls at the same time only one is answered with an image that exists',
    tell: (truth, tell) => {
      const done = new Set<string>();
      return lyingAbout('PullImage', async (request, honest) => {
        const { image_ref: ref = '' } = await honest();
        if (done.size === done.add(nameOf(request)).size)
          return { image_ref: `sha256:${createHash('sha256').update(ref).digest('hex')}` };
        return undefined;
      })(truth, tell);
    },
    scenario: 'images.at-the-same-time',
    breaks: ['image.pull.ref-known'],
    expected: /^one of sha256:/,
    actual: /^sha256:/,
    proof: ['PullImage', 'ImageStatus'],
  },
  {
    name: 'a pull that breaks off leaves an image in the list',
    tell: (truth, tell) => {
      const half: Image[] = [];
      return {
        ...lyingAbout('PullImage', async (request, honest) => {
          await honest().catch((reason: unknown) => {
            if (nameOf(request).includes('truncated'))
              half.push({ id: 'sha256:0', repo_tags: [nameOf(request)] });
            throw reason;
          });
          return undefined;
        })(truth, tell),
        ...lists((images) => [...images, ...half])(truth, tell),
      };
    },
    scenario: 'images.denied',
    breaks: ['image.pull.failed-leaves-nothing', 'image.status.as-served'],
    expected: /^no image .*truncated/,
    actual: /^ListImages shows sha256:0$/,
    proof: ['PullImage', 'ListImages'],
  },
  {
    name: 'a pull that is denied takes away what was there',
    tell: (truth, tell) => {
      const taken = new Set<string>();
      return {
        PullImage: async (request, call) =>
          truth.PullImage(request, call).catch((reason: unknown) => {
            taken.add(nameOf(request));
            throw reason;
          }),
        ...lyingAbout('ImageStatus', (request) => (taken.has(nameOf(request)) ? {} : undefined))(truth, tell),
        ...lists((images) =>
          images.filter((image) => !tagsOf(image).some((tag) => taken.has(withLatest(tag, taken)))),
        )(truth, tell),
      };
    },
    scenario: 'images.denied',
    breaks: ['image.pull.failed-keeps-old', 'image.list.complete', 'image.pull.present-at-once'],
    expected: /as before the pull that failed$/,
    actual: /^no image$/,
    proof: ['ImageStatus', 'PullImage', 'ImageStatus'],
  },
  {
    name: 'an image whose pull was given up is locked for ever',
    tell: (truth, tell) => {
      let asked = 0;
      return lyingAbout('PullImage', (request) => {
        if (!nameOf(request).includes('hangx1')) return undefined;
        asked += 1;
        if (asked > 1) throw new CriRefusal('UNKNOWN', 'the image is locked');
        return undefined;
      })(truth, tell);
    },
    scenario: 'images.denied',
    breaks: ['image.pull.again-after-cancel'],
    expected: /OK$/,
    actual: /^UNKNOWN: the image is locked$/,
    proof: ['PullImage'],
  },
  {
    name: 'a registry that denies an image is asked for a long time',
    tell: (truth, tell) => {
      // Longer than a node takes on which good pulls are slow as well.
      let slowestMs = 0;
      return lyingAbout('PullImage', async (request, honest) => {
        const beganMs = performance.now();
        await honest().catch(async (reason: unknown) => {
          if (nameOf(request).includes('/401/')) await setTimeout(25_000 + 12 * slowestMs);
          throw new CriRefusal('UNKNOWN', String(reason));
        });
        slowestMs = Math.max(slowestMs, performance.now() - beganMs);
        return undefined;
      })(truth, tell);
    },
    scenario: 'images.denied',
    breaks: ['image.pull.refused-promptly'],
    expected: /^refused within \d+ ms$/,
    actual: /^after \d{5,} ms$/,
    proof: ['PullImage'],
  },
];

function withLatest(tag: string, names: ReadonlySet<string>): string {
  return names.has(tag) ? tag : tag.replace(/:latest$/, '');
}

/** After a removal by this tag, the image has all its other names. */
function untagging(truth: Truth, tell: Tell): CriHandlers {
  const gone = new Set<string>();
  return {
    ...lyingAbout('RemoveImage', (request) => {
      if (!nameOf(request).endsWith('box-many:a')) return undefined;
      gone.add(nameOf(request));
      return {};
    })(truth, tell),
    ...lyingAbout('ImageStatus', async (request, honest) => {
      if (gone.has(nameOf(request))) return {};
      const { image, ...answer } = await honest();
      return image === undefined || gone.size === 0
        ? undefined
        : { ...answer, image: { ...image, repo_tags: tagsOf(image).filter((tag) => !gone.has(tag)) } };
    })(truth, tell),
  };
}

/** Another image that the scenario has pulled, of another repository, goes with each that is removed. */
function takingAlong(truth: Truth, tell: Tell): CriHandlers {
  const pulled: { readonly id: string; readonly name: string }[] = [];
  return {
    PullImage: async (request, call) => {
      const answer = await truth.PullImage(request, call);
      const { image } = await truth.ImageStatus(request, call);
      if (nameOf(request).includes('/own/')) pulled.push({ id: image?.id ?? '', name: nameOf(request) });
      return answer;
    },
    RemoveImage: async (request, call) => {
      const { image } = await truth.ImageStatus(request, call);
      const answer = await truth.RemoveImage(request, call);
      const other = pulled.find(({ id }) => id !== image?.id);
      if (image !== undefined && other !== undefined)
        await truth.RemoveImage({ image: { image: other.name } }, call);
      return answer;
    },
    ...lists((images) => images)(truth, tell),
  };
}

const removeLies: readonly Lie[] = [
  {
    name: 'a removal takes another image along',
    tell: takingAlong,
    scenario: 'images.names',
    breaks: ['image.list.complete'],
    expected: /^every image once$/,
    actual: /^twice: ; missing: sha256:/,
    proof: ['ListImages'],
  },
  {
    name: 'an image with three tags loses one of them',
    tell: untagging,
    scenario: 'images.names',
    breaks: ['image.remove.all-names'],
    expected: /gone under all its names$/,
    actual: /^ImageStatus shows /,
    proof: ['RemoveImage', 'ImageStatus'],
  },
  {
    name: 'an image that is removed stays in the list',
    tell: (truth, tell) => {
      const known = new Map<string, Image>();
      return lists((images) => {
        for (const image of images) known.set(image.id ?? '', image);
        return [...known.values()];
      })(truth, tell);
    },
    scenario: 'images.pull-and-remove',
    breaks: ['image.remove.gone'],
    expected: /gone under all its names$/,
    actual: /^ListImages shows sha256:/,
    proof: ['RemoveImage', 'ListImages'],
  },
  {
    name: 'while an image is being removed it cannot be removed',
    tell: (truth, tell) => {
      let inFlight = 0;
      return lyingAbout('RemoveImage', async () => {
        inFlight += 1;
        try {
          if (inFlight > 1) throw new CriRefusal('UNKNOWN', 'somebody is at it');
          await setTimeout(300);
        } finally {
          inFlight -= 1;
        }
        return undefined;
      })(truth, tell);
    },
    scenario: 'images.at-the-same-time',
    breaks: ['image.remove.succeeds'],
    expected: /OK$/,
    actual: /^UNKNOWN: somebody is at it$/,
    proof: ['RemoveImage'],
  },
  {
    name: 'a container whose image is removed cannot be read at first',
    tell: (truth, tell) => {
      let isRemoved = false;
      return {
        RemoveImage: async (request, call) => {
          isRemoved = true;
          return truth.RemoveImage(request, call);
        },
        ...lyingAbout('ContainerStatus', () => {
          if (!isRemoved) return undefined;
          isRemoved = false;
          throw new CriRefusal('UNKNOWN', 'failed to get image');
        })(truth, tell),
      };
    },
    scenario: 'images.removed-in-use',
    breaks: ['image.remove.in-use-harmless', 'container.status.succeeds'],
    expected: /^ContainerStatus after RemoveImage: OK$/,
    actual: /^UNKNOWN: failed to get image$/,
    proof: ['ContainerStatus'],
  },
];

export const imageLies: readonly Lie[] = [...viewLies, ...pullLies, ...removeLies];
