/** The start of an import whose answer was lost is one import: docs/rules.md#sent-again */
import { describe, expect, test } from 'vitest'
import { dataImportSchema } from '../../../src/contract/imports.ts'
import { renewalImportSchema } from '../../../src/contract/renewal-imports.ts'
import { describeDatabase } from '../support/databases.ts'
import { type ImportHouse, inImportHouse, type SentList } from '../support/imports.ts'
import { BRUNA } from '../support/people.ts'
import { BIA, inRenewalHouse, policies, type Renewals } from '../support/renewals.ts'

const key = () => crypto.randomUUID()
const FILE = { list: 'clients', rows: [{ Nome: 'Ana Lima', Celular: '31988887777' }] } as const
/** A start that stored nothing for so long is dead. */
const LONG_AGO = 180_000

describeDatabase('the start of an import of a list', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })
  const all = () => house.store.db.selectFrom('imports').select(['id', 'state']).execute()

  test('sent again while it runs, and after its end, answers the import that did the work', async () => {
    const lost = key()
    const first = await house.send(FILE, lost)
    expect(first.status).toBe(201)
    const { id } = dataImportSchema.parse(first.body)
    expect(await house.send(FILE, lost)).toMatchObject({ status: 201, body: { id, state: 'running' } })
    await house.work()
    expect(await house.send(FILE, lost)).toMatchObject({ status: 201, body: { id, state: 'done', made: 1 } })
    expect(await all()).toHaveLength(1)
  })

  test('sent twice at once is one import', async () => {
    const lost = key()
    const answers = await Promise.all([house.send(FILE, lost), house.send(FILE, lost)])
    expect(new Set(answers.map(({ body }) => dataImportSchema.parse(body).id)).size).toBe(1)
    await house.work()
    expect(await all()).toMatchObject([{ state: 'done' }])
    expect(await house.store.db.selectFrom('clients').select('id').execute()).toHaveLength(1)
  })

  test('sent again is answered without a second reading, which would refuse the file by now', async () => {
    const lead = { Cliente: 'Caio Sá', 'Criado em': '20/11/2025', Resultado: 'Aberto', Corretor: 'Bruna' }
    const leads: SentList = { list: 'leads', rows: [lead] }
    const lost = key()
    const { id } = dataImportSchema.parse((await house.send(leads, lost)).body)
    const renamed = (name: string) =>
      house.store.db.updateTable('users').set({ name }).where('id', '=', BRUNA).execute()
    await renamed('Zulmira')
    try {
      expect(await house.send(leads, key())).toMatchObject({ status: 422 })
      expect(await house.send(leads, lost)).toMatchObject({ status: 201, body: { id } })
    } finally {
      await renamed('Bruna')
    }
  })

  test('another file under the same key is refused; another key is another import', async () => {
    const lost = key()
    await house.send(FILE, lost)
    await house.work()
    expect(await house.send({ ...FILE, rows: [{ Nome: 'Bia' }] }, lost)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await house.send(FILE, key())).toMatchObject({ status: 201 })
    expect(await all()).toHaveLength(2)
  })

  test('a start that died before its lines were whole says so, and another key begins anew', async () => {
    const lost = key()
    await house.send(FILE, lost)
    const touched_at = new Date(house.server.context.now() - LONG_AGO).toISOString()
    await house.store.db.updateTable('imports').set({ state: 'preparing', touched_at }).execute()
    await house.work()
    expect(await house.send(FILE, lost)).toMatchObject({
      status: 409,
      body: { message: 'A importação foi cancelada enquanto começava. Envie o arquivo de novo.' },
    })
    expect(await house.imported(FILE)).toMatchObject({ made: 1 })
  })
})

describeDatabase('the start of an import of renewals', (open) => {
  let house: Renewals
  inRenewalHouse(open, (made) => {
    house = made
  })
  const all = () => house.store.db.selectFrom('renewal_imports').select(['id', 'state']).execute()
  const file = policies({}, BIA)

  test('sent again answers the import that did the work', async () => {
    const lost = key()
    const { id } = renewalImportSchema.parse((await house.send(file, lost)).body)
    await house.work()
    expect(await house.send(file, lost)).toMatchObject({ status: 201, body: { id, state: 'done', made: 2 } })
    expect(await all()).toHaveLength(1)
  })

  describe('stores its lines in short transactions', () => {
    const count = 4500
    const many = policies(...Array.from({ length: count }, (_, place) => ({ policy: `M-${place}` })))

    test('and runs only once all of them are there', async () => {
      const states: string[] = []
      const { db } = house.store
      const stored = async () => {
        const { n } = await db
          .selectFrom('renewal_import_rows')
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
        const [{ state } = { state: 'none' }] = await all()
        states.push(`${state} ${n}`)
      }
      let ended = false
      const sending = house.send(many).finally(() => {
        ended = true
      })
      while (!ended) {
        await stored()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await sending
      await stored()
      expect(new Set(states)).toContain('preparing 2000')
      expect(states.filter((state) => state.startsWith('running'))).not.toContain('running 2000')
      expect(states.at(-1)).toBe(`running ${count}`)
    })

    test('and a process that dies in the middle leaves nothing that is imported, and holds no other up', async () => {
      await house.send(file)
      const touched_at = new Date(house.server.context.now() - LONG_AGO).toISOString()
      await house.store.db.updateTable('renewal_imports').set({ state: 'preparing', touched_at }).execute()
      await house.work()
      expect(await house.temps()).toEqual([])
      expect(await house.imported(file)).toMatchObject({ made: 2 })
      expect((await all()).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'done'])
      const left = await house.store.db.selectFrom('renewal_import_rows').select('line').execute()
      expect(left).toEqual([])
    })
  })
})
