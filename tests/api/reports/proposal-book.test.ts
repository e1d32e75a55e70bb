/** The signed register of one month: whose it is, what it has, and that it is checked by itself. docs/rules.md#proposal-book */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasePersonalData } from '../../../server/administration/personal-data/erase.ts'
import { signatureHolds } from '../../../server/device-keys/signing.ts'
import { sha256 } from '../../../server/history/sha.ts'
import { type Book, bookIn, monthAt } from '../../../src/domain/proposal-book/book.ts'
import { bookLines } from '../../../src/domain/proposal-book/book-words.ts'
import { checkedBook } from '../../../src/domain/proposal-book/check.ts'
import { cellText } from '../../../src/domain/reports/cell-text.ts'
import { SENT_PROPOSALS_TABLE, sentProposalsSchema } from '../../../src/domain/reports/sent-proposals.ts'
import { shownTable } from '../../../src/domain/reports/table.ts'
import { daysOfMonth, monthsBefore } from '../../../src/domain/time/calendar-months.ts'
import { addDays, instantOf } from '../../../src/domain/time/sao-paulo.ts'
import { readPdfAttachment, readPdfText } from '../../../src/workers/pdf-text.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addLead, BRUNA, MANAGER, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

describeDatabase('a book of proposals', (open) => {
  let store: TestStore
  let server: TestServer
  let manager: Device
  let bruna: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, bruna } = opened)
    manager = await server.device(MANAGER)
  })

  const month = () => monthsBefore(monthAt(server.context.now()), 1)

  const waiting = () => addLead(store, { ...workedBy(BRUNA), status: 4 })
  /** Recorded by hand. */
  async function sent(since: string) {
    const { uid, id } = await waiting()
    const args = { lead_uid: uid, kind: 'answer', since, until: null, note: 'Proposta 12' }
    expect(await bruna.run({ command: 'lead.beginObligation', args })).toMatchObject({ outcome: 'applied' })
    return { uid, id }
  }
  const asked = async (query = '', device = manager) => {
    const { statusCode, rawPayload, headers } = await server.app.inject({
      method: 'GET',
      url: `/api/sent-proposals/book/pdf${query}`,
      headers: device.headers,
    })
    return { status: statusCode, headers, bytes: new Uint8Array(rawPayload), text: rawPayload.toString() }
  }
  async function bookOf(of = month()): Promise<Book> {
    const { status, bytes } = await asked(`?month=${of}`)
    expect(status).toBe(200)
    return bookIn((await readPdfAttachment(bytes.slice())) ?? '') ?? expect.fail('no book inside')
  }
  const checked = (book: Book) =>
    checkedBook(book, {
      sha: sha256,
      signatureHolds,
      knownKey: server.context.deviceSecrets?.history.publicKey ?? null,
    })
  const leadsIn = (book: Book) => {
    const at = book.columns.findIndex(({ key }) => key === 'lead_id')
    return book.rows.map(({ cells }) => Number(cells[at]))
  }

  test('has the rows of the report of the month, each cell as the report shows it', async () => {
    const { from, to } = daysOfMonth(month())
    await sent(from)
    await sent(addDays(from, 9))
    const { body } = await manager.call('GET', `/sent-proposals?date_start=${from}&date_end=${to}`)
    const { heads, lines } = shownTable(SENT_PROPOSALS_TABLE, sentProposalsSchema.parse(body).data)
    const book = await bookOf()
    expect(book).toMatchObject({ month: month(), count: 2, made_by: { id: MANAGER } })
    expect(book.columns).toEqual(heads.map(({ key, label }) => ({ key, label })))
    expect(book.rows.map(({ cells }) => cells)).toEqual(
      lines.map(({ cells }) => heads.map(({ format }, at) => cellText(cells[at] ?? null, format))),
    )
    expect(await checked(book)).toMatchObject({ problems: [], signature: 'holds', verdict: 'holds' })
  })

  test('is in the order of sending', async () => {
    const { from, to } = daysOfMonth(month())
    const last = await sent(to)
    const first = await sent(from)
    const before = await sent(addDays(from, -1))
    expect(leadsIn(await bookOf())).toEqual([first.id, last.id])
    expect(leadsIn(await bookOf(monthsBefore(month(), 1)))).toEqual([before.id])
  })

  test('is of the last month that is over where none is asked for, also without any proposal', async () => {
    const { headers, bytes } = await asked()
    expect(headers['content-disposition']).toContain(`livro_de_propostas_${month()}.pdf`)
    const book = bookIn((await readPdfAttachment(bytes.slice())) ?? '') ?? expect.fail('no book inside')
    expect(book).toMatchObject({ month: month(), count: 0, rows: [] })
    expect((await checked(book)).verdict).toBe('holds')
  })

  test('on paper has its terms, its proposals, the number of each sheet and the code that the check shows', async () => {
    const { from } = daysOfMonth(month())
    for (let count = 0; count < 12; count += 1) await sent(from)
    const { bytes } = await asked(`?month=${month()}`)
    const read = await readPdfText(bytes.slice())
    const paper = read.kind === 'text' ? read.items.map(({ text }) => text).join(' ') : expect.fail(read.kind)
    const book = await bookOf()
    expect(paper).toContain('Termo de abertura')
    expect(paper).toContain('Termo de encerramento')
    expect(paper).toContain('Não é uma assinatura ICP-Brasil')
    expect(paper).toContain('/conferir')
    expect(paper).toContain('página 2 de 2')
    for (const { place, title } of bookLines(book)) expect(paper).toContain(`${place}. ${title}`)
    const inside = bookIn((await readPdfAttachment(bytes.slice())) ?? '') ?? expect.fail('no book inside')
    expect(paper).toContain((await checked(inside)).code)
  })

  test('is management’s, and the audit has each with its month and code', async () => {
    expect((await asked('', bruna)).status).toBe(403)
    const { bytes } = await asked(`?month=${month()}`)
    const book = bookIn((await readPdfAttachment(bytes.slice())) ?? '') ?? expect.fail('no book inside')
    const audits = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'entity', 'entity_id', 'after'])
      .where('entity', '=', 'reports')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(audits).toEqual([
      {
        user_id: MANAGER,
        action: 'export',
        entity: 'reports',
        entity_id: '/relatorio-livro-de-propostas',
        after: { month: month(), code: (await checked(book)).code },
      },
    ])
  })

  test('of a month that has not begun, or that is none, is refused', async () => {
    const next = monthsBefore(monthAt(server.context.now()), -1)
    const { status, text } = await asked(`?month=${next}`)
    expect(status).toBe(400)
    expect(text).toContain('Este mês ainda não começou')
    for (const wrong of ['2026-13', '202611', 'ontem'])
      expect((await asked(`?month=${wrong}`)).status).toBe(400)
  })

  test('that is made after an erasure has the row without the person', async () => {
    const { from } = daysOfMonth(month())
    const { uid } = await sent(from)
    const client = await store.db
      .selectFrom('clients as c')
      .innerJoin('leads as l', 'l.client_uid', 'c.uid')
      .select(['c.uid', 'c.id', 'c.name'])
      .where('l.uid', '=', uid)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(await bookOf())).toContain(client.name)
    await erasePersonalData(server.context, { client, user: null, reason: 'Pedido' })
    const book = await bookOf()
    expect(book.count).toBe(1)
    expect(JSON.stringify(book)).toContain('Dados apagados')
    expect(JSON.stringify(book)).not.toContain(client.name)
    expect((await checked(book)).verdict).toBe('holds')
  })

  test('is not made by a server without a key', async () => {
    const { context } = server
    const { deviceSecrets } = context
    Object.assign(context, { deviceSecrets: null })
    const count = async () =>
      (await sql`select 1 from audit_log where entity = 'reports'`.execute(store.db)).rows.length
    const before = await count()
    try {
      const { status, text } = await asked()
      expect(status).toBe(503)
      expect(text).toContain('ainda não pode assinar')
      expect(await count()).toBe(before)
    } finally {
      Object.assign(context, { deviceSecrets })
    }
  })

  // The last one: it moves the clock.
  test('ends at midnight of São Paulo: a proposal of 23:30 of the last day is in it, one of 00:05 in the next', async () => {
    const goTo = async (day: string, time: string) => {
      server.forward(Date.parse(instantOf(day, time)) - server.context.now())
      bruna = await server.device(BRUNA)
      manager = await server.device(MANAGER)
    }
    const pend = async () => {
      const { uid, id } = await waiting()
      const args = { lead_uid: uid, observation: 'falta o laudo' }
      const occurred_at = new Date(server.context.now()).toISOString()
      expect(await bruna.run({ command: 'lead.pendingSell', args, occurred_at })).toMatchObject({
        outcome: 'applied',
      })
      return id
    }
    // The end of this month may be minutes away.
    const ending = monthsBefore(monthAt(server.context.now()), -1)
    const { to } = daysOfMonth(ending)
    await goTo(to, '23:30')
    const evening = await pend()
    expect(leadsIn(await bookOf(ending))).toEqual([evening])
    await goTo(addDays(to, 1), '00:05')
    const night = await pend()
    expect(month()).toBe(ending)
    expect(leadsIn(await bookOf())).toEqual([evening])
    expect(leadsIn(await bookOf(monthsBefore(ending, -1)))).toEqual([night])
  })
})
