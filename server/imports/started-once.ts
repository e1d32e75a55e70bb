/** The start of an import, once for each Idempotency-Key: docs/rules.md#sent-again */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/database.ts'
import type { Store } from '../db/store.ts'
import { madeBefore, once } from '../records/once.ts'
import { requireBegun } from './store-lines.ts'

type Db = Store['db']

interface Started {
  readonly id: number
  readonly isFirst: boolean
}

interface Sent {
  readonly bytes: Uint8Array
}

/**
 * `before` answers the import that the same call made earlier, without reading the file again; `start` makes it, or answers
 * the one that the same call has made at the same time.
 */
export function startedOnce(
  imports: 'imports' | 'renewal_imports',
  request: FastifyRequest,
  { bytes, ...rest }: Sent & Readonly<Record<string, unknown>>,
) {
  const body = { ...rest, file: createHash('sha256').update(bytes).digest('base64url') }
  return {
    before: async (db: Db): Promise<number | null> => {
      const made = await madeBefore(db, request, body)
      if (made === null) return null
      await requireBegun(db, imports, Number(made))
      return Number(made)
    },
    start: (db: Db, begin: (tx: Tx) => Promise<number>) =>
      once<Started>(db, request, {
        body,
        create: async (tx) => {
          const id = await begin(tx)
          return { made: id, answer: { id, isFirst: true } }
        },
        again: async (_tx, made) => ({ id: Number(made), isFirst: false }),
      }),
  }
}
