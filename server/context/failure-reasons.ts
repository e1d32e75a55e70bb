/** What a failure of the system or of PostgreSQL means to the person who runs Farol. */

import { codeOf } from '../db/transient.ts'

/** By error code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'a porta já está em uso. Escolha outra com PORT.',
  EADDRNOTAVAIL: 'este computador não tem o endereço de HOST.',
  EROFS: 'a pasta de DATA_DIR não aceita escrita.',
  ENOSPC: 'não há espaço em disco.',
  '53100': 'não há espaço no disco do banco de dados.',
  ECONNREFUSED: 'o PostgreSQL de DATABASE_URL não responde.',
  ENOTFOUND: 'o servidor de DATABASE_URL não foi encontrado.',
  '53300': 'o PostgreSQL não aceita mais conexões. Aumente max_connections, ou pare o que as usa.',
  '57P03': 'o PostgreSQL ainda está iniciando, ou está parando. Espere um minuto e repita.',
  '28P01': 'o PostgreSQL recusou o usuário ou a senha de DATABASE_URL.',
  '28000': 'o PostgreSQL recusou o usuário de DATABASE_URL.',
  '3D000': 'o banco de dados de DATABASE_URL não existe. Crie-o com createdb.',
  '42501': 'o usuário de DATABASE_URL não pode criar tabelas neste banco.',
}

const DENIED: readonly string[] = ['EACCES', 'EPERM']

/** What this user may not do: a port below 1024, or a file or folder of another user. */
function deniedReason(error: unknown): string {
  const isPort = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  if (isPort) return 'sem permissão para usar esta porta. Escolha com PORT uma acima de 1023.'
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null
  return path === null
    ? 'sem permissão para usar uma das pastas do Farol (DATA_DIR, FILES_DIR).'
    : `sem permissão para usar ${path}. Torne o usuário que executa o Farol o dono dela.`
}

/** Returns a sentence, or null for an error that has none. */
export const knownFailure = (error: unknown): string | null =>
  DENIED.includes(codeOf(error)) ? deniedReason(error) : (REASONS[codeOf(error)] ?? null)

/** Returns a sentence, else the error's message. */
export const explainFailure = (error: unknown): string =>
  knownFailure(error) ?? (error instanceof Error ? error.message : String(error))
