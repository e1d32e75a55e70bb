/** Failures of a backup or a restore, as sentences for the operator. */
import { isDatabaseGone } from '../db/database-gone.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { codeOf } from '../db/transient.ts'
import { FilesUnavailable } from '../integrations/files/file-store.ts'

/** Its message is the sentence. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

const pathOf = (error: unknown): string =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? ` (${error.path})` : ''

const BY_CODE: Readonly<Record<string, string>> = {
  EDQUOT: 'não há espaço em disco',
  EACCES: 'sem permissão',
  EPERM: 'sem permissão',
  EROFS: 'o disco não aceita escrita',
  ENOENT: 'o arquivo ou a pasta não existe',
  ENOTDIR: 'o caminho não é uma pasta',
  EISDIR: 'o caminho é uma pasta, não um arquivo',
  EEXIST: 'já existe um arquivo com este nome',
  EIO: 'o disco falhou',
  '28P01': 'o PostgreSQL recusou o usuário ou a senha de DATABASE_URL',
  '28000': 'o PostgreSQL recusou o usuário de DATABASE_URL',
  '3D000': 'o banco de dados de DATABASE_URL não existe: crie-o com createdb',
  '42501': 'o usuário de DATABASE_URL não tem os direitos de dono deste banco',
}

const capitalised = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** One sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupRefused) return error.message
  if (isDiskFull(error)) return `Não há espaço em disco${pathOf(error)}.`
  if (error instanceof FilesUnavailable)
    return 'O bucket de FILES_URL não respondeu ou recusou este servidor.'
  if (isDatabaseGone(error)) return 'O banco de dados não responde.'
  const known = BY_CODE[codeOf(error)]
  if (known !== undefined) return `${capitalised(known)}${pathOf(error)}.`
  return capitalised(error instanceof Error ? error.message : String(error))
}
