/** People who are there without a document are known by their name and a contact. docs/rules.md#known-people */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importDecisionsRoute } from '../../../src/contract/imports.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { describeDatabase } from '../support/databases.ts'
import { ANA, type ImportHouse, inImportHouse } from '../support/imports.ts'
import { ADMIN } from '../support/people.ts'

/** The lines of a shared case, by header. */
function caseRows(name: string): Record<string, string>[] {
  const file = new URL(`../../../../shared/cases/imports/${name}`, import.meta.url)
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  return lines.map((line) =>
    Object.fromEntries(head.split(';').map((header, place) => [header, line.split(';')[place] ?? ''])),
  )
}

const ULISSES = { name: 'Ulisses Dois Ramos', cellphone: '31988885555', mail: 'dois@exemplo.com.br' }

describeDatabase('people who are there', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })

  /** A client that a user made by hand, without an import. */
  const byHand = async (client: {
    name: string
    cellphone?: string
    phone?: string
    mail?: string
    cpf?: string
  }) => {
    const uid = randomUUID()
    await house.store.db
      .insertInto('clients')
      .values({
        uid,
        created_by: ADMIN,
        name: client.name,
        name_folded: foldText(client.name),
        cellphone: client.cellphone ?? '',
        phone: client.phone ?? '',
        mail: client.mail ?? '',
        cpf: client.cpf ?? '',
      })
      .execute()
    return uid
  }
  const clients = () =>
    house.store.db
      .selectFrom('clients')
      .select(['uid', 'name', 'cpf', 'cellphone', 'mail', 'city'])
      .orderBy('id')
      .execute()
  const waiting = async (id: number) =>
    importDecisionsRoute.answer.parse((await house.admin.call('GET', `/imports/${id}/decisions`)).body).data
  const decide = (id: number, decision: object) =>
    house.admin.call('PUT', `/imports/${id}/decisions`, { decisions: [decision] })

  test('the list of clients makes none of them again', async () => {
    await byHand(ULISSES)
    const rows = caseRows('24-cliente-ja-cadastrado.csv')
    expect(await house.imported({ list: 'clients', rows })).toMatchObject({
      made: 0,
      existing: 1,
      undecided: 0,
    })
    expect(await clients()).toHaveLength(1)
  })

  test.each([
    ['the mobile', { Celular: '(31) 98888-5555' }],
    ['the mobile without its nine', { Celular: '+55 (31) 8888-5555' }],
    ['the mail', { 'E-mail': 'DOIS@exemplo.com.br' }],
  ])('a person is known by the name and %s, and gets what it lacks', async (_by, contact) => {
    const uid = await byHand(ULISSES)
    const row = { Nome: 'ULISSES dois ramos', ...contact, CPF: ANA, Cidade: 'Betim' }
    expect(await house.imported({ list: 'clients', rows: [row] })).toMatchObject({ made: 0, updated: 1 })
    expect(await clients()).toEqual([{ ...ULISSES, uid, cpf: ANA, city: 'Betim' }])
  })

  test('what is there stays: only blanks are completed', async () => {
    await byHand(ULISSES)
    const row = { Nome: ULISSES.name, Celular: ULISSES.cellphone, 'E-mail': 'outro@exemplo.com.br' }
    await house.imported({ list: 'clients', rows: [row] })
    expect(await clients()).toMatchObject([{ mail: ULISSES.mail }])
  })

  test.each([
    ['another name', { Nome: 'Ana Ramos', Celular: ULISSES.cellphone }],
    ['another contact', { Nome: ULISSES.name, Celular: '31977776666' }],
    ['no contact', { Nome: ULISSES.name }],
  ])('%s is another person', async (_what, row) => {
    await byHand(ULISSES)
    expect(await house.imported({ list: 'clients', rows: [row] })).toMatchObject({ made: 1, updated: 0 })
  })

  test('another document is another person', async () => {
    await byHand({ ...ULISSES, cpf: ANA })
    const row = { Nome: ULISSES.name, Celular: ULISSES.cellphone, CPF: '39053344705' }
    expect(await house.imported({ list: 'clients', rows: [row] })).toMatchObject({ made: 1, undecided: 0 })
  })

  test('the leads of a person who is there are that person’s', async () => {
    const uid = await byHand(ULISSES)
    const rows = [{ Cliente: ULISSES.name, Celular: ULISSES.cellphone, 'Criado em': '20/11/2025' }]
    expect(await house.imported({ list: 'leads', rows })).toMatchObject({ made: 1 })
    const leads = await house.store.db.selectFrom('leads').select('client_uid').execute()
    expect(leads).toEqual([{ client_uid: uid }])
  })

  test('lines of one person in one file are one client, whichever contact each has', async () => {
    const rows = [
      { Nome: 'Ana Sá', Celular: '31988887777', 'E-mail': 'ana@exemplo.com.br' },
      { Nome: 'Ana Sá', 'E-mail': 'ana@exemplo.com.br', Cidade: 'Betim' },
    ]
    expect(await house.imported({ list: 'clients', rows })).toMatchObject({ made: 1, updated: 1 })
    expect(await clients()).toMatchObject([{ cellphone: '31988887777', city: 'Betim' }])
  })

  describe('where two could be meant', () => {
    const two = async () => [
      await byHand(ULISSES),
      await byHand({ name: ULISSES.name, mail: ULISSES.mail, phone: '3133334444' }),
    ]
    const row = { Nome: ULISSES.name, Celular: ULISSES.cellphone, 'E-mail': ULISSES.mail, Cidade: 'Betim' }
    const line = { line: 2, reason: 'Mais de um cliente tem este nome e este contato' }

    test('the line waits, with both beside it, and nothing is written', async () => {
      const uids = await two()
      const done = await house.imported({ list: 'clients', rows: [row] })
      expect(done).toMatchObject({ state: 'done', done: 1, made: 0, updated: 0, undecided: 1 })
      const [decision] = await waiting(done.id)
      expect(decision).toMatchObject({ ...line, person: { name: ULISSES.name } })
      expect(decision?.candidates.map(({ uid }) => uid).toSorted()).toEqual(uids.toSorted())
      expect(await clients()).toMatchObject([{ city: '' }, { city: '' }])
    })

    test('it is the chosen one, once, and the same file does not ask again', async () => {
      const [, second = ''] = await two()
      const { id } = await house.imported({ list: 'clients', rows: [row] })
      const join = { line: 2, decision: 'join', client_uid: second }
      expect((await decide(id, join)).body).toMatchObject({ updated: 1, undecided: 0 })
      expect((await decide(id, join)).body).toMatchObject({ updated: 1 })
      expect(await clients()).toMatchObject([
        { city: '' },
        { uid: second, city: 'Betim', cellphone: '31988885555' },
      ])
      expect(await house.imported({ list: 'clients', rows: [row] })).toMatchObject({
        undecided: 0,
        made: 0,
        existing: 1,
      })
    })

    test('it is another person by decision, and the undo takes that back', async () => {
      await two()
      const { id } = await house.imported({ list: 'clients', rows: [row] })
      expect((await decide(id, { line: 2, decision: 'create' })).body).toMatchObject({
        made: 1,
        undecided: 0,
      })
      expect(await clients()).toHaveLength(3)
      expect(await house.undone(id)).toMatchObject({ removed: 1, kept: 0 })
      expect(await clients()).toHaveLength(2)
    })

    test('it is discarded, and listed among the refused', async () => {
      await two()
      const { id } = await house.imported({ list: 'clients', rows: [row] })
      expect((await decide(id, { line: 2, decision: 'discard' })).body).toMatchObject({
        refused: 1,
        undecided: 0,
      })
      expect(await house.refusals(id)).toMatchObject({
        data: [{ line: 2, reason: 'Descartada por decisão' }],
      })
    })

    test('a client that was no candidate is refused, and the line goes on waiting', async () => {
      await two()
      const other = await byHand({ name: 'Outra', cellphone: '31911112222' })
      const { id } = await house.imported({ list: 'clients', rows: [row] })
      expect(await decide(id, { line: 2, decision: 'join', client_uid: other })).toMatchObject({
        status: 422,
        body: { errors: { client_uid: ['O cliente escolhido mudou. Abra a lista de novo.'] } },
      })
      expect(await waiting(id)).toHaveLength(1)
    })

    test('a lead waits as well, and is made with the chosen client', async () => {
      const [first = ''] = await two()
      const lead = {
        Cliente: ULISSES.name,
        Celular: ULISSES.cellphone,
        'E-mail': ULISSES.mail,
        'Criado em': '20/11/2025',
      }
      const done = await house.imported({ list: 'leads', rows: [lead] })
      expect(done).toMatchObject({ made: 0, undecided: 1 })
      expect((await decide(done.id, { line: 2, decision: 'join', client_uid: first })).body).toMatchObject({
        made: 1,
      })
      expect(await house.store.db.selectFrom('leads').select('client_uid').execute()).toEqual([
        { client_uid: first },
      ])
    })

    test('lines of one new person are one client by decision, whether at once or one after the other', async () => {
      await two()
      const rows = [row, { ...row, Cidade: '', Bairro: 'Centro' }, { ...row, RG: '7' }]
      const { id, undecided } = await house.imported({ list: 'clients', rows })
      expect(undecided).toBe(3)
      const create = [2, 3].map((each) => ({ line: each, decision: 'create' }))
      await house.admin.call('PUT', `/imports/${id}/decisions`, { decisions: create })
      expect((await decide(id, { line: 4, decision: 'create' })).body).toMatchObject({ made: 1, updated: 2 })
      expect(await clients()).toHaveLength(3)
    })

    test('no decision gives a document to a second client', async () => {
      const uids = await two()
      const { id } = await house.imported({
        list: 'clients',
        rows: [row, row, row].map((each) => ({ ...each, CPF: ANA })),
      })
      for (const [place, client_uid] of uids.entries())
        await decide(id, { line: place + 2, decision: 'join', client_uid })
      await decide(id, { line: 4, decision: 'create' })
      expect((await clients()).map(({ cpf }) => cpf)).toEqual([ANA, ''])
    })

    test('a line of an import that is taken back waits no longer', async () => {
      await two()
      const { id } = await house.imported({ list: 'clients', rows: [row, { Nome: 'Nova' }] })
      await house.undone(id)
      expect(await waiting(id)).toEqual([])
      expect(await decide(id, { line: 2, decision: 'create' })).toMatchObject({ status: 409 })
    })
  })
})
