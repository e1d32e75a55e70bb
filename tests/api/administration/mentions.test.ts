/**
 * Notes and histories of other people's leads that mention an erased person: they are found where they are, and blanked with
 * all their copies. docs/rules.md#mentions
 */
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { searchMentions } from '../../../server/administration/personal-data/mentions/search.ts'
import {
  notSearchedWhy,
  searchedTables,
  textColumns,
} from '../../../server/administration/personal-data/mentions/searched.ts'
import { columnsIn } from '../../../server/records/tables.ts'
import { blankMentionsRoute, type Mention, mentionsRoute } from '../../../src/contract/mentions.ts'
import { MENTION_PLACES } from '../../../src/domain/client/personal-tables.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { aKnownPersonIn, besideKnownPeople, CLIENT, done, dumpOf, tracesOf } from '../support/known-person.ts'
import { creation } from '../support/leads.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'

describeDatabase('columns that are searched for mentions', (open) => {
  test('every column of text is searched and named, or excluded with a reason, and no other is listed', async () => {
    const { db } = await open()
    const named = new Set(
      Object.entries(MENTION_PLACES).flatMap(([table, { columns }]) =>
        Object.keys(columns).map((column) => `${table}.${column}`),
      ),
    )
    const texts = await textColumns(db)
    const isExcluded = (name: string) => {
      const [table = '', column = ''] = name.split('.')
      return notSearchedWhy(table, column) !== null
    }
    expect(texts.filter((name) => named.has(name) === isExcluded(name))).toEqual([])
    expect([...named, ...columnsIn('unsearched')].filter((name) => !texts.includes(name))).toEqual([])
  })

  test('a new column of text is searched before it is named', async () => {
    const { db } = await open()
    await sql`create table new_notes (id int primary key, note text)`.execute(db)
    expect(await searchedTables(db)).toContainEqual({
      table: 'new_notes',
      key: [{ name: 'id', type: 'integer' }],
      columns: ['note'],
      json: [],
      hasLead: false,
    })
    await sql`drop table new_notes`.execute(db)
  })
})

/** The notations of the person that the other leads' texts have. */
const NOTES = {
  note: 'cunhado da ZENAIDE prado quaresma, quer franquia baixa',
  product: 'Carro da família, CPF 111 444 777 35',
  appointment: 'ligar também para 31 9 8765 4321 à tarde',
} as const
/** Their bytes in the database, as they were typed. */
const TYPED = ['ZENAIDE prado quaresma', '111 444 777 35', '31 9 8765 4321', '+55 (31) 98765-4321', 'Zenaíde']

