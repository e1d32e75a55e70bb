/** Sends the sheet of a list, and records the export in the audit: docs/rules.md#sheets-of-lists */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { XLSX } from '../../src/contract/xlsx.ts'
import type { AuditEntity } from '../../src/domain/audit/audit-kinds.ts'
import { reportSheetFile } from '../../src/domain/reports/sheet-file.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { type ListSheet, listSheet } from '../../src/domain/sheet/list-sheet.ts'
import { auditedFilter } from '../administration/audited-filter.ts'
import type { AppContext } from '../context/app-context.ts'
import { readBrokerage } from '../mail/brokerage.ts'
import { audit } from '../records/audit.ts'
import { reportSheetStream } from '../reports/calls/sheet-stream.ts'

/** Beyond these rows a sheet is streamed: one that is made whole holds the server's turn. */
const STREAMED_FROM = 20_000

interface Sending<Row> {
  readonly reply: FastifyReply
  readonly user: SessionUser
  readonly entity: AuditEntity
  /** For the audit: what was asked. */
  readonly query: unknown
  /** Of the file. */
  readonly name: string
  readonly list: Omit<ListSheet<Row>, 'brokerage' | 'asOf' | 'userName'>
}

export async function sendListSheet<Row>(
  context: AppContext,
  { reply, user, entity, query, name, list }: Sending<Row>,
): Promise<FastifyReply> {
  const { db } = context.store
  const { name: brokerage } = await readBrokerage(db)
  const asOf = new Date(context.now()).toISOString()
  const sheet = listSheet({ ...list, brokerage, asOf, userName: user.name })
  const body: Buffer | Readable =
    sheet.lines.length > STREAMED_FROM
      ? reportSheetStream({ ...sheet, batches: batchesOf(sheet.lines) })
      : Buffer.from(await reportSheetFile(sheet))
  await db
    .transaction()
    .execute((tx) =>
      audit(tx, { user, action: 'export', entity, id: null, before: null, after: auditedFilter(query) }),
    )
  return reply.type(XLSX).header('content-disposition', `attachment; filename="${name}"`).send(body)
}

const BATCH = 1000

async function* batchesOf<Line>(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  for (let from = 0; from < lines.length; from += BATCH) yield lines.slice(from, from + BATCH)
}
