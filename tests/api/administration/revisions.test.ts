/** Two administrators, a lost answer, and names that are taken: no list loses a change or gets a row twice. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { madeKeySchema } from '../../../src/contract/administration/partner-keys.ts'
import { personasRoute } from '../../../src/contract/assistant.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN, MANAGER } from '../support/people.ts'
import type { Device } from '../support/server.ts'
import { LISTS, RULE, WORKFLOW_PARTNER } from './lists.ts'
import { idOf, inAdministration, NOBODY, type Office } from './office.ts'

const wholeSchema = z.looseObject({ id: z.number(), revision: z.string().min(20) })

let store: Office['store']
let server: Office['server']
let admin: Office['admin']
let created: Office['created']
let remove: Office['remove']
let entriesOf: Office['entriesOf']

const under = (key: string) => ({ 'idempotency-key': key })

async function whole(device: Device, path: string, id: number) {
  const { status, body } = await device.call('GET', `${path}/${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return wholeSchema.parse(body)
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(table)}`.execute(store.db)
  return rows[0]?.total ?? 0
}

describeDatabase('saves of administration', (open) => {
  inAdministration(open, (office) => {
    ;({ store, server, admin, created, remove, entriesOf } = office)
  })

  test('each list that the contract has is tested here', () => {
    expect(LISTS.map(({ path }) => path).toSorted()).toEqual(
      Object.values(MANAGED)
        .map(({ create }) => create.path)
        .toSorted(),
    )
  })

  test.each(LISTS)('$path: of two administrators the second hears of the first', async (list) => {
    const other = await server.device(ADMIN)
    const id = await created(list)
    const [mine, theirs] = [await whole(admin, list.path, id), await whole(other, list.path, id)]
    expect(mine).toEqual(theirs)
    const change = { ...list.changed, revision: theirs.revision }
    expect((await other.call('PUT', `${list.path}/${id}`, change)).status).toBe(200)
    const now = await whole(admin, list.path, id)
    expect(now.revision).not.toBe(mine.revision)

    const late = await admin.call('PUT', `${list.path}/${id}`, { ...list.body, revision: mine.revision })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('Outra pessoa alterou este cadastro') },
    })
    expect(await whole(admin, list.path, id)).toEqual(now)
    expect(await entriesOf(list.table, id)).toHaveLength(2)

    const again = await admin.call('PUT', `${list.path}/${id}`, { ...list.body, revision: now.revision })
    expect(again.status).toBe(200)
    // A caller of an earlier version names no revision and replaces the row.
    expect((await other.call('PUT', `${list.path}/${id}`, list.changed)).status).toBe(200)
    await remove(list.path, id)
  })

  test.each(LISTS)('$path: a row that is sent again after a lost answer is made once', async (list) => {
    const before = await countOf(list.table)
    const key = `lost ${list.path}`
    const send = (body: object = list.body, by = admin) => by.call('POST', list.path, body, under(key))
    const first = await send()
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(await send()).toEqual(first)
    expect(await countOf(list.table)).toBe(before + 1)
    expect(await entriesOf(list.table, idOf(first))).toHaveLength(1)

    // The same key with other values names the row that it has made.
    const other = await send(list.changed)
    expect(other).toMatchObject({ status: 409, body: { code: 'conflict', made: String(idOf(first)) } })
    expect(await countOf(list.table)).toBe(before + 1)
    await remove(list.path, idOf(first))
    expect(await send()).toMatchObject({ status: 404 })
  })

  test('the same call at the same time makes one row', async () => {
    const body = { name: 'Ao mesmo tempo', type: 1 }
    const both = await Promise.all([1, 2].map(() => admin.call('POST', '/insurances', body, under('twice'))))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(both.map(idOf)).size).toBe(1)
  })

  test('a key is its caller’s and its list’s, and a refused creation does not use it up', async () => {
    const manager = await server.device(MANAGER)
    const key = under('shared key')
    const wrong = await admin.call('POST', '/lead-broker-config', { ...RULE, broker_id: NOBODY }, key)
    expect(wrong.status).toBe(422)
    const mine = await admin.call('POST', '/lead-broker-config', RULE, key)
    expect(mine.status).toBe(200)
    const body = { ...RULE, insurance_id: 3 }
    const theirs = await manager.call('POST', '/lead-broker-config', body, key)
    expect(theirs.status).toBe(200)
    expect(idOf(theirs)).not.toBe(idOf(mine))
    const elsewhere = await admin.call('POST', '/insurances', { name: 'Outra lista', type: 1 }, key)
    expect(elsewhere.status).toBe(200)
    await remove('/lead-broker-config', idOf(mine))
    await remove('/lead-broker-config', idOf(theirs))
  })

  const NAMES = LISTS.filter(({ required }) => required !== 'broker_id').map((list) => ({
    ...list,
    named: 'name' in list.body ? 'name' : list.required,
  }))
  test.each(NAMES)('$path: a name is taken whatever its case, accents and spaces', async (list) => {
    const { path, body, table, named: field } = list
    const named = (name: string) => ({ ...body, code_wf: null, susep: null, aliases: [], [field]: name })
    const id = await created({ path, body: named('Siqueira Fiat') })
    const before = await countOf(table)
    const refusal = {
      status: 422,
      body: {
        code: 'rule',
        errors: { [field]: [expect.stringMatching(`: Siqueira Fiat \\(ID ${id}\\)$`)] },
      },
    }
    expect(await admin.call('POST', path, named('siqueira  fiát'))).toMatchObject(refusal)
    const other = await created({ path, body: named('Siqueira Ford') })
    expect(await admin.call('PUT', `${path}/${other}`, named(' SIQUEIRA FIAT'))).toMatchObject(refusal)
    expect(await countOf(table)).toBe(before + 1)
    // The row itself may change how its name is written.
    expect((await admin.call('PUT', `${path}/${id}`, named('Siqueira  FIAT'))).status).toBe(200)
    await remove(path, id)
    await remove(path, other)
  })

  test.each(NAMES)('$path: of two creations at once with one name one is refused', async (list) => {
    const bodies = ['Duas de uma vez', 'DUAS de uma vez'].map((name) => ({
      ...list.body,
      code_wf: null,
      susep: null,
      aliases: [],
      [list.named]: name,
    }))
    const both = await Promise.all(bodies.map((body) => admin.call('POST', list.path, body)))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
  })

  test('rows that shared a name before the rule are edited, and get no third one', async () => {
    const rows = ['Dupla', 'dupla'].map((name) => ({ name, code_wf: 'D1' }))
    const made = await store.db.insertInto('partners').values(rows).returning('id').execute()
    const [id] = made.map((row) => row.id)
    const body = { name: 'DUPLA', code_wf: 'd1', release_quote: true }
    expect((await admin.call('PUT', `/partners/${id}`, body)).status).toBe(200)
    expect((await admin.call('POST', '/partners', { name: 'Dupla' })).status).toBe(422)
  })

  test('a Code_WF belongs to one partner, and the refusal names it', async () => {
    const refusal = {
      status: 422,
      body: {
        errors: { code_wf: [`Este Code_WF já é de outra concessionária: Com WF (ID ${WORKFLOW_PARTNER})`] },
      },
    }
    expect(await admin.call('POST', '/partners', { name: 'Mesmo código', code_wf: ' wf1 ' })).toMatchObject(
      refusal,
    )
    const id = await created({ path: '/partners', body: { name: 'Sem código' } })
    expect(await admin.call('PUT', `/partners/${id}`, { name: 'Sem código', code_wf: 'WF1' })).toMatchObject(
      refusal,
    )
    // None is no code.
    expect((await admin.call('POST', '/partners', { name: 'Também sem', code_wf: '' })).status).toBe(200)
  })

  test("a team's channels and a partner's link are part of the revision", async () => {
    const team = await created({ path: '/technical-team', body: { description: 'Revisada', channels: [8] } })
    const before = await whole(admin, '/technical-team', team)
    await admin.call('PUT', `/technical-team/${team}`, { description: 'Revisada', channels: [8, 7] })
    expect((await whole(admin, '/technical-team', team)).revision).not.toBe(before.revision)
    const partner = await created({ path: '/partners', body: { name: 'Revisado' } })
    const link = await whole(admin, '/partners', partner)
    const body = { name: 'Revisado', quote_link_template: 'https://cota.br/{name}' }
    await admin.call('PUT', `/partners/${partner}`, body)
    expect((await whole(admin, '/partners', partner)).revision).not.toBe(link.revision)
  })

  test('a persona that another user changed meanwhile keeps the change', async () => {
    const persona = async () =>
      personasRoute.answer
        .parse((await admin.call('GET', '/ai/persona')).body)
        .data.find(({ id }) => id === 2)
    const seen = await persona()
    const put = (name: string, revision: string | undefined) =>
      admin.call('PUT', '/ai/persona/2', { name, description: '', instructions: '', revision })
    expect((await put('Números', seen?.revision)).status).toBe(200)
    expect(await put('Contas', seen?.revision)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await persona()).toMatchObject({ name: 'Números' })
    expect((await put('Contas', undefined)).status).toBe(200)
  })

  test('a user who is sent again is made and invited once, and the link that was lost is made anew', async () => {
    // The house's users have numbers of their own.
    await sql`select setval(pg_get_serial_sequence('users', 'id'), 4000)`.execute(store.db)
    const body = {
      name: 'Otávio Reis',
      login: 'otavio.reis',
      email: 'otavio.reis@exemplo.com.br',
      phone: '31988887777',
      role: 5,
      channel_id: 7,
    }
    const send = (more: object = {}) => admin.call('POST', '/users', { ...body, ...more }, under('a user'))
    const first = await send()
    expect(first, JSON.stringify(first.body)).toMatchObject({ status: 200, body: { mail: { way: 'file' } } })
    const again = await send({ own_password: 'não faz parte' })
    expect(again).toMatchObject({
      status: 200,
      body: { id: idOf(first), mail: { link: expect.any(String) } },
    })
    expect(await send({ name: 'Otávio Prado' })).toMatchObject({
      status: 409,
      body: { made: String(idOf(first)) },
    })
    const entries = await entriesOf('users', idOf(first))
    expect(entries.filter(({ action }) => action === 'create')).toHaveLength(1)
  })

  test('a key whose answer was lost is shown by the next try, and its first secret ends', async () => {
    const path = `/partners/${WORKFLOW_PARTNER}/keys`
    const send = (name: string) => admin.call('POST', path, { name }, under('a key'))
    const lost = madeKeySchema.parse((await send('Loja')).body)
    const shown = madeKeySchema.parse((await send('Loja')).body)
    expect(shown).toMatchObject({ id: lost.id, name: 'Loja' })
    expect(shown.key).not.toBe(lost.key)
    expect(await send('Outra')).toMatchObject({ status: 409, body: { made: lost.id } })
    const keys = store.db.selectFrom('partner_keys').select('id').where('partner_id', '=', WORKFLOW_PARTNER)
    expect(await keys.execute()).toHaveLength(1)

    const renew = () => admin.call('POST', `/partner-keys/${lost.id}/renew`, undefined, under('renewed'))
    const renewed = madeKeySchema.parse((await renew()).body)
    expect(madeKeySchema.parse((await renew()).body).id).toBe(renewed.id)
    expect(await keys.execute()).toHaveLength(2)
    // A key that was used since keeps its secret.
    const now = new Date().toISOString()
    await store.db
      .updateTable('partner_keys')
      .set({ last_used_at: now })
      .where('id', '=', renewed.id)
      .execute()
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})
