/** The server's file store: whole files or none, as the folder has them; the server may die right before or after it keeps one. */
import { Readable } from 'node:stream'
import type { FileStore, StoredFile } from '../../../server/integrations/files/file-store.ts'
import type { Witness } from './witness.ts'

export class SimFiles implements FileStore {
  /** By path. */
  readonly kept = new Map<string, Uint8Array>()
  /** Where the server dies in the next saving; null: it lives. */
  diesAt: 'before' | 'after' | null = null
  readonly #witness: Witness

  constructor(witness: Witness) {
    this.#witness = witness
  }

  /** The paths at which this file lies. */
  pathsOf(uid: string): string[] {
    return [...this.kept.keys()].filter((path) => path.includes(uid))
  }

  async save(path: string, bytes: Uint8Array): Promise<void> {
    this.#step('before')
    this.kept.set(path, Uint8Array.from(bytes))
    this.#step('after')
  }

  #step(place: 'before' | 'after'): void {
    if (this.diesAt === place) this.#witness.dieIn(0)
    this.#witness.step()
  }

  async open(path: string): Promise<Readable | null> {
    const bytes = this.kept.get(path)
    return bytes === undefined ? null : Readable.from([Buffer.from(bytes)])
  }

  async remove(path: string): Promise<void> {
    this.kept.delete(path)
  }

  async *list(): AsyncIterable<StoredFile> {
    for (const path of this.kept.keys()) yield { path, modifiedMs: 0 }
  }
}
