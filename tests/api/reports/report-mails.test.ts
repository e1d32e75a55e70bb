/** Mails of saved views: once at eight, with the scope of that moment, and only to users who may see the report. */
import { readXlsx } from 'hucre/xlsx'
import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRows } from '../../../server/db/insert-rows.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { MailRefused, type MailTransport, type OutgoingMail } from '../../../server/mail/transport.ts'
import { mailedReports } from '../../../server/reports/calls/registry.ts'
import { deliverDue } from '../../../server/reports/mail-delivery.ts'
import { queueDueReports } from '../../../server/reports/report-mail.ts'
import { nextMailAt } from '../../../src/domain/reports/views.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { aUser } from '../../unit/domain/fixtures.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { INTAKE_MONTH, loadIntake } from './data/intake.ts'
import { LEADS, MAIN_PERIOD } from './data/leads.ts'
import { loadReportData } from './data/load.ts'
import { LIMITS } from './data/other-rows.ts'
import { ADMIN, BRUNA, CAIO } from './data/people.ts'
import { isIn } from './data/reading.ts'
import { belowHead } from './report-house.ts'

const administrator = aUser(1)
const PATH = '/relatorio-indicacoes-corretora'
/** A Monday. */
const START = Date.parse('2026-11-16T15:00:00Z')
const EIGHT = Date.parse('2026-11-17T11:00:00Z')
const OCTOBER = { de: MAIN_PERIOD.from, ate: MAIN_PERIOD.to, mes: INTAKE_MONTH }

