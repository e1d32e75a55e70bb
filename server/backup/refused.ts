/** Failures of a backup or a restore, as sentences for the operator. */

import { withCapital } from '../../src/domain/text/capital.ts'
import { FilesUnavailable } from '../base/file-store.ts'
import { explainFailure } from '../context/failure-reasons.ts'
import { isDatabaseGone } from '../db/database-gone.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { codeOf } from '../db/transient.ts'

/** Its message is the sentence. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** The place that takes the backup failed. It says nothing about the server, which works on without it. */
export class TargetFailed extends Error {
  override readonly name = 'TargetFailed'

  constructor(cause: unknown) {
    super('the target of the backup failed', { cause })
  }
}

/** Resolves as `work` does. Its failure is one of the target. */
export const ofTarget = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw new TargetFailed(error)
  })

/** Returns the errors in it that say something about the server. Errors of a target do not. */
export const ofServer = (error: unknown): unknown[] => {
  if (error instanceof TargetFailed) return []
  return error instanceof AggregateError ? [...error.errors, error.cause].flatMap(ofServer) : [error]
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

/** One sentence; null for an error that has none. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof BackupRefused) return error.message
  if (error instanceof TargetFailed || error instanceof AggregateError) return sentenceOf(error.cause)
  if (isDiskFull(error)) return `Não há espaço em disco${pathOf(error)}.`
  if (error instanceof FilesUnavailable)
    return 'O bucket de FILES_URL não respondeu ou recusou este servidor.'
  if (isDatabaseGone(error)) return 'O banco de dados não responde.'
  const known = BY_CODE[codeOf(error)]
  return known === undefined ? null : `${withCapital(known)}${pathOf(error)}.`
}

const UNKNOWN = 'A cópia falhou: veja o registro (log) do servidor.'

/** One sentence. It never has the message of a foreign error, which may name a key or a path to strangers. */
export const reasonOf = (error: unknown): string => sentenceOf(error) ?? UNKNOWN

/** The same for the terminal of an operator, who has no other log: an unknown error is shown there as it is. */
export const reasonAtTerminal = (error: unknown): string =>
  sentenceOf(error) ?? withCapital(explainFailure(error))
