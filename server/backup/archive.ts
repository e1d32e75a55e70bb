/** The file of a backup: a tar of gzip, encrypted on wish. It gets its name when it is whole. */
import { createReadStream, type ReadStream, type WriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { within } from '../base/within.ts'
import { codeOf } from '../db/transient.ts'
import { AGE_MAGIC, decrypted } from './encryption.ts'
import { type Add, type Limits, MODE, writeInto } from './flow.ts'
import { BackupRefused, ofTarget } from './refused.ts'
import { PART } from './retention.ts'
import { fromWeb, toWeb } from './streams.ts'

export interface Entry {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A target that hangs lets no file be removed: the next start does that. */
const DISCARD_MS = 5000

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function discard(file: WriteStream, handle: FileHandle, path: string): Promise<void> {
  file.destroy()
  await handle.close()
  await rm(path, { force: true })
}

/**
 * Writes what `produce` adds. Resolves with the file's size in bytes when it is complete and synced. When anything
 * fails, or the signal aborts, no file is left.
 */
export async function writeArchive(
  path: string,
  key: string | null,
  produce: (add: Add) => Promise<void>,
  limits: Limits = {},
): Promise<number> {
  const aside = path + PART
  await ofTarget(mkdir(dirname(path), { recursive: true, mode: 0o700 }))
  // A second backup of the same second is refused here, before it could touch the first.
  const handle = await ofTarget(open(aside, 'wx', MODE))
  const file = handle.createWriteStream()
  const place = async () => {
    await sync(aside)
    await rename(aside, path)
    await sync(dirname(path))
    return (await stat(path)).size
  }
  try {
    await writeInto(file, key, produce, limits)
    return await ofTarget(place())
  } catch (error) {
    await within(DISCARD_MS, discard(file, handle, aside), 'the target hangs').catch(() => {
      // The cause is thrown below. A remaining file is removed at the next start.
    })
    throw error
  }
}

const damaged = (path: string, cause: unknown) =>
  new BackupRefused(`A cópia ${path} está incompleta ou foi alterada. Nada foi restaurado.`, { cause })

/** Errors of the file system. Errors of damaged content have other codes. */
const isOfDisk = (error: unknown) => ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'EIO'].includes(codeOf(error))

async function firstBytes(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer: bytes } = await file.read(
      Buffer.alloc(AGE_MAGIC.length),
      0,
      AGE_MAGIC.length,
      0,
    )
    return bytes.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Ends both when one fails: a web stream that pipes into a torn one would wait for good. */
function piped(from: Readable, to: Transform): Transform {
  from.once('error', (error) => to.destroy(error))
  return from.pipe(to)
}

/** Yields the entries in their order. Throws a BackupRefused for a wrong key, and for a file that is cut off or changed. */
export async function* readArchive(path: string, key: string | null): AsyncGenerator<Entry> {
  let file: ReadStream | null = null
  try {
    const isEncrypted = (await firstBytes(path)) === AGE_MAGIC
    file = createReadStream(path)
    const zipped = isEncrypted ? fromWeb(await decrypted(toWeb(file), key)) : file
    const tar = toWeb(piped(zipped, createGunzip())).pipeThrough(createTarDecoder({ strict: true }))
    const entries = tar.getReader()
    for (let next = await entries.read(); !next.done; next = await entries.read())
      yield { name: next.value.header.name, bytes: await buffer(fromWeb(next.value.body)) }
  } catch (error) {
    if (error instanceof BackupRefused || isOfDisk(error)) throw error
    throw damaged(path, error)
  } finally {
    file?.destroy()
  }
}
