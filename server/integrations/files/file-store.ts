/** Where uploaded files lie: a folder. Whoever needs another place writes a second maker of this interface. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly path: string
  readonly modifiedMs: number
}

export interface FileStore {
  /** Once it resolves the bytes are on the disk, whole. The same path again replaces them. */
  save(path: string, bytes: Uint8Array): Promise<void>
  /** null when there is no such file. */
  open(path: string): Promise<Readable | null>
  /** No error when it is gone already. */
  remove(path: string): Promise<void>
  /** Everything that lies there, the remains of broken-off uploads among it. */
  list(): AsyncIterable<StoredFile>
}
