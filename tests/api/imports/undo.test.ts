/** Taking an import back: docs/rules.md#taking-back */
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import type { Tx } from '../../../server/db/database.ts'
import { carryOut } from '../../../server/imports/batch-loop.ts'
import { undoWork } from '../../../server/imports/undo-work.ts'
import { mergeClients } from '../../../server/merges/merge.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, describePostgres } from '../support/databases.ts'
import { ANA, type ImportHouse, inImportHouse, NEVER } from '../support/imports.ts'
import { untilWaiting } from '../support/lock-waits.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { failingFrom } from '../support/power-cut.ts'

const opened = (number: number) => ({
  ID: `N-${number}`,
  Cliente: `Pessoa ${number}`,
  Celular: `(31) 98888-${String(number).padStart(4, '0')}`,
  'Criado em': '20/11/2025',
  Corretor: 'Bruna',
})

describeDatabase('an import that is taken back', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })

  test('what was not touched goes from the server and the devices, and can be imported again', async () => {
    const rows = [opened(1), opened(2)]
    const { id, undo_until } = await house.imported({ list: 'leads', rows })
    expect(undo_until).not.toBeNull()
    const mirror = new Mirror()
    await pullAll(house.bruna, mirror)
    expect(mirror.leads.size).toBe(2)
    const done = await house.undone(id)
    expect(done).toMatchObject({ state: 'undone', undo_total: 4, undo_done: 4, removed: 4, kept: 0 })
    expect([await house.leads(), await house.clients()]).toEqual([[], []])
    await pullAll(house.bruna, mirror)
    expect(mirror.leads.size).toBe(0)
    expect(await house.imported({ list: 'leads', rows })).toMatchObject({ made: 2 })
  })

  test('what was touched stays, with its client, and is listed with the reason', async () => {
    const { id } = await house.imported({ list: 'leads', rows: [1, 2, 3].map(opened) })
    const [first, second] = await house.leads()
    const { status } = await house.bruna.call('PUT', `/capture-lead/${first?.id}`)
    expect(status).toBe(200)
    await house.store.db
      .insertInto('calls')
      .values({ lead_uid: second?.uid ?? '', user_id: BRUNA, date: new Date().toISOString(), status: 2 })
      .execute()
    expect(await house.undone(id)).toMatchObject({ removed: 2, kept: 4 })
    expect((await house.leads()).map(({ old_number }) => old_number)).toEqual(['N-1', 'N-2'])
    expect(await house.kept(id)).toMatchObject([
      { kind: 'client', name: 'Pessoa 1', line: 2, reason: 'Tem um lead' },
      { kind: 'lead', id: first?.id, name: 'Pessoa 1', reason: 'Foi alterado depois da importação' },
      { kind: 'client', reason: 'Tem um lead' },
      { kind: 'lead', id: second?.id, reason: 'Tem ligações' },
    ])
  })

  test('a client gets its blanks back, unless a user wrote to it since', async () => {
    const known = [
      { Nome: 'Ana Lima', CPF: ANA },
      { Nome: 'Bia Reis', CPF: '390.533.447-05' },
    ]
    await house.imported({ list: 'clients', rows: known })
    const more = known.map((row, place) => ({
      ...row,
      'E-mail': `p${place}@exemplo.com.br`,
      Cidade: 'Betim',
    }))
    const { id, updated } = await house.imported({ list: 'clients', rows: more })
    expect(updated).toBe(2)
    await house.store.db.updateTable('clients').set({ rg: 'MG1' }).where('name', '=', 'Bia Reis').execute()
    expect(await house.undone(id)).toMatchObject({ removed: 1, kept: 1 })
    expect(await house.clients()).toMatchObject([
      { name: 'Ana Lima', mail: '', city: '', cpf: ANA },
      { name: 'Bia Reis', mail: 'p1@exemplo.com.br', city: 'Betim', rg: 'MG1' },
    ])
    expect(await house.kept(id)).toMatchObject([{ kind: 'client', name: 'Bia Reis' }])
  })

  test('users go unless they signed in, and dealerships unless a user is in them', async () => {
    const shops = await house.imported({ list: 'partners', rows: [{ Nome: 'Centro' }, { Nome: 'Norte' }] })
    const users = await house.imported({
      list: 'users',
      rows: ['nina', 'otto'].map((name) => ({
        Nome: name,
        'E-mail': `${name}@exemplo.com.br`,
        Perfil: 'Concessionária',
        Concessionária: name === 'nina' ? 'Centro' : '',
      })),
    })
    const { db } = house.store
    const nina = await db
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'nina')
      .executeTakeFirstOrThrow()
    await db.insertInto('user_passwords').values({ user_id: nina.id, hash: 'x' }).execute()
    expect(await house.undone(users.id)).toMatchObject({ removed: 1, kept: 1 })
    expect(await house.kept(users.id)).toMatchObject([{ kind: 'user', name: 'nina', reason: 'Já tem senha' }])
    expect(await house.undone(shops.id)).toMatchObject({ removed: 1, kept: 1 })
    expect(await house.kept(shops.id)).toMatchObject([{ name: 'Centro', reason: 'Tem usuários' }])
  })

  test('leads stay as untouched as they were when another import completes their client', async () => {
    const first = await house.imported({ list: 'leads', rows: [{ ...opened(1), CPF: ANA }] })
    await house.imported({ list: 'clients', rows: [{ Nome: 'Pessoa 1', CPF: ANA, Cidade: 'Betim' }] })
    expect(await house.undone(first.id)).toMatchObject({ removed: 1, kept: 1 })
    expect(await house.leads()).toEqual([])
  })

  test('a client that was merged stays as the one that it is now, and its line is known', async () => {
    const rows = [{ Nome: 'Bia Reis', Código: 'B-1', Celular: '(31) 98888-0001' }]
    const first = await house.imported({ list: 'clients', rows })
    await house.imported({ list: 'clients', rows: [{ Nome: 'Beatriz Reis', CPF: ANA }] })
    const [alias, survivor] = await house.clients()
    const { status, body } = await house.admin.call('POST', '/client-merges', {
      survivor_uid: survivor?.uid,
      alias_uid: alias?.uid,
      from_alias: ['cellphone'],
      survivor_version: survivor?.version,
      alias_version: alias?.version,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await house.undone(first.id)).toMatchObject({ removed: 0, kept: 1 })
    expect(await house.kept(first.id)).toMatchObject([
      { kind: 'client', id: survivor?.id, name: 'Beatriz Reis', reason: 'Foi unido a outro cadastro' },
    ])
    expect(await house.imported({ list: 'clients', rows })).toMatchObject({ made: 0, existing: 1 })
    expect(await house.clients()).toHaveLength(1)
  })

  describe('when', () => {
    test('seven days have passed it is refused', async () => {
      const { id } = await house.imported({ list: 'leads', rows: [opened(1)] })
      const longAgo = new Date(house.server.context.now() - 7 * DAY_MS - 1000).toISOString()
      await house.store.db.updateTable('imports').set({ ended_at: longAgo }).execute()
      expect(await house.read(id)).toMatchObject({ undo_until: null })
      const { status, body } = await house.admin.call('POST', `/imports/${id}/undo`)
      expect([status, body]).toMatchObject([
        409,
        { message: 'Uma importação só pode ser desfeita em até sete dias depois do fim.' },
      ])
    })

    test('it runs, no other import begins; twice is the same as once; the audit has it', async () => {
      const { id } = await house.imported({ list: 'leads', rows: [opened(1)] })
      await house.admin.call('POST', `/imports/${id}/undo`)
      expect((await house.send({ list: 'leads', rows: [opened(2)] })).status).toBe(409)
      const done = await house.undone(id)
      expect(await house.undone(id)).toEqual(done)
      const entries = await house.store.db
        .selectFrom('audit_log')
        .select(['action', 'after'])
        .where('entity', '=', 'imports')
        .orderBy('id')
        .execute()
      expect(entries).toMatchObject([{ action: 'create' }, { action: 'update', after: { state: 'undoing' } }])
    })

    test('the server is killed in it, the next one goes on', async () => {
      const { id } = await house.imported({
        list: 'leads',
        rows: Array.from({ length: 250 }, (_, place) => opened(place + 1)),
      })
      await house.admin.call('POST', `/imports/${id}/undo`)
      const pace = { pauses: false, stop: NEVER }
      await expect(carryOut(failingFrom(house, 2), undoWork, pace)).rejects.toThrow('power cut')
      expect(await house.leads()).toHaveLength(50)
      await Promise.all([house.work(), house.work()])
      await house.work()
      expect(await house.read(id)).toMatchObject({ state: 'undone', removed: 500, kept: 0 })
      expect([await house.leads(), await house.clients()]).toEqual([[], []])
    })
  })
})

