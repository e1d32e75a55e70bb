/** An import of a list while it runs: killed, doubled, cancelled, refused; its lines, mappings and end. docs/rules.md#any-import */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { carryOut } from '../../../server/imports/batch-loop.ts'
import { importWork } from '../../../server/imports/import-work.ts'
import { KEEP_DAYS } from '../../../server/sync/housekeeping.ts'
import { importMappingSchema, importMappingsRoute } from '../../../src/contract/imports.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase } from '../support/databases.ts'
import { type ImportHouse, inImportHouse, NEVER } from '../support/imports.ts'
import { BRUNA } from '../support/people.ts'
import { failingFrom } from '../support/power-cut.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    ID: `M-${place}`,
    Cliente: `Pessoa ${place}`,
    Celular: `(31) 97777-${String(place).padStart(4, '0')}`,
  }))

describeDatabase('an import of a list that runs', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })
  const pace = { pauses: false, stop: NEVER }

  test('a batch that is broken off is done again from its first line, and each line once', async () => {
    const id = await house.started({ list: 'leads', rows: many(450) })
    await expect(carryOut(failingFrom(house, 2), importWork, pace)).rejects.toThrow('power cut')
    expect(await house.read(id)).toMatchObject({ state: 'running', done: 200, made: 200 })
    await house.work()
    expect(await house.read(id)).toMatchObject({ state: 'done', done: 450, made: 450 })
    expect(new Set((await house.leads()).map(({ old_number }) => old_number)).size).toBe(450)
    expect(await house.leads()).toHaveLength(450)
  })

  test('two loops at once write each line once', async () => {
    await house.started({ list: 'leads', rows: many(450) })
    await Promise.all([house.work(), house.work(), house.work()])
    await house.work()
    expect(await house.leads()).toHaveLength(450)
  })

  test('a cancelled one keeps what it did, forgets the lines that waited, and can be taken back', async () => {
    const id = await house.started({ list: 'leads', rows: many(300) })
    await expect(carryOut(failingFrom(house, 2), importWork, pace)).rejects.toThrow('power cut')
    const { body } = await house.admin.call('PUT', `/imports/${id}/cancel`)
    expect(body).toMatchObject({ state: 'cancelled', done: 200, made: 200 })
    await house.work()
    expect((await sql`select 1 from import_rows`.execute(house.store.db)).rows).toEqual([])
    expect((await house.admin.call('PUT', `/imports/${id}/cancel`)).body).toEqual(body)
    expect(await house.undone(id)).toMatchObject({ state: 'undone', removed: 400 })
  })

  test('only one runs at a time; a start that died with its process holds no other up', async () => {
    await house.started({ list: 'leads', rows: many(1) })
    const second = await house.send({ list: 'clients', rows: [{ Nome: 'Ana' }] })
    expect([second.status, second.body]).toMatchObject([409, { code: 'conflict' }])
    await house.store.db
      .updateTable('imports')
      .set({ state: 'preparing', touched_at: new Date(house.server.context.now() - 180_000).toISOString() })
      .execute()
    expect((await house.send({ list: 'clients', rows: [{ Nome: 'Ana' }] })).status).toBe(201)
  })

  test('the lines of a start that died go, and an undo may begin, without another import', async () => {
    const first = await house.imported({ list: 'clients', rows: [{ Nome: 'Ana' }] })
    const id = await house.started({ list: 'leads', rows: many(1) })
    await house.store.db
      .updateTable('imports')
      .set({ state: 'preparing', touched_at: new Date(house.server.context.now() - 180_000).toISOString() })
      .where('id', '=', id)
      .execute()
    await house.work()
    expect(await house.read(id)).toMatchObject({ state: 'cancelled', made: 0 })
    expect(await house.store.db.selectFrom('import_rows').select('line').execute()).toEqual([])
    expect(await house.undone(first.id)).toMatchObject({ state: 'undone', removed: 1 })
  })

  test('the lines of the file are the sum of the good, the refused and the blank ones', async () => {
    const rows = [{ Nome: 'Ana' }, { Nome: '' }, { Nome: '#REF!' }, { Nome: 'Bia' }]
    const done = await house.imported({ list: 'clients', rows })
    expect(done).toMatchObject({ total: 2, refused: 1, blank: 1, made: 2 })
  })

  test('a line that the database refuses is left out, and the others are imported', async () => {
    const id = await house.started({ list: 'leads', rows: many(3) })
    await sql`
      update import_rows set data = jsonb_set(data, '{broker_id}', '999999') where line = 3`.execute(
      house.store.db,
    )
    await house.work()
    expect(await house.read(id)).toMatchObject({ state: 'done', made: 2, refused: 1, done: 3 })
    expect(await house.refusals(id)).toMatchObject({
      data: [{ line: 3, reason: 'O banco de dados não aceitou esta linha' }],
    })
  })

  test('a file without a good line, a wrong mapping and an unknown choice are refused with a sentence', async () => {
    const refused = [
      await house.send({ list: 'clients', rows: [{ Nome: '#REF!' }] }),
      await house.send({ list: 'clients', rows: [{ Nada: 'Ana' }] }),
      await house.send({ list: 'leads', rows: many(1), choices: { broker_id: 999_999 } }),
      await house.send({ list: 'leads', rows: many(1), source: ' ' }),
    ]
    expect(refused).toMatchObject([
      { status: 422, body: { errors: { file: ['Nenhuma linha do arquivo pode ser importada.'] } } },
      { status: 422, body: { errors: { mapping: ['Escolha as colunas de: Nome do cliente.'] } } },
      { status: 422, body: { errors: { broker_id: ['Escolha um corretor ativo'] } } },
      { status: 422, body: { errors: { source: ['Diga de que sistema vêm os dados'] } } },
    ])
  })

  test('a broker who never entered gets neither the lines of a file nor an open lead that names him', async () => {
    const { db } = house.store
    await db.updateTable('users').set({ verified_at: null }).where('id', '=', BRUNA).execute()
    try {
      expect(await house.send({ list: 'leads', rows: many(1), choices: { broker_id: BRUNA } })).toMatchObject(
        { status: 422, body: { errors: { broker_id: [expect.stringContaining('nunca entrou')] } } },
      )
      const open = { Cliente: 'Ana', 'Criado em': '20/11/2025', Situação: 'Em andamento', Corretor: 'Bruna' }
      const won = { ...open, Cliente: 'Bia', Situação: 'Ganho', 'Data do ganho': '21/11/2025' }
      const id = await house.started({ list: 'leads', rows: [{ ...open, 'Data do ganho': '' }, won] })
      await house.work()
      expect(await house.refusals(id)).toMatchObject({
        data: [{ reason: expect.stringContaining('nunca entrou') }],
      })
      // A finished lead keeps the user who attended it.
      expect(await house.read(id)).toMatchObject({ made: 1, refused: 1 })
    } finally {
      await db
        .updateTable('users')
        .set({ verified_at: new Date().toISOString() })
        .where('id', '=', BRUNA)
        .execute()
    }
  })

  test('a text that is cut within a character is stored', async () => {
    const at = (most: number) => `${'x'.repeat(most - 1)}🚗🚗`
    const lead = {
      Cliente: 'Ana',
      'Criado em': '20/11/2025',
      Situação: 'Ganho',
      'Data do ganho': '21/11/2025',
    }
    const rows = [
      { ...lead, Corretor: at(60) },
      { ...lead, Corretor: 'Bruna', Observações: 'x'.repeat(3980), Seguradora: 'y'.repeat(6) + at(1) },
    ]
    const { made, refused } = await house.imported({ list: 'leads', rows, name: `${at(255)}.csv` })
    expect({ made, refused }).toEqual({ made: 1, refused: 1 })
    expect((await house.leads())[0]?.additional_information).toMatch(/Seguradora: yyyyyy$/)
  })

  test('an import goes after 90 days; its keys stay, so that the same file still writes nothing new', async () => {
    const { db } = house.store
    await house.imported({ list: 'leads', rows: many(2) })
    const old = new Date(house.server.context.now() - (KEEP_DAYS + 1) * DAY_MS).toISOString()
    await db.updateTable('imports').set({ ended_at: old }).execute()
    await db.deleteFrom('imports').where('ended_at', '<', old).execute()
    await sql`delete from imports`.execute(db)
    expect((await sql`select 1 from imported_records`.execute(db)).rows).toEqual([])
    expect(await house.imported({ list: 'leads', rows: many(2) })).toMatchObject({ made: 0, existing: 2 })
  })

  describe('days that contradict each other', () => {
    const rows = [
      { Nome: 'Ana', 'Data de nascimento': '25/03/1985' },
      { Nome: 'Bia', 'Data de nascimento': '03/25/1985' },
      { Nome: 'Caio', 'Data de nascimento': '04/03/1985' },
    ]

    test('are refused while nobody says what comes first', async () => {
      expect(await house.send({ list: 'clients', rows })).toMatchObject({
        status: 422,
        body: {
          errors: {
            day_orders: ['Escolha o que vem primeiro nas datas, o dia ou o mês: ‘Data de nascimento’.'],
          },
        },
      })
      expect((await sql`select 1 from imports`.execute(house.store.db)).rows).toEqual([])
    })

    test('are read as it is said, and what is none then is left out', async () => {
      const day_orders = JSON.stringify({ birth_date: 'month-first' })
      await house.imported({ list: 'clients', rows, choices: { day_orders } })
      const clients = await house.clients()
      expect(clients.map(({ birth_date }) => birth_date)).toEqual([null, '1985-03-25', '1985-04-03'])
    })
  })

  describe('mappings', () => {
    const MAPPING = {
      list: 'leads',
      name: 'Negócios',
      source: 'Pipedrive',
      headers: { client_name: 'Pessoa' },
    }

    test('are saved by name for each list, replaced and removed', async () => {
      const save = async (body: object) =>
        importMappingSchema.parse((await house.admin.call('POST', '/import-mappings', body)).body)
      const first = await save(MAPPING)
      const again = await save({ ...MAPPING, name: 'negocios', source: 'RD' })
      expect(again).toMatchObject({ id: first.id, source: 'RD', day_orders: {} })
      const ordered = await save({ ...MAPPING, day_orders: { created_at: 'month-first' } })
      expect(ordered).toMatchObject({ id: first.id, day_orders: { created_at: 'month-first' } })
      await save({ ...MAPPING, list: 'clients' })
      const { data } = importMappingsRoute.answer.parse(
        (await house.admin.call('GET', '/import-mappings')).body,
      )
      expect(data.map(({ list }) => list)).toEqual(['clients', 'leads'])
      const remove = () =>
        house.server.app.inject({
          method: 'DELETE',
          url: `/api/import-mappings/${first.id}`,
          headers: { authorization: `Bearer ${house.admin.token}` },
        })
      expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404])
    })
  })
})
