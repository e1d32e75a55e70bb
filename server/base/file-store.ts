/** Storage of uploaded files: a folder, or a bucket of an S3 service. */
import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly path: string
  readonly modifiedMs: number
}

/** The first byte and the last, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileStore {
  /** Resolves when all bytes are kept for good. An existing file is replaced: a reader sees the old or the new one. */
  save(path: string, bytes: Uint8Array): Promise<void>
  /** null: the file does not exist. The range lies within the file. The signal breaks off the wait for an answer. */
  open(path: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | null>
  /** Does nothing when the file does not exist. */
  remove(path: string): Promise<void>
  /** Yields all files, including the remains of interrupted uploads. */
  list(): AsyncIterable<StoredFile>
}

/** This server's user may not write into the folder. Nothing changes before its owner does. */
export class FilesDenied extends Error {
  override readonly name = 'FilesDenied'
}

/** The storage does not answer, or refuses this server. The call may succeed later. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
}