describeDatabase('mails of saved views', (open) => {
  let store: TestStore
  let server: TestServer
  /** Another process of the same database. */
  let other: TestServer
  let otherStore: Store
  let nowMs = START
  let sent: OutgoingMail[] = []
  beforeAll(async () => {
    store = await open()
    await loadReportData(store.db)
    await loadIntake(store.db)
    await insertRows(store.db, 'obligations', LIMITS)
    server = await startServer(store)
    // On PGlite, which has one process, both servers have the one store.
    otherStore = store.url === null ? store : await openStore({ url: store.url })
    other = await startServer(otherStore)
    return async () => {
      await server.stop()
      await other.stop()
      if (otherStore !== store) await otherStore.close()
    }
  })
  beforeEach(async () => {
    nowMs = START
    sent = []
    await store.db.deleteFrom('report_views').execute()
    await store.db.deleteFrom('mails').execute()
    await store.db.updateTable('users').set({ status: 1 }).where('id', 'in', [BRUNA, CAIO]).execute()
    await store.db
      .updateTable('user_roles')
      .set({ role_id: 3 })
      .where('user_id', 'in', [BRUNA, CAIO])
      .execute()
  })

  const context = (of = server) => ({ ...of.context, now: () => nowMs })
  const transport: MailTransport = {
    isFolder: false,
    send: async (mail) => {
      sent.push(mail)
    },
    close: () => {},
  }
  const mailedView = async (
    user: number,
    filter: object = OCTOBER,
    {
      cadence = 'daily',
      path = PATH,
      name = 'De manhã',
    }: { cadence?: 'daily' | 'weekly'; path?: string; name?: string } = {},
  ) => {
    const id = uuidv7()
    await store.db
      .insertInto('report_views')
      .values({ id, user_id: user, path, name, filter: JSON.stringify(filter), sort: null })
      .execute()
    await store.db
      .insertInto('report_mails')
      .values({ view_id: id, cadence, next_at: nextMailAt(cadence, nowMs) })
      .execute()
    return id
  }
  const run = async () => {
    await queueDueReports(context())
    await deliverDue(context(), transport)
  }
  const mailOf = (id: string) =>
    store.db.selectFrom('report_mails').selectAll().where('view_id', '=', id).executeTakeFirstOrThrow()
  const rowsOf = async (place: number) => {
    const { content } = sent[0]?.attachments?.[place] ?? { content: Buffer.alloc(0) }
    const { sheets } = await readXlsx(content)
    return belowHead(sheets[0]?.rows ?? []).rows
  }
  const at = (ms: number) => new Date(ms).toISOString()
  const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())

  test('it goes at eight, with a sheet for each table, and not again before the next day', async () => {
    const id = await mailedView(BRUNA)
    nowMs = EIGHT - 1
    await run()
    expect(sent).toEqual([])
    nowMs = EIGHT
    await run()
    await run()
    expect(sent).toHaveLength(1)
    const [mail] = sent
    expect(mail).toMatchObject({
      recipient: `usuario${BRUNA}@exemplo.com.br`,
      subject: 'Relatório de Indicações da Corretora: De manhã',
      text: expect.stringContaining('Em anexo, a sua visão "De manhã"'),
    })
    expect(mail?.text).toContain(PATH)
    expect(mail?.attachments?.map(({ name }) => name)).toEqual([
      'relatorio_indicacoes_corretora_resumo_01_10_2026_31_10_2026.xlsx',
      'relatorio_indicacoes_corretora_leads_01_10_2026_31_10_2026.xlsx',
    ])
    const own = LEADS.filter(
      (lead) => !lead.cancelled && lead.broker_id === BRUNA && isIn(MAIN_PERIOD, lead.create_lead_date),
    )
    const numbers = (await rowsOf(1)).slice(1).map(([number]) => Number(number))
    expect(numbers.sort((a, b) => a - b)).toEqual(own.map(({ id: number }) => number))
    const { next_at, last_sent_at, problem } = await mailOf(id)
    expect([instant(next_at), instant(last_sent_at), problem]).toEqual([at(EIGHT + DAY_MS), at(EIGHT), null])
    nowMs = EIGHT + DAY_MS
    await run()
    expect(sent).toHaveLength(2)
  })

  test('after days without a server one mail goes', async () => {
    const id = await mailedView(BRUNA)
    nowMs = EIGHT + 3 * DAY_MS + 1
    await run()
    expect(sent).toHaveLength(1)
    expect(instant((await mailOf(id)).next_at)).toBe(at(EIGHT + 4 * DAY_MS))
  })

  // The rows of Quiver are an outside service's: quiver-sales.test.ts has them.
  const ownReports = mailedReports(administrator).filter((path) => path !== '/relatorio-vendas-quiver')
  test.each(ownReports)('%s has its sheets', async (path) => {
    const id = await mailedView(ADMIN, OCTOBER, { path })
    nowMs = EIGHT
    await run()
    expect((await mailOf(id)).problem).toBeNull()
    expect(sent[0]?.attachments?.length).toBeGreaterThan(0)
    expect((await rowsOf(0)).length).toBeGreaterThan(1)
  })

  test('a weekly one goes on Monday', async () => {
    const id = await mailedView(BRUNA, OCTOBER, { cadence: 'weekly' })
    expect(instant((await mailOf(id)).next_at)).toBe('2026-11-23T11:00:00.000Z')
  })

  const RACES = 12
  const names = Array.from({ length: RACES }, (_, place) => `Visão ${10 + place}`)
  const subjects = names.map((name) => `Relatório de Indicações da Corretora: ${name}`)

  test('two processes queue it once', async () => {
    for (const name of names) await mailedView(BRUNA, OCTOBER, { name })
    nowMs = EIGHT
    const queued = await Promise.all([queueDueReports(context()), queueDueReports(context(other))])
    expect(queued[0] + queued[1]).toBe(RACES)
    const waiting = await store.db.selectFrom('mails').select('subject').orderBy('subject').execute()
    expect(waiting.map(({ subject }) => subject)).toEqual(subjects)
  })

  test('two processes send it once', async () => {
    nowMs = EIGHT
    // Each race begins at the same moment, with one mail.
    for (const name of names) {
      await mailedView(BRUNA, OCTOBER, { name })
      nowMs += DAY_MS
      expect(await queueDueReports(context())).toBe(1)
      const tried = await Promise.all([
        deliverDue(context(), transport),
        deliverDue(context(other), transport),
      ])
      expect(tried[0] + tried[1]).toBe(1)
      await store.db.deleteFrom('report_views').execute()
    }
    expect(sent.map(({ subject }) => subject)).toEqual(subjects)
  })

  const inactive = () => store.db.updateTable('users').set({ status: 0 }).where('id', '=', BRUNA).execute()
  const referrer = () =>
    store.db.updateTable('user_roles').set({ role_id: 5 }).where('user_id', '=', BRUNA).execute()
  test.each([
    ['is inactive', inactive],
    ['may no longer see the report', referrer],
  ])('a user who %s when it is due gets none', async (_, change) => {
    const id = await mailedView(BRUNA)
    await change()
    nowMs = EIGHT
    await run()
    expect(sent).toEqual([])
    expect((await mailOf(id)).problem).toBe('O usuário não pode mais ver este relatório.')
    expect(await store.db.selectFrom('mails').select('id').execute()).toEqual([])
  })

  test.each([
    ['is inactive', inactive],
    ['may no longer see the report', referrer],
  ])('a user who %s when it is sent gets none', async (_, change) => {
    await mailedView(BRUNA)
    nowMs = EIGHT
    await queueDueReports(context())
    await change()
    await deliverDue(context(), transport)
    expect(sent).toEqual([])
    expect(await store.db.selectFrom('mails').select(['failed_at', 'problem']).execute()).toEqual([
      { failed_at: expect.any(String), problem: 'O usuário não pode mais ver este relatório.' },
    ])
  })

  test('a filter for what is not the user’s any more brings nothing', async () => {
    const id = await mailedView(BRUNA, { ...OCTOBER, corretores: [CAIO] })
    nowMs = EIGHT
    await run()
    expect(sent).toEqual([])
    expect((await mailOf(id)).problem).toBe('Você não tem permissão para isso.')
  })

  test('hidden columns are not in the sheet, and a view without leads has none', async () => {
    await mailedView(ADMIN, { ...OCTOBER, ocultas: ['leads.client_name', 'leads.id'] })
    await mailedView(CAIO, { de: '2001-01-01', ate: '2001-01-02' })
    nowMs = EIGHT
    await run()
    const [head = []] = await rowsOf(1)
    expect(head).not.toContain('Cliente')
    expect(head[0]).toBe('Produto')
    expect(sent[1]?.attachments).toEqual([])
    expect(sent[1]?.text).toContain('não tem leads neste período')
  })

  test('a mail server that is dead gets it with the next try, made anew', async () => {
    const id = await mailedView(BRUNA)
    nowMs = EIGHT
    await queueDueReports(context())
    const dead: MailTransport = {
      isFolder: false,
      send: () => Promise.reject(new MailRefused('O servidor de e-mail não respondeu.', false, null)),
      close: () => {},
    }
    await deliverDue(context(), dead)
    expect((await mailOf(id)).last_sent_at).toBeNull()
    nowMs += 60_000
    await deliverDue(context(), transport)
    expect(sent[0]?.attachments).toHaveLength(2)
    expect(instant((await mailOf(id)).last_sent_at)).toBe(at(nowMs))
    const exports = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action'])
      .where('after', '@>', JSON.stringify({ view: id }))
      .execute()
    expect(exports).toEqual([{ user_id: BRUNA, action: 'export' }])
  })
})
