/**
 * Locks a data folder for one process. A second PGlite would open the folder without an error and corrupt it. The system
 * frees both locks even when the process crashes. A pid file names the holder.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirInUse extends Error {
  readonly code = 'data_dir_in_use'
}

/** The file system of the folder has no locks. */
export class DataDirCannotLock extends Error {}

type Unlock = () => Promise<void>

/**
 * The lock of earlier versions, which an upgrade may still find running beside it. Linux alone has sockets without a file,
 * and each container has its own. Returns null when another process holds it.
 */
async function takeSocket(path: string): Promise<Unlock | null> {
  if (process.platform !== 'linux') return async () => {}
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32)
  const server = createServer((socket) => socket.destroy())
  server.unref()
  const isFree = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(`\0farol-${hash}`, () => resolve(true))
  })
  return isFree ? () => new Promise((resolve) => server.close(() => resolve())) : null
}

const LOCK_FILE = 'farol.lock'
const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14

/** SQLite would let the umask decide who may read it. An existing file is not opened. */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** The primary code of SQLite's refusal; null for another error. */
const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null

/**
 * Node has no file locks of its own, so an empty SQLite database holds one. It counts between containers and through
 * other mounts of the folder. A process that opens and closes the file by other means loses its lock, and deleting the
 * file lets a second process in. Returns null when another process holds it.
 */
function takeFile(path: string): Unlock | null {
  const file = join(path, LOCK_FILE)
  createPrivately(file)
  let lock: DatabaseSync | null = null
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock?.close()
    if (sqliteCode(error) === SQLITE_BUSY) return null
    if (sqliteCode(error) === SQLITE_CANTOPEN)
      throw new DataDirCannotLock(
        `O arquivo ${file} não pode ser aberto por este usuário. Mude o dono da pasta de DATA_DIR e do que há nela para ` +
          'o usuário que executa o Farol.',
        { cause: error },
      )
    if (sqliteCode(error) === SQLITE_FULL)
      throw new DataDirCannotLock(`Não há espaço em disco na pasta de dados ${path}.`, { cause: error })
    throw new DataDirCannotLock(
      `A pasta de dados ${path} não aceita travas de arquivo, sem as quais dois processos estragariam o banco. ` +
        'Escolha com DATA_DIR uma pasta num disco local.',
      { cause: error },
    )
  }
  const held = lock
  return async () => held.close()
}

async function takeBoth(path: string): Promise<Unlock | null> {
  const freeSocket = await takeSocket(path)
  if (freeSocket === null) return null
  try {
    const freeFile = takeFile(path)
    if (freeFile !== null)
      return async () => {
        await freeFile()
        await freeSocket()
      }
  } catch (error) {
    await freeSocket()
    throw error
  }
  await freeSocket()
  return null
}

/**
 * Creates the folder if needed and locks it. Returns a function that releases the lock. Throws {@link DataDirInUse}
 * when another process holds it, {@link DataDirCannotLock} when none can.
 */
export async function lockDataDir(dataDir: string): Promise<Unlock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = await realpath(dataDir)
  const pidFile = join(path, 'farol.pid')
  const unlock = await takeBoth(path)
  if (unlock === null) {
    const pid = await readFile(pidFile, 'utf8').catch(() => '?')
    throw new DataDirInUse(
      `A pasta de dados ${path} já está em uso pelo processo ${pid.trim()}. ` +
        'Encerre-o ou escolha outra pasta com DATA_DIR.',
    )
  }
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return async () => {
    await rm(pidFile, { force: true })
    await unlock()
  }
}
