/** Reads the entries of a zip on the disk, in any order and in bounded memory. */
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** The file is no zip, or is damaged. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip'
}

export interface Zip {
  /** Of its entries. */
  readonly names: readonly string[]
  /** Yields the content. Throws a BrokenZip for an entry that is missing, or is not what the list of entries says. */
  read(name: string): AsyncGenerator<Uint8Array>
}

/** An error of the file system names the call that failed. */
const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error

const asBroken = (error: unknown) =>
  error instanceof BrokenZip || isOfSystem(error)
    ? error
    : new BrokenZip('the zip is damaged', { cause: error })

const opened = (path: string): Promise<ZipFile> =>
  openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw asBroken(error)
  })

async function entriesOf(path: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const zip = await opened(path)
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    throw asBroken(error)
  } finally {
    zip.close()
  }
  return entries
}

/** Reads the list of the entries. Throws a BrokenZip, or the error of the disk. */
export async function openZip(path: string): Promise<Zip> {
  const entries = await entriesOf(path)

  async function* readEntry(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name)
    if (entry === undefined) throw new BrokenZip(`no entry ${name}`)
    const zip = await opened(path)
    try {
      let crc = 0
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        const bytes: Uint8Array = chunk
        crc = crc32(bytes, crc)
        yield bytes
      }
      // yauzl compares the sizes, but not the sum.
      if (crc !== entry.crc32) throw new BrokenZip(`${name} has another sum`)
    } catch (error) {
      throw asBroken(error)
    } finally {
      zip.close()
    }
  }
  return { names: [...entries.keys()], read: readEntry }
}