describePostgres('an import at the same moment', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })

  /** Lets the import run into the locks of what `write` does, which is committed then. */
  async function runsInto(write: (tx: Tx) => Promise<unknown>): Promise<void> {
    let working: Promise<void> = Promise.resolve()
    await house.store.db.transaction().execute(async (tx) => {
      await write(tx)
      working = house.work()
      await untilWaiting(house.store)
    })
    await working
  }

  test('does not take a lead for untouched while a user writes it', async () => {
    const first = await house.imported({ list: 'leads', rows: [{ ...opened(1), CPF: ANA }] })
    await house.started({ list: 'clients', rows: [{ Nome: 'Pessoa 1', CPF: ANA, Cidade: 'Betim' }] })
    await runsInto((tx) => tx.updateTable('leads').set({ on_fire: true }).execute())
    expect(await house.undone(first.id)).toMatchObject({ removed: 0, kept: 2 })
    expect(await house.leads()).toMatchObject([{ on_fire: true }])
  })

  test('does not make a client anew while a user merges it', async () => {
    const phone = { Celular: '(31) 98888-0001' }
    await house.imported({ list: 'clients', rows: [{ Nome: 'Bia Reis', ...phone }] })
    await house.imported({ list: 'clients', rows: [{ Nome: 'Ana Lima', CPF: ANA }] })
    for (const row of [
      { Nome: 'Bia Reis', ...phone, Cidade: 'Betim' },
      { Nome: 'Ana Lima', CPF: ANA, Estado: 'MG' },
    ]) {
      const [alias] = (await house.clients()).filter(({ name }) => name === row.Nome)
      const uid = uuidv7()
      const { id: _id, version: _version, ...same } = alias ?? expect.fail(`no ${row.Nome}`)
      await house.store.db
        .insertInto('clients')
        .values({ ...same, uid })
        .execute()
      const survivor = (await house.clients()).find((client) => client.uid === uid)
      const asked = {
        survivor_uid: uid,
        alias_uid: same.uid,
        from_alias: [],
        survivor_version: Number(survivor?.version),
        alias_version: Number(alias?.version),
      }
      const id = await house.started({ list: 'clients', rows: [row] })
      await runsInto((tx) => mergeClients(tx, asked, { userId: ADMIN, nowMs: house.server.context.now() }))
      expect(await house.read(id)).toMatchObject({ made: 0, updated: 1 })
    }
    expect(await house.clients()).toHaveLength(2)
  })
})
