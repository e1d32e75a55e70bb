/**
 * Locks a data folder for one process. A second PGlite would open the folder without an error and corrupt it. The
 * lock is a socket, which the system frees even when the process crashes. A pid file names the holder.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class DataDirInUse extends Error {
  readonly code = 'data_dir_in_use'
}

const WITHOUT_FILE = process.platform === 'linux'

/** Linux has sockets without a file. Elsewhere the socket is a temporary file, which a killed process leaves behind. */
function socketName(path: string): string {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32)
  return WITHOUT_FILE ? `\0farol-${hash}` : join(tmpdir(), `farol-${hash}.sock`)
}

function listen(server: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error)
    server.once('error', failed)
    server.listen(name, () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

/** True when no process answers on the socket: its file is left over. */
function isStale(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name)
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}

async function take(server: Server, name: string): Promise<boolean> {
  if (await listen(server, name)) return true
  if (WITHOUT_FILE || !(await isStale(name))) return false
  await rm(name, { force: true })
  return listen(server, name)
}

/**
 * Creates the folder if needed and locks it. Returns a function that releases the lock. Throws {@link DataDirInUse}
 * when another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = await realpath(dataDir)
  const pidFile = join(path, 'farol.pid')
  const server = createServer((socket) => socket.destroy())
  server.unref()
  if (!(await take(server, socketName(path)))) {
    const pid = await readFile(pidFile, 'utf8').catch(() => '?')
    throw new DataDirInUse(
      `A pasta de dados ${path} já está em uso pelo processo ${pid.trim()}. ` +
        'Encerre-o ou escolha outra pasta com DATA_DIR.',
    )
  }
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return async () => {
    await rm(pidFile, { force: true })
    await new Promise((resolve) => server.close(resolve))
  }
}
