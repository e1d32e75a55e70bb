/**
 * The file of revocations, beside the database. Several processes may append to it: each append is one write. A line is on
 * the disk before its act is committed. docs/rules.md#revocations
 */
import { type FileHandle, mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../transient.ts'
import { type Kept, keptIn, type Line, NOTHING, TORN, textOf } from './lines.ts'

export const REVOCATIONS = 'revocations'

export const revocationsFile = (dataDir: string): string => join(dataDir, REVOCATIONS)

/** The act is refused: a restore would take it back. */
export class RevocationsUnwritable extends Error {
  override readonly name = 'RevocationsUnwritable'
  readonly code: string
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(`o arquivo de revogações ${path} não pode ser lido ou escrito`, { cause })
    this.code = codeOf(cause)
    this.path = path
  }
}

const LINE_END = '\n'.charCodeAt(0)

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return bytesRead === 0 ? undefined : buffer[0]
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Resolves when the lines are on the disk. */
async function append(path: string, lines: readonly Line[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    // A full disk or a killed process leaves a part of a line, whose act was not committed.
    const isTorn = size > 0 && (await lastByte(file, size)) !== LINE_END
    const bytes = Buffer.from(`${isTorn ? `${TORN}\n` : ''}${textOf(lines)}`)
    const { bytesWritten } = await file.write(bytes)
    if (bytesWritten < bytes.length) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    await file.datasync()
    if (size === 0) await syncFolder(path)
  } finally {
    await file.close()
  }
}

/** Appends one after the other: of two at once the second would take the first one's part for a torn line. */
export class RevocationsFile {
  readonly path: string
  #last: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.path = path
  }

  /** Throws RevocationsUnwritable. */
  append(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return Promise.resolve()
    const appended = this.#last.then(() => append(this.path, lines))
    this.#last = appended.catch(() => {
      // Its caller has the error.
    })
    return appended.catch((error: unknown) => {
      throw new RevocationsUnwritable(this.path, error)
    })
  }

  /** Throws RevocationsUnwritable where it can't be read. */
  async read(installation: string): Promise<Kept> {
    try {
      return keptIn(await readFile(this.path, 'utf8'), installation)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return NOTHING
      throw new RevocationsUnwritable(this.path, error)
    }
  }

  /** Bytes; 0: there is no file. */
  async size(): Promise<number> {
    try {
      return (await stat(this.path)).size
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 0
      throw error
    }
  }
}
