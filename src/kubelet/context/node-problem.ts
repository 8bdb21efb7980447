// SPDX-License-Identifier: Apache-2.0
import { errorMessage } from '#base/text/error-message.js';
import type { NodeFiles } from './node-files.js';

/** A file of the node could not be read or changed: a problem of the pod, not a bug. */
export class NodeProblem extends Error {
  override readonly name = 'NodeProblem';

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause });
  }
}

/** The same files; every error becomes a NodeProblem, so that it can be told from a bug. */
export function withNodeProblems(node: NodeFiles): NodeFiles {
  return rejectingWith(node, (error) => new NodeProblem(error));
}

/** The same files; `instead` maps their errors. */
export function rejectingWith(node: NodeFiles, instead: (error: unknown) => unknown): NodeFiles {
  return rejecting({ ...node, host: rejecting(node.host, instead) }, instead);
}

function rejecting<T extends object>(files: T, instead: (error: unknown) => unknown): T {
  return new Proxy(files, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        try {
          return (await Reflect.apply(value, target, given)) as unknown;
        } catch (error) {
          throw instead(error);
        }
      };
    },
  });
}

/** Handles a NodeProblem; anything else is a bug, and is rethrown. */
export function ifNodeProblem<T>(give: (problem: NodeProblem) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof NodeProblem) return give(error);
    throw error;
  };
}