describeDatabase('mentions of a person in other rows', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let admin: Device
  let bruna: Device
  let referrer: Device
  besideKnownPeople(open, (opened) => {
    ;({ admin, bruna, dir, referrer, server, store } = opened)
  })
  beforeEach(async () => {
    await store.db.updateTable('users').set({ observation: '' }).execute()
  })

  const path = (id: number) => `/clients/${id}/personal-data/mentions`
  const search = async (id: number): Promise<Mention[]> => {
    const { status, body } = await admin.call('GET', path(id))
    expect(status).toBe(200)
    return mentionsRoute.answer.parse(body).mentions
  }
  const blank = async (id: number, keys: readonly string[]) => {
    const { status, body } = await admin.call('POST', `${path(id)}/blank`, { keys })
    expect(status).toBe(200)
    return blankMentionsRoute.answer.parse(body).blanked
  }
  const typedLeft = async () => {
    const text = await dumpOf(store)
    return TYPED.filter((mark) => text.includes(mark))
  }

  /** The person, and another client's lead whose texts mention it: now, before, and in what commands left. */
  async function aMentionedPerson() {
    const person = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    const other = creation(
      { additional_information: `Indicada por Zenaíde Prado Quaresma, tel. +55 (31) 98765-4321.` },
      { ...CLIENT, name: 'Hugo Prado', cpf: '52998224725', mail: 'hugo@exemplo.com.br' },
    )
    await done(admin, 'lead.create', other)
    const { lead_uid, client_uid } = other
    await done(bruna, 'lead.capture', { lead_uid })
    await done(bruna, 'lead.update', {
      lead_uid,
      client_uid,
      changes: { additional_information: NOTES.note, product: NOTES.product },
    })
    await done(bruna, 'lead.schedule', {
      lead_uid,
      scheduling_date: new Date(server.context.now() + 86_400_000).toISOString(),
      description: NOTES.appointment,
    })
    await store.db
      .insertInto('chat_history')
      .values({ session_id: 's', input_prompt: 'E a Zenaíde Prado Quaresma?', chat_response: 'Não sei.' })
      .execute()
    await admin.call('PUT', `/users/${BRUNA}`, { observation: 'x' })
    await store.db
      .updateTable('users')
      .set({ observation: 'Prima de Zenaíde Prado Quaresma' })
      .where('id', '=', BRUNA)
      .execute()
    await sql`
      insert into audit_log (user_id, action, entity, entity_id, before, after)
      values (${ADMIN}, 'update', 'users', ${String(BRUNA)}, '{"observation":""}',
        '{"observation":"Prima de Zenaíde Prado Quaresma"}')`.execute(store.db)
    const { id: number } = await store.db
      .selectFrom('leads')
      .select('id')
      .where('uid', '=', lead_uid)
      .executeTakeFirstOrThrow()
    return { ...person, other: { lead_uid, client_uid, number } }
  }

  test('each place is shown with its lead, its field and an excerpt; the person’s own rows are not', async () => {
    const { id, other } = await aMentionedPerson()
    const before = await dumpOf(store)
    const mentions = await search(id)
    expect(await dumpOf(store)).toBe(before)
    const lead = { uid: other.lead_uid, id: other.number }
    expect(mentions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          lead,
          field: 'additional_information',
          excerpt: { before: 'cunhado da ', match: 'ZENAIDE prado quaresma', after: ', quer franquia baixa' },
          more: 0,
        }),
        expect.objectContaining({ lead, field: 'product' }),
        expect.objectContaining({ lead, field: 'lead_scheduling' }),
        expect.objectContaining({ table: 'chat_history', field: 'input_prompt', lead: null }),
        expect.objectContaining({ table: 'users', field: 'observation' }),
        expect.objectContaining({ table: 'audit_log', field: 'after' }),
      ]),
    )
    // A field is one place with its history, its commands and the client's own name stays out of it.
    expect(mentions).toHaveLength(6)
  })

  test('one place is blanked with its history and its copies, and the rest of the text stays', async () => {
    const { id, other } = await aMentionedPerson()
    const { cursor } = await bruna.pull()
    const note = (await search(id)).find(({ field }) => field === 'additional_information')
    expect(await blank(id, [note?.key ?? ''])).toBe(1)
    const { rows, timelines } = await bruna.pull(cursor)
    expect(rows.leads.find(({ uid }) => uid === other.lead_uid)).toMatchObject({
      additional_information: 'cunhado da [apagado], quer franquia baixa',
      product: NOTES.product,
    })
    const history = JSON.stringify(timelines.filter(({ lead_uid }) => lead_uid === other.lead_uid))
    expect(history).toContain('Indicada por [apagado], tel. [apagado].')
    expect(history).toContain('cunhado da [apagado], quer franquia baixa')
    expect(await typedLeft()).toEqual(['111 444 777 35', '31 9 8765 4321', 'Zenaíde'])
    expect((await search(id)).map(({ field }) => field)).not.toContain('additional_information')
    expect(await blank(id, [note?.key ?? ''])).toBe(0)
    const entries = await store.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'entity_id', 'after'])
      .where('action', '=', 'erase')
      .execute()
    expect(entries).toEqual([
      { action: 'erase', entity: 'clients', entity_id: String(id), after: { mentions: 1 } },
    ])
  })

  test('a text that only the history still has is found, and devices read the history anew', async () => {
    const { id, other } = await aMentionedPerson()
    const { lead_uid, client_uid } = other
    await done(bruna, 'lead.update', { lead_uid, client_uid, changes: { additional_information: 'Nada.' } })
    const { cursor } = await bruna.pull()
    const note = (await search(id)).find(({ field }) => field === 'additional_information')
    expect(note).toMatchObject({ table: 'timeline', lead: { uid: lead_uid, id: other.number } })
    expect(await blank(id, [note?.key ?? ''])).toBe(1)
    const { timelines } = await bruna.pull(cursor)
    const history = JSON.stringify(timelines.filter((each) => each.lead_uid === lead_uid))
    expect(history).toContain('cunhado da [apagado]')
    expect(history).not.toContain('quaresma')
  })

  test('with all places blanked the erasure leaves no byte of the person anywhere', async () => {
    const { id, other } = await aMentionedPerson()
    await blank(
      id,
      (await search(id)).map(({ key }) => key),
    )
    const { status } = await admin.call('DELETE', `/clients/${id}/personal-data`, {
      reason: 'Pedido da titular',
      keep: false,
    })
    expect(status).toBe(200)
    expect(await typedLeft()).toEqual([])
    // Hugo has the family's phone and address, which stay his.
    const text = await tracesOf(store, dir)
    expect(text).toEqual(
      expect.not.arrayContaining([
        'name',
        'folded',
        'cpf',
        'writtenCpf',
        'mail',
        'earlierMail',
        'plate',
        'note',
      ]),
    )
    const dump = await dumpOf(store)
    expect(dump).toContain('Hugo Prado')
    expect(dump).toContain('Prima de [apagado]')
    expect(dump).toContain('Carro da família, CPF [apagado]')
    for (const device of [admin, bruna]) {
      const pulled = JSON.stringify(await device.pull())
      expect(pulled).toContain(other.lead_uid)
      expect(TYPED.filter((mark) => pulled.includes(mark))).toEqual([])
    }
    expect((await admin.call('GET', path(id))).status).toBe(410)
  })

  test.each([
    0, 30,
  ])('a command of %i days ago that is repeated by its key gets the blanked text', async (days) => {
    const { id, other } = await aMentionedPerson()
    await sql`update command_log set received_at = received_at - make_interval(days => ${days}::int)`.execute(
      store.db,
    )
    const { rows } = await sql<{ key: string; args: unknown }>`
      select key, args from command_log
      where command = 'lead.update' and args ->> 'lead_uid' = ${other.lead_uid}`.execute(store.db)
    await blank(
      id,
      (await search(id)).map(({ key }) => key),
    )
    const [sent] = rows
    const again = await bruna.run({ key: sent?.key ?? '', command: 'lead.update', args: sent?.args })
    expect(JSON.stringify(again)).not.toContain('quaresma')
  })

  test('the search stops at its time limit and goes on from there until everything was read', async () => {
    const { id, uid } = await aMentionedPerson()
    const whole = await search(id)
    expect(await searchMentions(store.db, uid, { limitMs: 0 })).toMatchObject({
      next: expect.any(String),
      seconds: 0,
    })
    const found = new Set<string>()
    let from: string | undefined
    let calls = 0
    do {
      const { mentions, next } = await searchMentions(store.db, uid, { from, limitMs: 1 })
      for (const { key } of mentions) found.add(key)
      from = next ?? undefined
      calls++
    } while (from !== undefined && calls < 1000)
    expect(calls).toBeGreaterThan(1)
    expect([...found].toSorted()).toEqual(whole.map(({ key }) => key).toSorted())
  })

  test('a call shows 200 places, and the next goes on after the last row that was shown', async () => {
    const { id } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    const row = { session_id: 's', input_prompt: 'E a Zenaíde Prado Quaresma?', chat_response: 'Não sei.' }
    await store.db
      .insertInto('chat_history')
      .values(Array.from({ length: 450 }, () => row))
      .execute()
    const sizes: number[] = []
    const found = new Set<string>()
    let from: string | null = ''
    while (from !== null) {
      const query = from === '' ? '' : `?${new URLSearchParams({ from })}`
      const { mentions, next } = mentionsRoute.answer.parse(
        (await admin.call('GET', `${path(id)}${query}`)).body,
      )
      sizes.push(mentions.length)
      for (const { key } of mentions) found.add(key)
      from = next
    }
    expect(sizes).toEqual([200, 200, 50])
    expect(found.size).toBe(450)
  })

  test('a key that is none of the search’s changes nothing', async () => {
    const { id } = await aMentionedPerson()
    const before = await dumpOf(store)
    const keys = [
      'x',
      '{"table":"users","row":["2"],"column":"name"}',
      '{"table":"user_passwords","row":["2"],"column":"hash"}',
      JSON.stringify({ lead: uuidv7(), field: 'additional_information' }),
      JSON.stringify({ table: 'clients', row: [uuidv7()], column: 'comp' }),
    ]
    expect(await blank(id, keys)).toBe(0)
    expect(await dumpOf(store)).toBe(before)
    expect((await admin.call('GET', `${path(id)}?from=x`)).status).toBe(200)
  })

  test('the audit is changed by nothing else', async () => {
    await aMentionedPerson()
    const change = sql`update audit_log set after = '{}'`.execute(store.db)
    await expect(change).rejects.toThrow('the audit is never changed')
    const action = store.db.transaction().execute(async (tx) => {
      await sql`select set_config('farol.blanks_mentions', 'on', true)`.execute(tx)
      await sql`update audit_log set action = 'create'`.execute(tx)
    })
    await expect(action).rejects.toThrow('the audit is never changed')
  })

  test('blanking asks for the own password', async () => {
    const { id } = await aMentionedPerson()
    const keys = (await search(id)).map(({ key }) => key)
    const unproven = await server.device(ADMIN)
    expect(await unproven.call('POST', `${path(id)}/blank`, { keys })).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    expect(await dumpOf(store)).not.toContain('[apagado]')
  })
})
