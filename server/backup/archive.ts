/** The file of a backup: a tar of gzip, encrypted on wish. It is written beside and renamed, so that a name is a whole file. */
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { codeOf } from '../db/transient.ts'
import { AGE_MAGIC, decrypted, encrypted } from './encryption.ts'
import { BackupRefused } from './refused.ts'
import { PART } from './retention.ts'
import { fromWeb, toWeb } from './streams.ts'

export interface Entry {
  readonly name: string
  readonly bytes: Uint8Array
}

type Add = (name: string, bytes: Uint8Array) => Promise<void>

/** Faster than the usual 6, and a tenth larger: the machine has other work. */
const LEVEL = 4
/** For the owner alone. */
const MODE = 0o600

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes what `produce` adds. Resolves with the file's bytes when it lies there whole and synced. When anything fails, or
 * the signal aborts, no file is left.
 */
export async function writeArchive(
  path: string,
  key: string | null,
  produce: (add: Add) => Promise<void>,
): Promise<number> {
  const aside = path + PART
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { readable, controller } = createTarPacker()
  const add: Add = async (name, bytes) => {
    const header = { name, size: bytes.length, mode: MODE, mtime: new Date(), type: 'file' } as const
    const entry = controller.add(header).getWriter()
    if (bytes.length > 0) await entry.write(bytes)
    await entry.close()
  }
  const fill = async () => {
    try {
      await produce(add)
      controller.finalize()
    } catch (error) {
      controller.error(error)
      throw error
    }
  }
  // A second backup of the same second is refused here, before it could touch the first.
  const handle = await open(aside, 'wx', MODE)
  const drain = async () => {
    const file = handle.createWriteStream()
    const zip = createGzip({ level: LEVEL })
    if (key === null) return pipeline(fromWeb(readable), zip, file)
    const zipping = pipeline(fromWeb(readable), zip)
    const writing = pipeline(fromWeb(await encrypted(toWeb(zip), key)), file)
    await Promise.all([writing, zipping])
  }
  try {
    const [filled, drained] = await Promise.allSettled([fill(), drain()])
    // A producer that fails tears the pipe, and a torn pipe makes the producer fail: the first cause is told.
    if (drained.status === 'rejected') throw drained.reason
    if (filled.status === 'rejected') throw filled.reason
    await sync(aside)
    await rename(aside, path)
    await sync(dirname(path))
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  return (await stat(path)).size
}

const damaged = (path: string, cause: unknown) =>
  new BackupRefused(`A cópia ${path} está incompleta ou foi alterada. Nada foi restaurado.`, { cause })

/** Errors of the file system; those of a damaged content have codes of their own. */
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
