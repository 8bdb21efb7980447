// SPDX-License-Identifier: Apache-2.0
import { HeaderBlockDecoder, literalHeaderBlock } from './header-block.js';

const authority = 'localhost';

/** Gives a client's header blocks an `:authority` that Node accepts, and leaves them alone while it already is. */
export class HeaderRewriter {
  readonly #decoder = new HeaderBlockDecoder();
  #rewriting = false;

  /** From the first block that has to change on, all are written anew: the two tables are no longer the same. */
  rewrite(block: Buffer): Buffer {
    const headers = this.#decoder.decode(block);
    this.#rewriting ||= headers.some(({ name, value }) => name === ':authority' && value !== authority);
    if (!this.#rewriting) return block;
    return literalHeaderBlock(
      headers.map((header) =>
        header.name === ':authority' ? { name: header.name, value: authority } : header,
      ),
    );
  }
}
