/** The sheet of the audit: everything in words, and a limit that it names. docs/rules.md#audit */
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cutSheetWords, MOST_EXPORTED } from '../../../src/contract/administration/audit.ts'
import { describeDatabase } from '../support/databases.ts'
import { LISTS } from './lists.ts'
import { idOf, inAdministration, type Office } from './office.ts'

/** Texts with signs like '{name}', which the lists' forms take as they are typed. */
const TEMPLATES = LISTS.flatMap(({ body, changed }) => [...Object.values(body), ...Object.values(changed)])
  .filter((value) => typeof value === 'string')
  .filter((text) => /\{[a-z_]+\}/.test(text))

describeDatabase('the sheet of the audit', (open) => {
  let office: Office
  inAdministration(open, (opened) => {
    office = opened
  })

  /** Lines above the columns, the columns, and the rows. */
  const whole = async (query = '') => {
    const { rawPayload } = await office.server.app.inject({
      url: `/api/audit/export?${query}`,
      headers: { authorization: `Bearer ${office.admin.token}` },
    })
    const { sheets } = await readXlsx(rawPayload)
    return sheets[0]?.rows ?? []
  }

  const sheet = async (query = '') => (await whole(query)).slice(4)

  test('says above its columns what was asked, when and by whom; instants are dates', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const { db } = office.store
    await sql`insert into audit_log (action, entity) values ('sign_in', 'sessions')`.execute(db)
    const asked = `action=sign_in&start_date=2026-01-01&end_date=${day}`
    const [title, filter, when, , first] = await whole(asked)
    expect(title?.[0]).toMatch(/(^|· )Auditoria$/)
    expect(filter?.[0]).toMatch(/^Período: 01\/01\/2026 a \d\d\/\d\d\/\d{4} · Ação: Entrou$/)
    expect(when?.[0]).toMatch(/^Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d · Exportado por ./)
    expect(first?.[0]).toBeInstanceOf(Date)
  })

  test('every field has its name, and no value is JSON', async () => {
    const { admin, created } = office
    for (const list of LISTS) {
      const id = await created(list)
      expect((await admin.call('PUT', `${list.path}/${id}`, list.changed)).status).toBe(200)
    }
    const partner = await created({ path: '/partners', body: { name: 'Loja' } })
    expect((await admin.call('POST', `/partners/${partner}/keys`, { name: 'Sistema' })).status).toBe(200)
    await sql`select setval(pg_get_serial_sequence('users', 'id'), 100)`.execute(office.store.db)
    const user = {
      name: 'Érica',
      login: 'erica',
      email: 'erica@exemplo.com.br',
      phone: '31987654321',
      role: 3,
      channel_id: 1,
      partners: [partner],
    }
    const answer = await admin.call('POST', '/users', user)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await admin.call('PUT', `/users/${idOf(answer)}`, { ...user, status: 0 })
    const hours = { start: '09:00', end: '18:00', holidays: ['2026-12-24'] }
    await admin.call('PUT', '/settings', { business_hours: hours, time_to_finish_lead: 20 })
    await sheet('action=sign_in&start_date=2026-01-01')

    const rows = await sheet()
    expect(rows.length).toBeGreaterThan(60)
    const cells = rows.flat().filter((cell) => !TEMPLATES.includes(String(cell)))
    const raw = cells.filter((cell) => /[{}[\]"]|\bnull\b|[a-z]_[a-z]/.test(String(cell ?? '')))
    expect(raw).toEqual([])
    expect(rows.filter((row) => row[6] === 'Outro dado')).toEqual([])
    const words = rows.map((row) => row.slice(6).join(' '))
    expect(words).toContain('Confirmação do e-mail — Não confirmado')
    expect(words).toContain('Status Ativo Inativo')
    expect(words).toContain(
      'Expediente e feriados 08:30 às 18:00 09:00 às 18:00, outros feriados: 24/12/2026',
    )
  })

  test('a sheet that lacks entries says so above its columns', async () => {
    const { db } = office.store
    await sql`
      insert into audit_log (action, entity, entity_id)
      select 'copy_link', 'users', n::text from generate_series(1, ${MOST_EXPORTED}) n`.execute(db)
    expect((await whole('action=copy_link'))[2]?.[0]).not.toContain(cutSheetWords())
    await sql`insert into audit_log (action, entity, entity_id) values ('copy_link', 'users', '0')`.execute(
      db,
    )
    const [, , when, , ...rows] = await whole('action=copy_link')
    expect(when?.[0]).toContain(cutSheetWords())
    expect(rows).toHaveLength(MOST_EXPORTED)
    expect(new Set(rows.map((row) => row[5])).size).toBe(MOST_EXPORTED)
  })

  test.each([
    ['user_id = 5', 'audit_log_user'],
    ["action = 'erase'", 'audit_log_action'],
  ])('of many entries those with %s are found by an index', async (condition, index) => {
    const { db } = office.store
    await sql`
      insert into audit_log (user_id, action, entity)
      select 1, 'sign_in', 'sessions' from generate_series(1, 5000)`.execute(db)
    await sql`analyze audit_log`.execute(db)
    const { rows } = await sql`
      explain select id from audit_log where ${sql.raw(condition)} order by at desc, id desc limit 25`.execute(
      db,
    )
    expect(JSON.stringify(rows)).toContain(index)
  })
})
