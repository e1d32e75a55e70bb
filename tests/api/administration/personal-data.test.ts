/**
 * Personal data of a client: the export has all of it, the erasure leaves no byte of it in database and files, and
 * nothing that a device sends later brings it back.
 */
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test, vi } from 'vitest'
import { removeErasedFiles } from '../../../server/administration/personal-data/erase.ts'
import { PLACES } from '../../../server/administration/personal-data/places.ts'
import { erasureSchema, personalDataSchema } from '../../../src/contract/personal-data.ts'
import {
  ANSWER_ERASED_MESSAGE,
  ERASED_MESSAGE,
  ERASED_NAME,
  erasedClient,
  erasedLead,
} from '../../../src/domain/client/erasure.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import {
  aKnownPersonIn,
  besideKnownPeople,
  CLIENT,
  done,
  dumpOf,
  MARKS,
  NAME,
  sendPdf,
  tracesOf,
} from '../support/known-person.ts'
import { creation } from '../support/leads.ts'
import { ADMIN, DAVI } from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'

describeDatabase('personal data of a client', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let admin: Device
  let bruna: Device
  let referrer: Device
  besideKnownPeople(open, async (opened) => {
    ;({ admin, bruna, dir, referrer, server, store } = opened)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
  })
  beforeEach(async () => {
    await removeFolder(dir)
    await mkdir(dir)
  })

  const dump = () => dumpOf(store)
  const found = () => tracesOf(store, dir)

  const aKnownPerson = () => aKnownPersonIn({ store, server, admin, bruna, referrer })

  const data = (id: number) => `/clients/${id}/personal-data`
  /** One of the person's leads is sold: the law would keep its papers. */
  const WHOLLY = { reason: 'Pedido da titular', keep: false }
  const erase = (id: number) => admin.call('DELETE', data(id), WHOLLY)

  test('the marks are in the database and the files before, so that the search can find them', async () => {
    await aKnownPerson()
    expect(await found()).toEqual(Object.keys(MARKS))
  })

  test('the export has client, leads, history, files and every other place, and is in the audit', async () => {
    const { id, lead_uid, file_uid } = await aKnownPerson()
    const { status, body } = await admin.call('GET', data(id))
    expect(status).toBe(200)
    const exported = personalDataSchema.parse(body)
    expect(exported.client).toMatchObject({ name: NAME, mail: MARKS.mail })
    expect(exported.leads).toHaveLength(3)
    expect(exported.leads[0]).toMatchObject({ lead: { uid: lead_uid }, files: [{ uid: file_uid }] })
    expect(exported.leads[0]?.timeline.map(({ command }) => command)).toContain('lead.recordCall')
    expect(Object.keys(exported.elsewhere).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'calls',
      'chat_history',
      'client_merges',
      'data_requests',
      'elective_leads',
      'external_indications',
      'held_indications',
      'lead_duplicates',
      'lead_temps',
      'obligations',
      'renewals',
      'schedulings',
      'whatsapp_strangers',
    ])
    expect(exported.elsewhere.elective_leads).toHaveLength(2)
    const missing = Object.values(MARKS).filter((mark) => !JSON.stringify(body).includes(mark))
    expect(missing).toEqual([MARKS.folded, MARKS.pdf].filter((mark) => missing.includes(mark)))
    const file = await server.app.inject({
      url: `/api/leads/fileDownload?lead_id=${exported.leads[0]?.lead.id}&file_uid=${file_uid}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(file.body).toContain(MARKS.pdf)
    const entries = await store.db.selectFrom('audit_log').selectAll().execute()
    expect(entries).toMatchObject([
      { user_id: ADMIN, action: 'export', entity: 'clients', entity_id: String(id), after: { leads: 3 } },
    ])
    expect(JSON.stringify(entries)).not.toContain('enaide')
  })

  test('the question counts what goes, and changes nothing', async () => {
    const { id } = await aKnownPerson()
    const before = await dump()
    const { body } = await admin.call('GET', `${data(id)}/erasure`)
    expect(erasureSchema.parse(body)).toMatchObject({
      leads: 3,
      open_leads: 2,
      rows: {
        leads: 3,
        lead_files: 1,
        calls: 1,
        elective_leads: 2,
        lead_temps: 2,
        chat_history: 2,
        clients: 1,
      },
    })
    expect(await dump()).toBe(before)
  })

  test('the erasure leaves no byte in database, kept answers, mails and files; figures and others stay', async () => {
    const { id, uid, lead_uid, second, referral } = await aKnownPerson()
    const [lead, client] = await Promise.all([admin.call('GET', '/sync'), admin.call('GET', data(id))])
    expect([lead.status, client.status]).toEqual([200, 200])
    const exported = personalDataSchema.parse(client.body)
    const { status, body } = await erase(id)
    expect([status, body]).toEqual([200, { erased_at: expect.any(String) }])
    expect(await found()).toEqual([])

    const page = await admin.pull()
    expect(page.rows.clients).toHaveLength(1)
    const { version: _c, ...erased } = erasedClient(exported.client)
    expect(page.rows.clients[0]).toMatchObject(erased)
    for (const { lead: before } of exported.leads) {
      const { version: _l, ...blanked } = erasedLead(before)
      expect(page.rows.leads.find((row) => row.uid === before.uid)).toMatchObject(blanked)
    }
    expect(page.rows.leads.find((row) => row.uid === second)).toMatchObject({
      sold: 1,
      sale_value_cents: 123_400,
    })
    expect(page.erased).toEqual(
      expect.arrayContaining([uid, lead_uid, second, referral.lead_uid, referral.client_uid]),
    )

    const rest = await dump()
    expect(rest).toContain('Outra Pessoa')
    expect(rest).toContain('O que é franquia?')
    expect(
      await store.db.selectFrom('elective_leads').select('proposal').orderBy('proposal').execute(),
    ).toEqual(['P-100', 'P-102'].map((proposal) => ({ proposal })))
    const timeline = await store.db
      .selectFrom('timeline')
      .select('changes')
      .where('lead_uid', '=', lead_uid)
      .execute()
    expect(timeline.some(({ changes }) => 'broker_id' in changes)).toBe(true)
    const entries = await store.db.selectFrom('audit_log').selectAll().where('action', '=', 'erase').execute()
    expect(entries).toMatchObject([
      { user_id: ADMIN, entity: 'clients', entity_id: String(id), before: null },
    ])
    expect(server.security.at(-1)).toMatchObject({ event: 'personal_data_erased', about: `client ${id}` })
  })

  // Their paths are random characters. The files themselves are searched.
  const withoutMarks = new Set(['lead_files', 'uploaded_files'])
  test.each(
    PLACES.flatMap(({ table, columns }, place) =>
      withoutMarks.has(table) ? [] : [{ table, place, columns: Object.keys(columns).length }],
    ),
  )('the search finds what an erasure would leave in $table ($place)', async ({ place }) => {
    const { id } = await aKnownPerson()
    const all = [...PLACES]
    const left = vi.spyOn(PLACES, Symbol.iterator)
    left.mockImplementation(() => all.filter((_, other) => other !== place)[Symbol.iterator]())
    await erase(id)
    left.mockRestore()
    expect(await found()).not.toEqual([])
  })

  test('a relative with the same phone keeps its proposal, and another of the same name its import', async () => {
    const { id } = await aKnownPerson()
    const proposal = (number: string, client: object) => ({
      inviter_login: 'indicante',
      proposal: number,
      client_informations: JSON.stringify(client),
      product_informations: '{}',
    })
    await store.db
      .insertInto('elective_leads')
      .values([
        proposal('P-201', { name: 'Hugo Prado', cpf: '52998224725', cellphone: MARKS.cellphone }),
        proposal('P-202', { name: NAME, cpf: '39053344705', cellphone: '31900000000' }),
      ])
      .execute()
    await erase(id)
    const left = await store.db.selectFrom('elective_leads').select('proposal').orderBy('proposal').execute()
    expect(left.map((row) => row.proposal)).toEqual(['P-100', 'P-102', 'P-201', 'P-202'])
  })

  test('an earlier name, document or contact of the person counts, too', async () => {
    const { id, uid: client_uid } = await aKnownPerson()
    const earlier = {
      name: 'Zuleica Antunes Prado',
      cpf: '39053344705',
      cellphone: '31955554444',
      mail: 'entre-zq@exemplo.com.br',
    }
    const corrects = async (changes: object) =>
      done(admin, 'client.update', { client_uid, changes, identity: 'correct' })
    const { name, cpf, cellphone } = CLIENT
    const { cpf: earlierCpf, ...others } = earlier
    // A name and a document in one step are another person's.
    await corrects(others)
    await corrects({ cpf: earlierCpf })
    await corrects({ cpf, cellphone, mail: MARKS.mail })
    await corrects({ name })
    const asked = Object.values(earlier).map((text) => ({
      session_id: 's',
      input_prompt: `De quem é ${text}?`,
      chat_response: 'Não sei.',
    }))
    await store.db.insertInto('chat_history').values(asked).execute()
    await erase(id)
    const text = await dump()
    expect(Object.values(earlier).filter((value) => text.includes(value))).toEqual([])
  })

  test('it is done once: repeated it says when, and an export says that nothing is left', async () => {
    const { id } = await aKnownPerson()
    const first = await erase(id)
    server.forward(60_000)
    expect(await erase(id)).toEqual(first)
    const entries = await store.db.selectFrom('audit_log').select('action').execute()
    expect(entries).toEqual([{ action: 'erase' }])
    for (const path of [data(id), `${data(id)}/erasure`])
      expect(await admin.call('GET', path)).toEqual({
        status: 410,
        body: { code: 'erased', message: ERASED_MESSAGE },
      })
  })

  test('no queued command brings the data back; without text a lead can still be cancelled', async () => {
    const { id, uid, lead_uid, referral } = await aKnownPerson()
    await erase(id)
    const late = creation({}, CLIENT)
    const file_uid = uuidv7()
    await sendPdf(server, bruna, file_uid)
    const queued = [
      [bruna, 'client.update', { client_uid: uid, changes: { mail: MARKS.mail } }],
      [bruna, 'client.create', { client_uid: uid, client: CLIENT }],
      [bruna, 'lead.create', { ...late, client_uid: uid }],
      [bruna, 'lead.update', { lead_uid, client_uid: uid, changes: { additional_information: MARKS.note } }],
      [bruna, 'lead.recordCall', { lead_uid, phone: MARKS.cellphone, call_uid: uuidv7() }],
      [bruna, 'lead.attachFile', { lead_uid, file_uid, name: 'zenaide.pdf', size: 8 }],
      // By the uid that only the referrer's device knows.
      [referrer, 'indication.create', { ...late, lead_uid: uuidv7(), client_uid: referral.client_uid }],
    ] as const
    for (const [device, command, args] of queued)
      expect(await device.run({ command, args }), command).toMatchObject({
        outcome: 'rejected',
        code: 'erased',
        message: ERASED_MESSAGE,
        rows: { leads: [], clients: [] },
      })
    expect((await admin.call('PUT', `/clients/${id}`, { mail: MARKS.mail })).status).toBe(410)
    expect(await found()).toEqual(['pdf'])
    await removeErasedFiles(server.context)
    expect(await found()).toEqual([])
    await done(admin, 'lead.cancel', { lead_uid })
  })

  test('an answer that is asked for again by its key is applied, without the data', async () => {
    const { id } = await aKnownPerson()
    await erase(id)
    const repeated = await admin.run({
      key: 'criacao-da-pessoa',
      command: 'lead.create',
      args: creation({}, CLIENT),
    })
    expect(repeated).toMatchObject({ outcome: 'rejected', code: 'invalid' })
    const { rows } = await sql<{ args: unknown; result: unknown }>`
      select args, result from command_log where key = 'criacao-da-pessoa'`.execute(store.db)
    expect(rows).toMatchObject([
      {
        args: { lead_uid: expect.any(String) },
        result: { outcome: 'applied', rows: { leads: [], clients: [] } },
      },
    ])
    const again = await admin.run({ key: 'criacao-da-pessoa', command: 'lead.create', args: rows[0]?.args })
    expect(again).toEqual({
      key: 'criacao-da-pessoa',
      outcome: 'applied',
      rows: { leads: [], clients: [] },
      removed: [],
    })
  })

  test('a refusal about another client of the same document stays one, without the data', async () => {
    const { id } = await aKnownPerson()
    const other = creation({}, { ...CLIENT, name: 'Outra Pessoa', cpf: '39053344705' })
    await done(admin, 'lead.create', other)
    await store.db
      .updateTable('clients')
      .set({ cpf: CLIENT.cpf })
      .where('uid', '=', other.client_uid)
      .execute()
    const finish = {
      key: 'recusada',
      command: 'lead.finish',
      args: { lead_uid: other.lead_uid, client_uid: other.client_uid, changes: { sold: 0, lost_sale: 1 } },
    }
    expect(JSON.stringify(await admin.run(finish))).toContain(CLIENT.cpf)
    await erase(id)
    expect(await admin.run(finish)).toEqual({
      key: 'recusada',
      outcome: 'rejected',
      code: 'rule',
      message: ANSWER_ERASED_MESSAGE,
      errors: {},
      rows: { leads: [], clients: [] },
      removed: [],
    })
  })

  test('a device hears of it at its next pull, whatever its scope, and at a first sync', async () => {
    const { id, uid } = await aKnownPerson()
    const stranger = await server.device(DAVI)
    const { cursor } = await stranger.pull()
    await erase(id)
    const page = await stranger.pull(cursor)
    expect(page.erased).toContain(uid)
    expect((await stranger.pull(page.cursor)).erased).toEqual([])
    expect((await stranger.pull()).erased).toContain(uid)
    const referred = await referrer.pull()
    expect(referred.rows.clients.map(({ name }) => name)).toEqual([ERASED_NAME])
    expect(JSON.stringify(referred)).not.toContain('enaide')
  })

  test('files that a crash left are removed later', async () => {
    const { id } = await aKnownPerson()
    const { files: store_ } = server.context.integrations
    const broken = { ...store_, remove: () => Promise.reject(new Error('the disk is gone')) }
    Object.assign(server.context.integrations, { files: broken })
    expect((await erase(id)).status).toBe(200)
    Object.assign(server.context.integrations, { files: store_ })
    expect(await found()).toEqual(['pdf'])
    await removeErasedFiles(server.context)
    expect(await found()).toEqual([])
    expect(await store.db.selectFrom('erased_files').selectAll().execute()).toEqual([])
  })
})
