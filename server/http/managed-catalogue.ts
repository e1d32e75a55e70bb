/**
 * A list that administration keeps, as a declaration: how a row is written and who names it. Every change is in the audit; a
 * row that others name is not deleted. docs/rules.md#administration
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ManagedList } from '../../src/contract/administration/managed.ts'
import type { CatalogueKind, CatalogueValue } from '../../src/domain/catalogue/catalogue.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { formatNumber, joinAll } from '../../src/domain/text/formats.ts'
import type { AppContext } from '../context/app-context.ts'
import { HttpError, notFound } from '../context/errors.ts'
import type { Tx } from '../db/database.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { audit, rowForAudit } from '../records/audit.ts'
import { once } from '../records/once.ts'
import { requireRevision, revisionOf } from '../records/revision.ts'
import { lockList, requireUnique, type Unique } from '../records/unique.ts'
import { serve } from '../wire/serve.ts'

/** Who names a row: the words for one and for many of them, and how many there are. */
export interface Usage {
  readonly one: string
  readonly many: string
  readonly count: (tx: Tx, id: number) => Promise<number>
}

/** The row that is checked, null: a new one; and who saves it. */
export interface Checked {
  readonly id: number | null
  readonly user: SessionUser
}

interface ManagedRows<Body extends z.ZodType> {
  /** What no two rows share; the first field is by which a refusal names the other row. */
  readonly unique: readonly Unique<Extract<keyof z.output<Body>, string>>[]
  /** Throws HttpError for what a rule forbids. */
  readonly check?: (tx: Tx, body: z.output<Body>, about: Checked) => Promise<void>
  /** Returns the new row's number. */
  readonly insert: (tx: Tx, body: z.output<Body>) => Promise<number>
  readonly update: (tx: Tx, id: number, body: z.output<Body>) => Promise<void>
  /** More than the row itself, for the audit: the channels of a team. */
  readonly details?: (tx: Tx, id: number) => Promise<object>
  /** What the form needs and devices do not mirror. */
  readonly unmirrored?: (tx: Tx, id: number) => Promise<object>
  readonly usedBy: readonly Usage[]
}

const inUse = (noun: string, users: string) =>
  new HttpError(
    409,
    'in_use',
    `${noun} está em uso por ${users}. Em vez de remover, desative: sai das escolhas novas e continua nos registros antigos.`,
  )

async function refuseUsed(tx: Tx, noun: string, usedBy: readonly Usage[], id: number): Promise<void> {
  const words: string[] = []
  for (const { one, many, count: countOf } of usedBy) {
    const users = await countOf(tx, id)
    if (users > 0) words.push(`${formatNumber(users)} ${users === 1 ? one : many}`)
  }
  if (words.length === 0) return
  throw inUse(noun, joinAll(words))
}

const FOREIGN_KEY_VIOLATION = '23503'
const isForeignKeyViolation = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === FOREIGN_KEY_VIOLATION

/** Registers the calls of a list. */
export type ServedCatalogue = (app: FastifyInstance, context: AppContext) => void

/** Returns the list with its rows, to be registered. */
export const managedCatalogue =
  <Kind extends CatalogueKind, Body extends z.ZodType>(
    list: ManagedList<Kind, Body>,
    rows: ManagedRows<Body>,
  ): ServedCatalogue =>
  (app, context) =>
    serveCatalogue(app, context, list, rows)

function serveCatalogue<Kind extends CatalogueKind, Body extends z.ZodType>(
  app: FastifyInstance,
  context: AppContext,
  list: ManagedList<Kind, Body>,
  managed: ManagedRows<Body>,
): void {
  const { db } = context.store
  const { table, kind } = list
  const { subject } = list.words

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
        await requireUnique(tx, managed.unique, { table, id: null, before: null, body })
        await managed.check?.(tx, body, { id: null, user })
        const made = await managed.insert(tx, body)
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
      const revision = revisionOf(await known(tx, id))
      const row = await rowOf(tx, request.session.user, id)
      return Object.assign({ revision }, row, await managed.unmirrored?.(tx, id))
    }),
  )

  serve(app, list.update, async ({ params: { id }, body: { revision }, request }) => {
    const { user } = request.session
    const body = bodyOf(request)
    return db.transaction().execute(async (tx) => {
      await lockList(tx, table)
      const before = await known(tx, id)
      requireRevision(revision, revisionOf(before), 'este cadastro')
      await requireUnique(tx, managed.unique, { table, id, before, body })
      await managed.check?.(tx, body, { id, user })
      await managed.update(tx, id, body)
      const after = await snapshot(tx, id)
      await audit(tx, { user, action: 'update', entity: table, id, before, after })
      return rowOf(tx, user, id)
    })
  })

  serve(app, list.remove, async ({ params: { id }, request }) => {
    const { user } = request.session
    const deletion = db.transaction().execute(async (tx) => {
      const before = await known(tx, id)
      await refuseUsed(tx, subject, managed.usedBy, id)
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
      await audit(tx, { user, action: 'delete', entity: table, id, before, after: null })
    })
    try {
      await deletion
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      // The transaction is over: the rows that name this one are counted in another.
      await db.transaction().execute((tx) => refuseUsed(tx, subject, managed.usedBy, id))
      throw inUse(subject, 'outros registros')
    }
    return { message: 'Removido com sucesso' }
  })
}
