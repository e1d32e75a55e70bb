/**
 * The calls of a list that administration keeps. Every change is in the audit; a row that others name is not deleted.
 * docs/rules.md#administration
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ManagedList } from '../../src/contract/administration/managed.ts'
import type { CatalogueKind, CatalogueValue } from '../../src/domain/catalogue/catalogue.ts'
import { type ListTable, listOf } from '../../src/domain/catalogue/lists.ts'
import { keysOf, partsOf, picked } from '../../src/domain/record/parts.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { formatNumber, joinAll } from '../../src/domain/text/formats.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { audit, rowForAudit } from '../records/audit.ts'
import { factsOf, type Usage } from '../records/lists.ts'
import { once } from '../records/once.ts'
import { requireRevision, revisionOf } from '../records/revision.ts'
import { lockList, requireUnique } from '../records/unique.ts'
import { serve } from '../wire/serve.ts'

/** The row that is checked, null: a new one; and who saves it. */
export interface Checked {
  readonly id: number | null
  readonly user: SessionUser
}

/** What a list has besides the columns of its rows. */
interface ManagedRows<Body extends z.ZodType<object>> {
  /** Throws Refusal for what a rule forbids. */
  readonly check?: (tx: Tx, body: z.output<Body>, about: Checked) => Promise<void>
  /** Columns of a new row that no call brings. */
  readonly fresh?: (tx: Tx) => Promise<object>
  /** Writes what other tables have of the row. */
  readonly beside?: (tx: Tx, id: number, body: z.output<Body>) => Promise<void>
  /** More than the row itself, for the audit: the channels of a team. */
  readonly details?: (tx: Tx, id: number) => Promise<object>
}

const inUse = (noun: string, users: string) =>
  new Refusal(
    'in_use',
    `${noun} está em uso por ${users}. Em vez de remover, desative: sai das escolhas novas e continua nos registros antigos.`,
  )

async function countOf(tx: Tx, { table, columns }: Usage, id: number): Promise<number> {
  const names = columns.map((column) => sql`${sql.ref(column)} = ${id}`)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from ${sql.table(table)}
    where ${sql.join(names, sql` or `)}`.execute(tx)
  return rows[0]?.total ?? 0
}

async function refuseUsed(tx: Tx, noun: string, usedBy: readonly Usage[], id: number): Promise<void> {
  const words: string[] = []
  for (const usage of usedBy) {
    const users = await countOf(tx, usage, id)
    if (users > 0) words.push(`${formatNumber(users)} ${users === 1 ? usage.one : usage.many}`)
  }
  if (words.length === 0) return
  throw inUse(noun, joinAll(words))
}

/** The row's columns with their values. What is left out stays as it is, or gets its default. */
const columnsIn = (table: ListTable, row: object) =>
  Object.entries(row)
    .filter(([name, value]) => value !== undefined && listOf(table).fields[name]?.apart !== true)
    .map(([name, value]) => ({
      column: sql.ref(name),
      // The driver would turn an array into a PostgreSQL array.
      value: sql`${Array.isArray(value) ? JSON.stringify(value) : value}`,
    }))

async function insertRow(tx: Tx, table: ListTable, row: object): Promise<number> {
  const columns = columnsIn(table, row)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ column }) => column))})
    values (${sql.join(columns.map(({ value }) => value))})
    returning id`.execute(tx)
  const [made] = rows
  if (made === undefined) throw new Error(`no row of ${table} was made`)
  return made.id
}

