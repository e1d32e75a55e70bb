/** A database in another encoding than UTF8 can't keep every letter of a name, and sorts and folds them otherwise. */

import { sql } from 'kysely'
import { z } from 'zod'
import type { Store } from './store.ts'

const NEEDED = 'UTF8'
const encodingSchema = z.tuple([z.object({ encoding: z.string() })])

/** The name of the database's encoding, if it is another than the needed one; else null. */
export async function foreignEncoding({ db }: Pick<Store, 'db'>): Promise<string | null> {
  const { rows } = await sql`select current_setting('server_encoding') as encoding`.execute(db)
  const [{ encoding }] = encodingSchema.parse(rows)
  return encoding === NEEDED ? null : encoding
}

export const encodingWords = (encoding: string): string =>
  `O banco de DATABASE_URL está em ${encoding}, e o Farol precisa de UTF8.`
export const ENCODING_TO_DO =
  'Crie outro com createdb --encoding=UTF8 --template=template0, e leve os dados por uma cópia (npm run backup, npm run restore).'

/** Throws for a database in another encoding. */
export async function requireEncoding(store: Pick<Store, 'db'>): Promise<void> {
  const encoding = await foreignEncoding(store)
  if (encoding !== null) throw new Error(`${encodingWords(encoding)} ${ENCODING_TO_DO}`)
}
