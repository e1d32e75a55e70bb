/** Writes a zip entry by entry, in bounded memory. yazl writes more than 4 GB and 65,535 entries, fflate does not. */
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

const LEVEL = 4

export class ZipWriter {
  readonly #zip = new ZipFile()
  readonly #moment: Date
  readonly #signal: AbortSignal
  readonly #file: FileHandle
  readonly #failed = new AbortController()
  readonly #written: Promise<void>

  constructor(file: FileHandle, moment: Date, signal: AbortSignal) {
    this.#moment = moment
    this.#signal = signal
    this.#file = file
    this.#written = pipeline(this.#zip.outputStream, (chunks) => file.writeFile(chunks), {
      signal: this.#failed.signal,
    })
    // `add` and `finish` throw what this one rejects with.
    this.#written.catch(() => {})
  }

  /** Adds an entry and reads its content to the end. `packs`: it is worth compressing. */
  async add(name: string, content: AsyncIterable<Uint8Array>, packs = true): Promise<void> {
    const input = Readable.from(this.#untilAborted(content), { objectMode: false })
    // yazl keeps the callback of each entry to the end: it must not hold the content, or memory grows with each file.
    const held = [input]
    const options = { mtime: this.#moment, compressionLevel: packs ? LEVEL : 0 }
    this.#zip.addReadStreamLazy(name, options, (give) => {
      for (const each of held) give(null, each)
    })
    const read = finished(input)
    try {
      await Promise.race([read, this.#written])
    } catch (error) {
      input.destroy()
      await this.abandon()
      throw error
    } finally {
      held.length = 0
    }
  }

  async *#untilAborted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#signal.throwIfAborted()
      yield chunk
    }
  }

  /** Ends the writing of a zip that stays unfinished: the file can be closed then. */
  async abandon(): Promise<void> {
    // yazl itself waits for ever for a content that fails.
    this.#failed.abort()
    await Promise.allSettled([this.#written])
  }

  /** Writes the list of the entries. Returns the size of the zip. */
  async finish(): Promise<number> {
    this.#zip.end()
    await this.#written
    return (await this.#file.stat()).size
  }
}
