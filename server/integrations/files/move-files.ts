/**
 * Copies all files of one store into another and compares what arrived by its hash. A file that is there already and the
 * same is not sent again, so the copy can be repeated, and goes on where it broke off.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type FileStore, FilesUnavailable } from '../../base/file-store.ts'

export interface Moved {
  readonly copied: number
  /** There before, with the same bytes. */
  readonly present: number
  /** Bytes of both. */
  readonly bytes: number
  /** Remains of interrupted uploads, which are not needed. */
  readonly remains: number
  /** Paths that are not the same in both stores. */
  readonly failed: readonly string[]
}

/** Copies at a time. */
const LANES = 4

const REMAINS = '.part'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function read(store: FileStore, path: string): Promise<Buffer | null> {
  const file = await store.open(path)
  return file === null ? null : buffer(file)
}

/** Leaves `from` as it is. `note` is called for each file. */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  note: (path: string) => void = () => {},
): Promise<Moved> {
  const paths: string[] = []
  let remains = 0
  for await (const { path } of from.list())
    if (path.endsWith(REMAINS)) remains++
    else paths.push(path)
  const failed: string[] = []
  let [copied, present, bytes] = [0, 0, 0]

  async function isSame(path: string, hash: string): Promise<boolean> {
    const kept = await read(to, path)
    return kept !== null && hashOf(kept) === hash
  }

  async function copy(path: string): Promise<void> {
    const file = await read(from, path)
    // Swept or erased since the list was read.
    if (file === null) return
    const hash = hashOf(file)
    if (await isSame(path, hash)) present++
    else {
      await to.save(path, file)
      if (!(await isSame(path, hash))) {
        failed.push(path)
        return
      }
      copied++
    }
    bytes += file.length
    note(path)
  }

  async function lane(): Promise<void> {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      try {
        await copy(path)
      } catch (error) {
        // A file that cannot be copied does not stop the others.
        if (!(error instanceof FilesUnavailable) && !isFileError(error)) throw error
        failed.push(path)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { copied, present, bytes, remains, failed: failed.toSorted() }
}

/** An error of the file system or of a connection. */
const isFileError = (error: unknown) => error instanceof Error && 'code' in error
