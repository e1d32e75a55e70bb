/** Free space, rights and whether the server's folders take a file. */
import { randomUUID } from 'node:crypto'
import { access, constants, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { TargetFailed } from '../../backup/refused.ts'
import { FilesUnavailable } from '../../base/file-store.ts'
import { roomOf } from '../../base/free-space.ts'
import { isOpen } from '../../base/private-files.ts'
import { Refusal } from '../../context/refusal.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import { testFiles } from '../../integrations/files/test-files.ts'
import { type Found, good, notice, problem, sizeWords } from './found.ts'
import type { Grounds, Probe } from './probe.ts'

const GB = 1024 ** 3

/** A large disk that is nearly full still has room for years of a brokerage. */
const isNearlyFull = (free: number, share: number) => free < GB / 2 || (share < 0.02 && free < 5 * GB)
const isFilling = (free: number, share: number) => free < 2 * GB || (share < 0.1 && free < 20 * GB)

const modeOf = (folder: string) =>
  stat(folder).then(
    ({ mode }) => mode,
    () => null,
  )

/** The folder, or the nearest one above it that exists: before the first start there is none. */
async function nearest(folder: string): Promise<string> {
  const path = resolve(folder)
  const up = dirname(path)
  return up === path || (await modeOf(path)) !== null ? path : nearest(up)
}

const REFUSES = 'Libere espaço ou aumente o disco hoje: cheio, o Farol recusa o que os aparelhos enviam.'

/** A finding names a folder as people do; what to do names the variable. docs/operations.md#doctor */
const FOLDERS = { DATA_DIR: 'dados', FILES_DIR: 'arquivos', BACKUP_DIR: 'cópias' } as const
type Folder = keyof typeof FOLDERS

async function roomFound(key: string, variable: Folder, folder: string, hurry = REFUSES): Promise<Found> {
  const room = await roomOf(await nearest(folder))
  if (room === null)
    return good(key, `O sistema não informa o espaço livre da pasta de ${FOLDERS[variable]}.`)
  const { free, total } = room
  const share = total === 0 ? 1 : free / total
  const value = `${sizeWords(free)} (${Math.floor(share * 100)}%)`
  const room_ = `no disco da pasta de ${FOLDERS[variable]}`
  if (isNearlyFull(free, share)) return problem(key, `Quase não há espaço ${room_}.`, hurry, { value })
  if (isFilling(free, share))
    return notice(key, `O espaço está acabando ${room_}.`, 'Libere espaço ou aumente o disco.', { value })
  return good(key, `Há espaço livre ${room_}.`, { value })
}

/** A folder that exists takes a file; one that does not could be made. */
async function writeFound(key: string, variable: Folder, folder: string): Promise<Found> {
  const place = await nearest(folder)
  if (place !== resolve(folder)) {
    const mayMake = await access(place, constants.W_OK).then(
      () => true,
      () => false,
    )
    return mayMake
      ? good(key, `A pasta de ${FOLDERS[variable]} ainda não existe e pode ser criada.`)
      : problem(
          key,
          `A pasta de ${FOLDERS[variable]} não existe e este usuário não pode criá-la.`,
          `Crie a pasta e torne o usuário que executa o Farol o dono dela, ou mude ${variable}.`,
        )
  }
  const path = join(place, `.farol-${randomUUID()}`)
  try {
    await writeFile(path, 'farol', { mode: 0o600, flag: 'wx' })
    await rm(path)
    return good(key, `A pasta de ${FOLDERS[variable]} aceita arquivos.`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error
    await rm(path, { force: true }).catch(() => {
      // It could not be written, so it need not be removed.
    })
    return problem(
      key,
      `A pasta de ${FOLDERS[variable]} não aceita arquivos${code === '' ? '' : ` (${code})`}.`,
      `Torne o usuário que executa o Farol o dono da pasta de ${variable}, e confira se o disco está só para leitura.`,
    )
  }
}

async function modeFound(key: string, variable: Folder, folder: string): Promise<Found[]> {
  const mode = process.platform === 'win32' ? null : await modeOf(folder)
  if (mode === null) return []
  return isOpen(mode)
    ? [
        notice(
          key,
          `Outros usuários da máquina têm acesso à pasta de ${FOLDERS[variable]}.`,
          `Use em ${variable} uma pasta só do Farol, do usuário que o executa, e feche-a com chmod 700.`,
          { value: (mode & 0o777).toString(8) },
        ),
      ]
    : [good(key, `A pasta de ${FOLDERS[variable]} é só do Farol.`)]
}

/** FILES_DIR counts only where no bucket takes its place and it is not inside DATA_DIR, on the same disk. */
const hasOwnFiles = ({ config: { dataDir, integrations } }: Grounds) =>
  integrations.filesBucket === null && dirname(resolve(integrations.filesDir)) !== resolve(dataDir)

export const diskProbes: readonly Probe[] = [
  {
    group: 'disk',
    key: 'disk_data',
    about: 'o disco de dados',
    look: async ({ config: { dataDir } }) => [await roomFound('disk_data', 'DATA_DIR', dataDir)],
  },
  {
    group: 'disk',
    key: 'disk_data_writes',
    about: 'a pasta de dados',
    look: async ({ config: { dataDir } }) => [await writeFound('disk_data_writes', 'DATA_DIR', dataDir)],
  },
  {
    group: 'disk',
    key: 'disk_files',
    about: 'o disco de arquivos',
    look: async (grounds) =>
      hasOwnFiles(grounds)
        ? [await roomFound('disk_files', 'FILES_DIR', grounds.config.integrations.filesDir)]
        : [],
  },
  {
    group: 'access',
    key: 'modes_data',
    about: 'os direitos da pasta de dados',
    look: ({ config: { dataDir } }) => modeFound('modes_data', 'DATA_DIR', dataDir),
  },
  {
    group: 'access',
    key: 'modes_files',
    about: 'os direitos da pasta de arquivos',
    look: async ({ config: { integrations } }) =>
      integrations.filesBucket === null ? modeFound('modes_files', 'FILES_DIR', integrations.filesDir) : [],
  },
]

/** A backup on the disk of the data is lost with it. */
async function sameDiskFound(dir: string, dataDir: string): Promise<Found[]> {
  const key = 'backup_disk'
  const [backups, data] = [await stat(dir), await stat(await nearest(dataDir))]
  return backups.dev === data.dev
    ? [
        notice(
          key,
          'As cópias de segurança estão no mesmo disco que os dados: perdem-se juntos.',
          'Use em BACKUP_DIR uma pasta de outro disco ou de outra máquina. Se o outro disco devia estar ali, ele não está montado.',
        ),
      ]
    : [good(key, 'As cópias de segurança estão em outro disco que os dados.')]
}

const NO_BACKUP = 'Libere espaço ou aumente o disco hoje: cheio, a próxima cópia de segurança falha.'

/** A full folder of backups takes nothing from those who work. */
const notOfServer = (error: unknown) => {
  throw isDiskFull(error) ? new TargetFailed(error) : error
}

export const backupFolderProbe: Probe = {
  group: 'backup',
  key: 'backup_folder',
  about: 'a pasta de cópias',
  look: async ({ config }) => {
    const { dir, key } = config.backup
    if (dir === null) return []
    if ((await modeOf(dir)) === null)
      return [
        problem(
          'backup_folder',
          'A pasta de cópias não existe: nenhuma cópia é feita.',
          'Se ela está em outro disco, monte-o. Senão, crie a pasta, do usuário que executa o Farol.',
          { value: dir },
        ),
      ]
    return [
      ...(await sameDiskFound(dir, config.dataDir)),
      await writeFound('backup_folder', 'BACKUP_DIR', dir).catch(notOfServer),
      await roomFound('disk_backup', 'BACKUP_DIR', dir, NO_BACKUP),
      ...(await modeFound('modes_backup', 'BACKUP_DIR', dir)),
      key === null
        ? notice(
            'backup_key',
            'As cópias de segurança não são cifradas.',
            'Defina BACKUP_KEY e guarde a chave em outro lugar: quem lê a pasta lê os dados de todas as pessoas.',
          )
        : good('backup_key', 'As cópias de segurança são cifradas.'),
    ]
  },
}

export const filesProbe: Probe = {
  group: 'files',
  key: 'files',
  about: 'o armazenamento de arquivos',
  limitMs: 8000,
  keptMs: HOUR_MS,
  look: async ({ config, integrations: { files } }) => {
    const { filesBucket, filesDir } = config.integrations
    // A probe makes no folder before the first file does.
    if (filesBucket === null && (await modeOf(filesDir)) === null)
      return [await writeFound('files', 'FILES_DIR', filesDir)]
    const place = filesBucket === null ? 'A pasta de arquivos' : `O bucket ${filesBucket.bucket}`
    try {
      await testFiles(files)
      return [good('files', `${place} guardou, devolveu e apagou um arquivo de teste.`)]
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof FilesUnavailable || filesBucket === null))
        throw error
      if (filesBucket === null && error instanceof Error && 'code' in error && error.code === 'ENOSPC')
        throw error
      return [
        problem(
          'files',
          `${place} não guardou e devolveu um arquivo de teste.`,
          filesBucket === null
            ? 'Torne o usuário que executa o Farol o dono da pasta de FILES_DIR e do que há nela.'
            : 'Confira FILES_URL, as variáveis AWS_… e os direitos da chave no bucket. Até lá os arquivos ficam nos aparelhos.',
        ),
      ]
    }
  },
}
