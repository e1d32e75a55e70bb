/** Bytes that grow, in pieces that are never copied again: an array that doubles would take three times its size. */

const PIECE = 1024 * 1024

export class ByteStore {
  readonly #pieces: Uint8Array[] = []
  #used = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Returns the place by which the bytes are found again. */
  add(bytes: Uint8Array): { readonly piece: number; readonly at: number } {
    const last = this.#pieces.at(-1)
    if (last === undefined || last.length - this.#used < bytes.length) {
      this.#pieces.push(new Uint8Array(Math.max(PIECE, bytes.length)))
      this.#used = 0
    }
    const piece = this.#pieces.length - 1
    const at = this.#used
    this.#pieces[piece]?.set(bytes, at)
    this.#used += bytes.length
    this.#length += bytes.length
    return { piece, at }
  }

  piece(number: number): Uint8Array {
    return this.#pieces[number] ?? new Uint8Array()
  }
}
