/** Storage of uploaded files. Today it is a folder; another storage implements this interface. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly path: string
  readonly modifiedMs: number
}

export interface FileStore {
  /** Resolves when all bytes are on the disk. An existing file is replaced. */
  save(path: string, bytes: Uint8Array): Promise<void>
  /** null: the file does not exist. */
  open(path: string): Promise<Readable | null>
  /** Does nothing when the file does not exist. */
  remove(path: string): Promise<void>
  /** Yields all files, including those of interrupted uploads. */
  list(): AsyncIterable<StoredFile>
}
