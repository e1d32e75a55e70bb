/**
 * A list that administration keeps, as a declaration: how a row is written and who names it. Every change is in the audit; a
 * row that others name is not deleted. docs/rules.md#administration
 */
import type { FastifyInstance } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { managedRoutes } from '../../src/contract/administration/managed.ts'
import type { Parsed } from '../../src/contract/route.ts'
import type { AuditEntity } from '../../src/domain/audit/audit-kinds.ts'
import type { CatalogueKind, CatalogueValue } from '../../src/domain/catalogue/catalogue.ts'
import type { AppContext } from '../app-context.ts'
import type { Database } from '../db/database.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { audit, rowForAudit } from './audit.ts'

type Tx = Transaction<Database>

/** Who names a row: the words for one and for many of them, and how many there are. */
export interface Usage {
  readonly one: string
  readonly many: string
  readonly count: (tx: Tx, id: number) => Promise<number>
}

export interface ManagedCatalogue<Kind extends CatalogueKind, Body extends z.ZodType> {
  readonly kind: Kind
  readonly table: AuditEntity
  /** As in 'O seguro está em uso': with its article. */
  readonly noun: string
  readonly routes: ReturnType<typeof managedRoutes<Body, z.ZodType<CatalogueValue<Kind>>>>
  /** Throws HttpError for what a rule forbids. */
  readonly check?: (tx: Tx, body: Parsed<Body>, id: number | null) => Promise<void>
  /** Returns the new row's number. */
  readonly insert: (tx: Tx, body: Parsed<Body>) => Promise<number>
  readonly update: (tx: Tx, id: number, body: Parsed<Body>) => Promise<void>
  /** More than the row itself, for the audit: the channels of a team. */
  readonly details?: (tx: Tx, id: number) => Promise<object>
  readonly usedBy: readonly Usage[]
}

const count = new Intl.NumberFormat('pt-BR')

type Named = Pick<ManagedCatalogue<CatalogueKind, z.ZodType>, 'noun' | 'usedBy'>

const inUse = (noun: string, users: string) =>
  new HttpError(
    409,
    'in_use',
    `${noun} está em uso por ${users}. Em vez de remover, desative: sai das escolhas novas e continua nos registros antigos.`,
  )

async function refuseUsed(tx: Tx, { noun, usedBy }: Named, id: number): Promise<void> {
  const words: string[] = []
  for (const { one, many, count: countOf } of usedBy) {
    const users = await countOf(tx, id)
    if (users > 0) words.push(`${count.format(users)} ${users === 1 ? one : many}`)
  }
  if (words.length === 0) return
  throw inUse(noun, new Intl.ListFormat('pt-BR').format(words))
}

const FOREIGN_KEY_VIOLATION = '23503'
const isForeignKeyViolation = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === FOREIGN_KEY_VIOLATION

export function serveCatalogue<Kind extends CatalogueKind, Body extends z.ZodType>(
  app: FastifyInstance,
  context: AppContext,
  managed: ManagedCatalogue<Kind, Body>,
): void {
  const { db } = context.store
  const { routes, table, kind } = managed

  const snapshot = async (tx: Tx, id: number): Promise<unknown> => {
    const row = await rowForAudit(tx, table, id)
    if (typeof row !== 'object' || row === null) return null
    return { ...row, ...(await managed.details?.(tx, id)) }
  }
  const rowOf = async (
    user: Parameters<typeof readCatalogue>[1],
    id: number,
  ): Promise<CatalogueValue<Kind>> => {
    const found = (await readCatalogue(db, user, kind)).find((row) => 'id' in row && row.id === id)
    if (found === undefined) throw notFound()
    return found
  }

  serve(app, routes.create, async ({ body, request }) => {
    const { user } = request.session
    const id = await db.transaction().execute(async (tx) => {
      await managed.check?.(tx, body, null)
      const created = await managed.insert(tx, body)
      const after = await snapshot(tx, created)
      await audit(tx, { user, action: 'create', entity: table, id: created, before: null, after })
      return created
    })
    return rowOf(user, id)
  })

  serve(app, routes.update, async ({ params: { id }, body, request }) => {
    const { user } = request.session
    await db.transaction().execute(async (tx) => {
      const before = await snapshot(tx, id)
      if (before === null) throw notFound()
      await managed.check?.(tx, body, id)
      await managed.update(tx, id, body)
      const after = await snapshot(tx, id)
      await audit(tx, { user, action: 'update', entity: table, id, before, after })
    })
    return rowOf(user, id)
  })

  serve(app, routes.remove, async ({ params: { id }, request }) => {
    const { user } = request.session
    const deletion = db.transaction().execute(async (tx) => {
      const before = await snapshot(tx, id)
      if (before === null) throw notFound()
      await refuseUsed(tx, managed, id)
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
      await audit(tx, { user, action: 'delete', entity: table, id, before, after: null })
    })
    try {
      await deletion
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      // The transaction is over: the rows that name this one are counted in another.
      await db.transaction().execute((tx) => refuseUsed(tx, managed, id))
      throw inUse(managed.noun, 'outros registros')
    }
    return { message: 'Removido com sucesso' }
  })
}
