/**
 * How `npm run backup` reaches the server that holds the embedded database: through a socket in DATA_DIR, which only the
 * server's own user may open. It answers a line with a line.
 */
import { closeSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { codeOf } from '../db/transient.ts'
import { type Made } from './make.ts'
import { BackupRefused, reasonOf } from './refused.ts'

const NAME = 'farol.sock'
/** Bytes. Linux has no room for more in the address of a socket. */
const LONGEST = 107

const requestSchema = z.strictObject({ dir: z.string(), key: z.string().nullable() })
export type BackupRequest = z.infer<typeof requestSchema>

const madeSchema = z.object({
  file: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  missing: z.number(),
  keyed: z.number(),
}) satisfies z.ZodType<Made>
const answerSchema = z.union([z.object({ made: madeSchema }), z.object({ refused: z.string() })])
type Answer = z.infer<typeof answerSchema>

/** Runs `work` with an address of the socket that is short enough. */
async function withAddress<Result>(
  dataDir: string,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const path = join(dataDir, NAME)
  if (Buffer.byteLength(path) <= LONGEST) return work(path)
  const folder = openSync(dataDir, 'r')
  try {
    return await work(`/proc/self/fd/${folder}/${NAME}`)
  } finally {
    closeSync(folder)
  }
}

const MOST = 10_000

function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = ''
    socket.on('data', (chunk: Buffer) => {
      read += chunk.toString()
      if (read.includes('\n')) resolve(read.slice(0, read.indexOf('\n')))
      else if (read.length > MOST) reject(new Error('the request for a backup is too long'))
    })
    socket.once('close', () => reject(new Error('the request for a backup broke off')))
  })
}

/** Where there can be none the server works without: `npm run backup` then asks for it to be stopped. */
const NO_SOCKET = 'no socket for npm run backup in DATA_DIR'

/**
 * Answers requests until the returned function is called, which waits for the running ones. The caller holds the lock
 * of `dataDir`. If no socket can be made, it warns and answers no requests.
 */
export async function answerRequests(
  dataDir: string,
  make: (request: BackupRequest) => Promise<Made>,
  warn: (error: unknown) => void,
): Promise<() => Promise<void>> {
  // Windows has no such sockets in folders.
  if (process.platform === 'win32') return () => Promise.resolve()
  const open = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const answer = async (socket: Socket) => {
    const request = requestSchema.parse(JSON.parse(await firstLine(socket)))
    const said = await make(request).then(
      (made): Answer => ({ made }),
      (error: unknown): Answer => {
        warn(error)
        return { refused: reasonOf(error) }
      },
    )
    socket.end(`${JSON.stringify(said)}\n`)
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A caller that is gone needs no answer.
    socket.on('error', () => {})
    const answered = answer(socket)
      .catch((error: unknown) => {
        warn(error)
        socket.destroy()
      })
      .finally(() => running.delete(answered))
    running.add(answered)
  })
  try {
    // A killed server leaves its socket behind.
    await rm(join(dataDir, NAME), { force: true })
    await withAddress(
      dataDir,
      (address) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(address, resolve)
        }),
    )
  } catch (error) {
    warn(new Error(NO_SOCKET, { cause: error }))
    return () => Promise.resolve()
  }
  server.on('error', warn)
  return async () => {
    for (const socket of open) socket.destroy()
    await Promise.all(running)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await rm(join(dataDir, NAME), { force: true })
  }
}

const BROKEN = 'O servidor parou antes de terminar a cópia.'

/** Asks the server that holds the folder. Returns null where none answers there. */
export async function askForBackup(dataDir: string, request: BackupRequest): Promise<Made | null> {
  const answer = await withAddress(dataDir, async (address) => {
    const socket = connect(address)
    socket.write(`${JSON.stringify(request)}\n`)
    return text(socket)
  }).catch((error: unknown) => {
    if (['ENOENT', 'ECONNREFUSED', 'EACCES'].includes(codeOf(error))) return null
    throw error
  })
  if (answer === null) return null
  if (answer.trim() === '') throw new BackupRefused(BROKEN)
  const read = answerSchema.parse(JSON.parse(answer))
  if ('refused' in read) throw new BackupRefused(read.refused)
  return read.made
}
