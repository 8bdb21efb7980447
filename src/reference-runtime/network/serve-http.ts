// SPDX-License-Identifier: Apache-2.0
import { createServer } from 'node:http';

/** Undefined: there is no such page. */
export type PageAt = (path: string) => Buffer | undefined;

/** Serves until the signal aborts; returns an errno if it cannot listen. */
export function serveHttp(
  at: { readonly host: string; readonly port: number },
  page: PageAt,
  signal: AbortSignal,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer(({ url = '/' }, response) => {
      const found = ignoringErrors(() => page(decodeURI(url.replace(/\?.*$/, ''))));
      response.writeHead(found === undefined ? 404 : 200, { connection: 'close' }).end(found);
    });
    server.on('error', ({ errno }: NodeJS.ErrnoException) => {
      resolve(Math.abs(errno ?? 1));
    });
    server.listen(at, () => {
      if (signal.aborted) server.close();
      resolve(undefined);
    });
    signal.addEventListener('abort', () => {
      server.close();
      server.closeAllConnections();
    });
  });
}

/** An invalid address or an unreadable file is a missing page. */
function ignoringErrors(find: () => Buffer | undefined): Buffer | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
