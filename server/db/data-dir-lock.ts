/**
 * One process at a time on a data folder: a second PGlite would open it without an error and corrupt it.
 * The lock is a socket that the system frees when the process dies, however it dies; a pid file says who has it.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class DataDirInUse extends Error {
  readonly code = 'data_dir_in_use'
}

/** Linux has sockets without a file; elsewhere a file in the temporary folder, removed when stale. */
function socketName(path: string): string {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32)
  return process.platform === 'linux' ? `\0farol-${hash}` : join(tmpdir(), `farol-${hash}.sock`)
}

function listen(server: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(name, () => resolve(true))
  })
}

/** Takes the folder, creating it; resolves with the release. Throws {@link DataDirInUse} when another process has it. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const path = await realpath(dataDir)
  const pidFile = join(path, 'farol.pid')
  const server = createServer((socket) => socket.destroy())
  server.unref()
  if (!(await listen(server, socketName(path)))) {
    const pid = await readFile(pidFile, 'utf8').catch(() => '?')
    throw new DataDirInUse(
      `A pasta de dados ${path} já está em uso pelo processo ${pid.trim()}. Encerre-o ou escolha outra pasta com DATA_DIR.`,
    )
  }
  await writeFile(pidFile, `${process.pid}\n`)
  return async () => {
    await rm(pidFile, { force: true })
    await new Promise((resolve) => server.close(resolve))
  }
}
