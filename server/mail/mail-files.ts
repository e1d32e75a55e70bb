/**
 * The mails that this server wrote as files because it has no mail server: listed, read, deleted, and expired after
 * MAIL_FILES_DAYS. A name counts only if the folder lists it. docs/rules.md#mail-files
 */
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailFile } from '../../src/contract/administration/mail-files.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { mailHead } from './mail-text.ts'

type MailFileContext = Pick<AppContext, 'config' | 'now'>

const EVERY_MS = 3_600_000
/** A mail's headers are much shorter. */
const HEAD_BYTES = 8192

const folderOf = ({ config }: Pick<AppContext, 'config'>) => config.integrations.mailDir
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Returns what `read` resolves with; null where the file or the folder is gone. */
async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** The names of the files, the latest mail first. Links and folders are left out. */
export async function mailFileNames(context: Pick<AppContext, 'config'>): Promise<string[]> {
  const entries = await orNull(readdir(folderOf(context), { withFileTypes: true }))
  const names = (entries ?? []).filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
  return names.map(({ name }) => name).toSorted((one, other) => (one < other ? 1 : -1))
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The latest `most` files, and how many there are. */
export async function listMailFiles(
  context: Pick<AppContext, 'config'>,
  most: number,
): Promise<{ files: MailFile[]; total: number }> {
  const names = await mailFileNames(context)
  const files: MailFile[] = []
  for (const name of names.slice(0, most)) {
    const path = join(folderOf(context), name)
    const [stats, head] = [await orNull(stat(path)), await orNull(headOf(path))]
    if (stats === null || head === null) continue
    files.push({ name, ...mailHead(head), written_at: stats.mtime.toISOString(), size: stats.size })
  }
  return { files, total: names.length }
}

/** Returns the file; null for a name that the folder does not list. */
export async function readMailFile(
  context: Pick<AppContext, 'config'>,
  name: string,
): Promise<Buffer | null> {
  if (!(await mailFileNames(context)).includes(name)) return null
  return orNull(readFile(join(folderOf(context), name)))
}

interface ReadFile {
  readonly name: string
  readonly message: Buffer
  /** Distinguishes the file from a later one of the same name. */
  readonly key: string
}

/** Reads the files whose key is not in `besides`, one after the other. One that is gone meanwhile is left out. */
export async function* mailFiles(
  context: Pick<AppContext, 'config'>,
  besides: ReadonlySet<string>,
): AsyncGenerator<ReadFile> {
  for (const name of await mailFileNames(context)) {
    const path = join(folderOf(context), name)
    const stats = await orNull(stat(path))
    const key = `${name} ${stats?.mtimeMs}`
    if (stats === null || besides.has(key)) continue
    const message = await orNull(readFile(path))
    if (message !== null) yield { name, message, key }
  }
}

/** Returns how many of these names were files, which are gone now. */
export async function removeMailFiles(
  context: Pick<AppContext, 'config'>,
  names: readonly string[],
): Promise<number> {
  const wanted = new Set(names)
  const listed = (await mailFileNames(context)).filter((name) => wanted.has(name))
  for (const name of listed) await rm(join(folderOf(context), name), { force: true })
  return listed.length
}

/** Removes the files that were written before MAIL_FILES_DAYS. Returns how many. */
export async function expireMailFiles(context: MailFileContext): Promise<number> {
  const before = context.now() - context.config.integrations.mailFilesDays * DAY_MS
  const old: string[] = []
  for (const name of await mailFileNames(context)) {
    const stats = await orNull(stat(join(folderOf(context), name)))
    if (stats !== null && stats.mtimeMs < before) old.push(name)
  }
  return removeMailFiles(context, old)
}

/** Looks now and every hour, whether or not mails are files at present. Returns a function that stops it. */
export function keepExpiring(context: MailFileContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(EVERY_MS, () => expireMailFiles(context), watch)
}
