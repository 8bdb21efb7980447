// SPDX-License-Identifier: Apache-2.0
import type { ServedCall } from '#cri/server/handlers.js';

/** Turns a plain function into a handler: an exception becomes the refusal. */
export const promised =
  <Request, Response>(handle: (request: Request, call: ServedCall) => Response | Promise<Response>) =>
  (request: Request, call: ServedCall): Promise<Response> =>
    new Promise((resolve) => {
      resolve(handle(request, call));
    });
