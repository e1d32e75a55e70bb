/** The sheet of the list of clients: as filtered, whose, and in the audit. docs/rules.md#sheets-of-lists */
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { BRUNA, MANAGER } from '../reports/data/people.ts'
import { inReportHouse, type ReportHouse } from '../reports/report-house.ts'
import { describeDatabase } from '../support/databases.ts'

describeDatabase('the sheet of the clients', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })

  const listed = async (userId: number, query = '') => {
    const { body } = await house.ask(userId, `/clients/list?per_page=100&${query}`)
    return Object(body)
  }
  const rowsOf = async (userId: number, query = '') => {
    const { status, bytes, name } = await house.file(userId, `/clients/list/export?${query}`)
    expect(status).toBe(200)
    expect(name).toMatch(/^clientes_\d\d_\d\d_\d{4}\.xlsx$/)
    return (await readXlsx(bytes)).sheets[0]?.rows ?? []
  }

  test('has all clients of the user and none of others, in the order of the list', async () => {
    for (const user of [MANAGER, BRUNA]) {
      const { data, pagination } = await listed(user)
      const [, , , head, ...rows] = await rowsOf(user)
      expect(head).toEqual(['ID', 'Nome', 'E-mail', 'Telefone', 'Celular', 'Ativo', 'Leads'])
      expect(rows).toHaveLength(pagination.total)
      expect(rows.slice(0, data.length).map(([id]) => id)).toEqual(data.map(({ id }: { id: number }) => id))
    }
    expect((await listed(BRUNA)).pagination.total).toBeLessThan((await listed(MANAGER)).pagination.total)
  })

  test('says filter, instant and author above its columns, and is in the audit without the typed text', async () => {
    const { data } = await listed(MANAGER)
    const word = String(data[0].name).slice(0, 3)
    const [title, filter, when, , ...rows] = await rowsOf(
      MANAGER,
      `name=${encodeURIComponent(word)}&is_active=1`,
    )
    expect(title?.[0]).toMatch(/(^|· )Clientes$/)
    expect(filter?.[0]).toBe(`Nome: ${word} · Somente ativos`)
    expect(when?.[0]).toMatch(/^Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d · Exportado por ./)
    for (const row of rows) expect(row[5]).toBe('Ativo')
    const entry = await house.store.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toMatchObject({
      action: 'export',
      entity: 'clients',
      after: { name: '(preenchido)', is_active: true },
    })
  })
})
