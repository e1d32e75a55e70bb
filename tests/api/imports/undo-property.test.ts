/**
 * 'Import, then undo' is the state before, whatever the file and whatever a user touched meanwhile: the touched rows and
 * nothing else stay. docs/rules.md#taking-back
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkLeads } from '../../../server/history/verify.ts'
import { describeDatabase } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { csvOf, type ImportHouse, inImportHouse, type SentList } from '../support/imports.ts'
import { withoutLeads } from '../support/people.ts'

/** Valid ones, so that lines share clients and clients of before are completed. */
const DOCUMENTS = ['', '', '52998224725', '39053344705', '11144477735'] as const
const BEFORE = [
  { Nome: 'Ana Lima', CPF: '52998224725' },
  { Nome: 'Bia Reis', CPF: '39053344705', 'E-mail': 'bia@exemplo.com.br' },
] as const

const line = fc.record({
  number: fc.integer({ min: 0, max: 9 }),
  document: fc.constantFrom(...DOCUMENTS),
  name: fc.constantFrom('Ana Lima', 'Bia Reis', 'Caio Sá'),
  phone: fc.constantFrom('', '31988887777', '31977776666'),
  mail: fc.constantFrom('', 'um@exemplo.com.br', 'dois@exemplo.com.br'),
})

const fileOf = (
  lines: readonly { number: number; document: string; name: string; phone: string; mail: string }[],
): SentList => ({
  list: 'leads',
  rows: lines.map(({ number, document, name, phone, mail }) => ({
    ID: number === 0 ? '' : `A${number}`,
    Cliente: name,
    CPF: document,
    Celular: phone,
    'E-mail': mail,
    'Criado em': '20/11/2025',
  })),
})

/** What is there, without what any change moves. */
async function state({ store: { db } }: ImportHouse) {
  const clients = await sql`
    select to_jsonb(c) - 'version' as row from clients c order by c.uid`.execute(db)
  const leads = await sql`select to_jsonb(l) - 'version' as row from leads l order by l.uid`.execute(db)
  const keys = await sql`select list, key from import_keys order by list, key`.execute(db)
  return { clients: clients.rows, leads: leads.rows, keys: keys.rows }
}

describeDatabase('an import and its undo', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })

  const begin = async () => {
    await withoutLeads(house.store)
    await emptied(house.store, ['imports', 'import_keys'])
    await house.importedHere({ list: 'clients', rows: BEFORE })
  }

  test('leave the state before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        await begin()
        const before = await state(house)
        const { id } = await house.importedHere(fileOf(lines))
        const made = (await house.leads()).map(({ uid }) => uid)
        const done = await house.undone(id)
        expect(done).toMatchObject({ state: 'undone', kept: 0 })
        expect(await state(house), csvOf(fileOf(lines).rows)).toEqual(before)
        // Their histories are gone, and say why.
        expect(await checkLeads(house.store.db, made)).toEqual([])
      }),
      { numRuns: 40 },
    )
  }, 180_000)

  test('leave what was touched, and list all of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 2, maxLength: 10 }),
        fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
        async (lines, touches) => {
          await begin()
          const { id } = await house.importedHere(fileOf(lines))
          const made = await house.leads()
          const touched = made.filter((_, place) => touches[place] === true)
          for (const { uid } of touched)
            await house.store.db.updateTable('leads').set({ on_fire: true }).where('uid', '=', uid).execute()
          await house.undone(id)
          const left = await house.leads()
          expect(left.map(({ uid }) => uid).toSorted()).toEqual(touched.map(({ uid }) => uid).toSorted())
          const kept = await house.kept(id)
          const numbers = new Set(kept.filter(({ kind }) => kind === 'lead').map(({ id: number }) => number))
          expect(numbers).toEqual(new Set(touched.map(({ id: number }) => number)))
          // No lead is without its client, and the clients of before are all there.
          const { rows } = await sql<{ n: number }>`
            select count(*)::int as n from clients where cpf in ('52998224725', '39053344705')`.execute(
            house.store.db,
          )
          expect(rows[0]?.n).toBeGreaterThanOrEqual(2)
        },
      ),
      { numRuns: 40 },
    )
  }, 180_000)
})
