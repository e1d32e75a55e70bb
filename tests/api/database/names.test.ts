/** Names fold and are in order in the database as on devices: docs/rules.md#names-and-texts */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { names } from '../../../server/db/migrations/0047-since-0.2.0/names.ts'
import { foldedSql, nameOrderSql } from '../../../server/queries/name-order.ts'
import { usersListRoute } from '../../../src/contract/administration/users.ts'
import { clientByNameRoute, clientListRoute } from '../../../src/contract/clients.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { orderKey } from '../../../src/domain/text/name-order.ts'
import { NAMES_IN_ORDER } from '../../unit/domain/cases/name-cases.ts'
import { inStaff, type Staff } from '../administration/staff.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { aClientRow } from '../support/rows.ts'
import type { Device } from '../support/server.ts'

/** Each sign of the scripts that Brazilians write with, and all of those that the functions name. */
const SIGNS = [
  [0x20, 0x24f],
  [0x2b0, 0x36f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xff07],
  [0xffa0, 0xffa0],
  [0xe0001, 0xe0003],
].flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)),
)

describeEachDatabase('names', (open) => {
  let store: TestStore
  let admin: Device
  let created: Staff['created']
  inStaff(open, (staff) => {
    ;({ store, admin, created } = staff)
  })

  const inDatabase = async (of: typeof foldedSql, texts: readonly string[]) => {
    const { rows } = await sql<{ text: string }>`
      select ${of(sql`t.written`)} as text
      from unnest(${[...texts]}::text[]) with ordinality t(written, place)
      order by t.place`.execute(store.db)
    return rows.map(({ text }) => text)
  }
  const client = async (name: string, folded = foldText(name)) => {
    const row = aClientRow({ name, name_folded: folded, cpf: '' })
    await store.db.insertInto('clients').values(row).execute()
    return row
  }
  const clients = async (query = '') =>
    clientListRoute.answer
      .parse((await admin.call('GET', `/clients/list?per_page=50${query}`)).body)
      .data.map(({ name }) => name)

  test('the functions of the database are twins of the functions of devices', async () => {
    const texts = [...SIGNS.map((sign) => ` A${sign}b ${sign}7 `), ...NAMES_IN_ORDER, 'Sala 2 bloco 10', '']
    expect(await inDatabase(foldedSql, texts)).toEqual(texts.map(foldText))
    expect(await inDatabase(nameOrderSql, texts)).toEqual(texts.map(orderKey))
  })

  test('clients and users are in the order of the alphabet', async () => {
    for (const name of NAMES_IN_ORDER.toReversed()) await client(name)
    expect(await clients()).toEqual(NAMES_IN_ORDER)
    for (const name of NAMES_IN_ORDER.toReversed()) await created({ name: `Caso ${name}` })
    const users = usersListRoute.answer.parse(
      (await admin.call('GET', '/users/list?name=caso&per_page=50')).body,
    )
    expect(users.data.map(({ name }) => name)).toEqual(NAMES_IN_ORDER.map((name) => `Caso ${name}`))
  })

  test.each([
    ['santana', ["Bruno Sant'Ana", 'Bruno Santana Filho']],
    ['sant’ana', ["Bruno Sant'Ana", 'Bruno Santana Filho']],
    ['davila', ['D’Ávila']],
    ["D'Á\u200bvila", ['D’Ávila']],
  ])('%s is found whatever its apostrophe', async (asked, found) => {
    for (const name of NAMES_IN_ORDER) await client(name)
    expect(await clients(`&name=${encodeURIComponent(asked)}`)).toEqual(found)
    const looked = await admin.call('GET', `/client-by-name/${encodeURIComponent(asked)}`)
    expect(clientByNameRoute.answer.parse(looked.body).data.map(({ name }) => name)).toEqual(found)
  })

  test('invisible characters do not enter the name of a user', async () => {
    const user = await created({ name: '\u202eJo\u200bão Invisível\ufeff' })
    expect(user.name).toBe('João Invisível')
  })

  test('names that were stored before are folded anew', async () => {
    const { uid } = await client("Ana D'Ávila", "ana d'avila")
    await store.db.transaction().execute(async (tx) => {
      await sql`drop index clients_in_order, import_mappings_name, leads_old_number`.execute(tx)
      await sql`drop function name_order cascade; drop function folded_text`.execute(tx)
      await sql`create index clients_in_order on clients (name_folded, id)`.execute(tx)
      await names(tx)
      await sql`
        create unique index import_mappings_name on import_mappings (list, folded_text(name));
        create index leads_old_number on leads (folded_text(old_number)) where old_number is not null`.execute(
        tx,
      )
    })
    const row = await store.db
      .selectFrom('clients')
      .select('name_folded')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    expect(row.name_folded).toBe('ana davila')
  })
})
