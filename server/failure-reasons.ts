/** What a failure of the system or of PostgreSQL means to the person who runs Farol. */

import { codeOf } from './db/transient.ts'

/** By error code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'a porta já está em uso. Escolha outra com PORT.',
  EADDRNOTAVAIL: 'este computador não tem o endereço de HOST.',
  EACCES: 'sem permissão para usar esta porta ou pasta (PORT, DATA_DIR).',
  EROFS: 'a pasta de DATA_DIR não aceita escrita.',
  ENOSPC: 'não há espaço em disco.',
  '53100': 'não há espaço no disco do banco de dados.',
  ECONNREFUSED: 'o PostgreSQL de DATABASE_URL não responde.',
  ENOTFOUND: 'o servidor de DATABASE_URL não foi encontrado.',
  '28P01': 'o PostgreSQL recusou o usuário ou a senha de DATABASE_URL.',
  '28000': 'o PostgreSQL recusou o usuário de DATABASE_URL.',
  '3D000': 'o banco de dados de DATABASE_URL não existe. Crie-o com createdb.',
  '42501': 'o usuário de DATABASE_URL não pode criar tabelas neste banco.',
}

/** Returns a sentence, or null for an error that has none. */
export const knownFailure = (error: unknown): string | null => REASONS[codeOf(error)] ?? null

/** Returns a sentence, else the error's message. */
export const explainFailure = (error: unknown): string =>
  knownFailure(error) ?? (error instanceof Error ? error.message : String(error))
