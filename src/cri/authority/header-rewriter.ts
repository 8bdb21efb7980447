// SPDX-License-Identifier: Apache-2.0
import { HeaderBlockDecoder, literalHeaderBlock } from './header-block.js';

const authority = 'localhost';

/** Gives a client's header blocks an `:authority` that Node accepts; leaves a valid one alone. */
export class HeaderRewriter {
  readonly #decoder = new HeaderBlockDecoder();
  #rewriting = false;

  /** From the first changed block on, all blocks are encoded anew: the two tables differ from then on. */
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
