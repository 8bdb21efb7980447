// SPDX-License-Identifier: Apache-2.0
import { Client, credentials } from '@grpc/grpc-js';

const asIs = (bytes: Buffer): Buffer => bytes;

/** Whether a method answers an empty request, for services whose messages we need not read. */
export function answersEmpty(path: string, method: string, deadlineMs: number): Promise<boolean> {
  const client = new Client(`unix:${path}`, credentials.createInsecure());
  return new Promise((resolve) => {
    const deadline = Date.now() + deadlineMs;
    client.makeUnaryRequest(method, asIs, asIs, Buffer.alloc(0), { deadline }, (error) => {
      client.close();
      resolve(error === null);
    });
  });
}