async function updateRow(tx: Tx, table: ListTable, id: number, row: object): Promise<void> {
  const columns = columnsIn(table, row).map(({ column, value }) => sql`${column} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(columns)} where id = ${id}`.execute(tx)
}

const FOREIGN_KEY_VIOLATION = '23503'
const isForeignKeyViolation = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === FOREIGN_KEY_VIOLATION

/** Registers the calls of a list. */
export type ServedCatalogue = (app: FastifyInstance, context: AppContext) => void

/** Returns the list with its rows, to be registered. */
export const managedCatalogue =
  <Kind extends CatalogueKind, Body extends z.ZodType<object>>(
    list: ManagedList<Kind, Body>,
    rows: ManagedRows<Body> = {},
  ): ServedCatalogue =>
  (app, context) =>
    serveCatalogue(app, context, list, rows)

function serveCatalogue<Kind extends CatalogueKind, Body extends z.ZodType<object>>(
  app: FastifyInstance,
  context: AppContext,
  list: ManagedList<Kind, Body>,
  managed: ManagedRows<Body>,
): void {
  const { db } = context.store
  const { table, kind } = list
  const { subject } = list.words
  const { unique, usedBy } = factsOf(table)
  const unmirrored = keysOf(partsOf(listOf(table).fields, 'unmirrored'))

  const snapshot = async (tx: Tx, id: number): Promise<Readonly<Record<string, unknown>> | null> => {
    const row = await rowForAudit(tx, table, id)
    if (typeof row !== 'object' || row === null) return null
    return { ...row, ...(await managed.details?.(tx, id)) }
  }
  const known = async (tx: Tx, id: number) => {
    const row = await snapshot(tx, id)
    if (row === null) throw notFound()
    return row
  }
  const rowOf = async (tx: Tx, user: SessionUser, id: number): Promise<CatalogueValue<Kind>> => {
    const found = (await readCatalogue(tx, user, kind)).find((row) => 'id' in row && row.id === id)
    if (found === undefined) throw notFound()
    return found
  }

  /** What is written: a change has its revision besides. */
  const bodyOf = ({ body }: FastifyRequest): z.output<Body> => list.create.body.parse(body)

  serve(app, list.create, async ({ request }) => {
    const { user } = request.session
    const body = bodyOf(request)
    return once(db, request, {
      body,
      create: async (tx) => {
        await lockList(tx, table)
        await requireUnique(tx, unique, { table, id: null, before: null, body })
        await managed.check?.(tx, body, { id: null, user })
        const made = await insertRow(tx, table, { ...body, ...(await managed.fresh?.(tx)) })
        await managed.beside?.(tx, made, body)
        const after = await snapshot(tx, made)
        await audit(tx, { user, action: 'create', entity: table, id: made, before: null, after })
        return { made, answer: await rowOf(tx, user, made) }
      },
      again: (tx, made) => rowOf(tx, user, Number(made)),
    })
  })

  serve(app, list.read, async ({ params: { id }, request }) =>
    db.transaction().execute(async (tx) => {
      // It locks the row, so that revision and values are of one moment.
      const whole = await known(tx, id)
      const row = await rowOf(tx, request.session.user, id)
      return Object.assign({ revision: revisionOf(whole) }, row, picked(whole, unmirrored))
    }),
  )

  serve(app, list.update, async ({ params: { id }, body: { revision }, request }) => {
    const { user } = request.session
    const body = bodyOf(request)
    return db.transaction().execute(async (tx) => {
      await lockList(tx, table)
      const before = await known(tx, id)
      requireRevision(revision, revisionOf(before), 'este cadastro')
      await requireUnique(tx, unique, { table, id, before, body })
      await managed.check?.(tx, body, { id, user })
      await updateRow(tx, table, id, body)
      await managed.beside?.(tx, id, body)
      const after = await snapshot(tx, id)
      await audit(tx, { user, action: 'update', entity: table, id, before, after })
      return rowOf(tx, user, id)
    })
  })

  serve(app, list.remove, async ({ params: { id }, request }) => {
    const { user } = request.session
    const deletion = db.transaction().execute(async (tx) => {
      const before = await known(tx, id)
      await refuseUsed(tx, subject, usedBy, id)
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
      await audit(tx, { user, action: 'delete', entity: table, id, before, after: null })
    })
    try {
      await deletion
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      // The transaction is over: the rows that name this one are counted in another.
      await db.transaction().execute((tx) => refuseUsed(tx, subject, usedBy, id))
      throw inUse(subject, 'outros registros')
    }
    return { message: 'Removido com sucesso' }
  })
}
