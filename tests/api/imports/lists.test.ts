/** Each list of 'Importar' as it is written: docs/rules.md#any-import */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { describeDatabase } from '../support/databases.ts'
import { ANA, type ImportHouse, inImportHouse } from '../support/imports.ts'
import { ADMIN, BRUNA, DAVI, INDICATOR } from '../support/people.ts'

const SOLD = {
  ID: '8841',
  Cliente: 'Ana Lima',
  CPF: ANA,
  Celular: '(31) 98888-7777',
  'Criado em': '10/03/2025 09:00',
  'Capturado em': '10/03/2025 09:30',
  'Primeiro contato em': '10/03/2025 10:00',
  'Encerrado em': '14/03/2025 11:00',
  Resultado: 'Ganho',
  Corretor: 'Bruna',
  Indicador: 'indicante@exemplo.com.br',
  Canal: 'Canal 8',
  Produto: 'Seguro 2',
  'Valor da venda': '2.350,00',
  'Comissão (%)': '15',
  Seguradora: 'Porto Seguro',
  'Fim da vigência': '14/03/2026',
}
const LOST = {
  ...SOLD,
  ID: '8842',
  Cliente: 'Bia Reis',
  CPF: '390.533.447-05',
  Resultado: 'Perdido',
  'Motivo da não venda': 'Preço',
  'Valor da venda': '',
  'Comissão (%)': '',
}
const OPEN = {
  ID: '8843',
  Cliente: 'Caio Sá',
  'E-mail': 'caio@exemplo.com.br',
  'Criado em': '20/11/2025',
  Resultado: 'Aberto',
  Corretor: 'Bruna',
}

describeDatabase('lists of another system', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })

  describe('leads', () => {
    test('a sale has its own dates, and the flags that follow from them', async () => {
      const done = await house.imported({ list: 'leads', rows: [SOLD] })
      expect(done).toMatchObject({ state: 'done', total: 1, done: 1, made: 1, refused: 0, existing: 0 })
      const [lead] = await house.leads()
      expect(lead).toMatchObject({
        old_number: '8841',
        state: 3,
        status: 6,
        sold: 1,
        cancelled: false,
        create_lead_date: '2025-03-10T12:00:00.000Z',
        capture_date: '2025-03-10T12:30:00.000Z',
        first_call_date: '2025-03-10T13:00:00.000Z',
        end_lead_date: '2025-03-14T14:00:00.000Z',
        sold_date: '2025-03-14T14:00:00.000Z',
        capture_on_time: 1,
        first_call_on_time: 1,
        indication_on_time: null,
        broker_id: BRUNA,
        inviter_id: INDICATOR,
        channel_id: 8,
        insurance_id: 2,
        sale_value_cents: 235_000,
        commission_percentage: 15,
        end_of_validity: '2026-03-14',
        additional_information: 'Seguradora: Porto Seguro',
        created_by: ADMIN,
      })
      expect(await house.clients()).toMatchObject([{ name: 'Ana Lima', cpf: ANA, cellphone: '31988887777' }])
    })

    test('a loss has its reason, and an open one sits in its broker’s board with its own date', async () => {
      await house.imported({ list: 'leads', rows: [LOST, OPEN] })
      const [lost, opened] = await house.leads()
      expect(lost).toMatchObject({ state: 3, sold: 0, lost_sale: 1, sale_value_cents: null })
      expect(opened).toMatchObject({
        state: 1,
        status: 1,
        sold: null,
        broker_id: BRUNA,
        capture_date: null,
        capture_on_time: null,
        attendance_on_time: null,
        end_lead_date: null,
      })
      expect(opened?.create_lead_date.slice(0, 10)).toBe('2025-11-20')
    })

    test('the history says where a lead comes from', async () => {
      await house.imported({ list: 'leads', rows: [OPEN] })
      const [lead] = await house.leads()
      const { body } = await house.admin.call('GET', `/leads/${lead?.id}/timeline`)
      expect(body).toMatchObject({
        data: [
          {
            command: 'lead.import',
            user: { id: ADMIN },
            changes: { imported_from: { after: 'Pipedrive' }, old_number: { after: '8843' } },
          },
        ],
      })
    })

    test('no one is notified: no push, no mail, no scheduling', async () => {
      const { db } = house.store
      const at = new Date().toISOString()
      for (const { user_id, id } of await db.selectFrom('sessions').select(['user_id', 'id']).execute())
        await db
          .insertInto('push_subscriptions')
          .values({
            session_id: id,
            user_id,
            endpoint: `https://push.exemplo.com/${id}`,
            p256dh: '',
            auth: '',
            created_at: at,
            renewed_at: at,
          })
          .execute()
      await house.imported({ list: 'leads', rows: [SOLD, LOST, OPEN] })
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from push_messages) + (select count(*) from mails)
          + (select count(*) from schedulings) as n`.execute(db)
      expect(Number(rows[0]?.n)).toBe(0)
      await db.deleteFrom('push_subscriptions').execute()
    })

    test('an unknown name refuses its line, or gets the chosen one', async () => {
      const row = { ...OPEN, Corretor: 'Zulmira' }
      const { id, refused, total } = await house.imported({ list: 'leads', rows: [row, LOST] })
      expect({ refused, total }).toEqual({ refused: 1, total: 1 })
      expect(await house.refusals(id)).toMatchObject({ data: [{ line: 2, old_number: '8843' }] })
      await house.imported({
        list: 'leads',
        rows: [row],
        choices: { unknown: 'default', broker_id: DAVI },
      })
      expect((await house.leads()).map(({ broker_id }) => broker_id)).toEqual([BRUNA, DAVI])
    })

    test('leads of one person without a document share a client', async () => {
      const one = { ...OPEN, 'E-mail': 'caio@exemplo.com.br' }
      await house.imported({ list: 'leads', rows: [one, { ...one, ID: '8844' }] })
      await house.imported({ list: 'leads', rows: [{ ...one, ID: '8845' }] })
      expect(await house.clients()).toHaveLength(1)
      expect(await house.leads()).toHaveLength(3)
    })

    test('the same file twice writes nothing new, with and without old numbers', async () => {
      const { ID: _id, ...unnumbered } = OPEN
      for (const rows of [[SOLD, LOST, OPEN], [unnumbered]]) {
        const first = await house.imported({ list: 'leads', rows })
        const before = [await house.leads(), await house.clients()]
        const again = await house.imported({ list: 'leads', rows, source: 'pipedrive' })
        expect(again).toMatchObject({ made: 0, existing: first.made, updated: 0 })
        expect([await house.leads(), await house.clients()]).toEqual(before)
      }
    })

    test('a client’s document is another system’s, too: its lead joins the client, whose blanks are completed', async () => {
      await house.imported({ list: 'clients', rows: [{ Nome: 'Ana Lima', CPF: ANA, Cidade: 'Betim' }] })
      await house.imported({ list: 'leads', rows: [{ ...SOLD, 'E-mail': 'ana@exemplo.com.br' }] })
      const clients = await house.clients()
      expect(clients).toMatchObject([{ city: 'Betim', mail: 'ana@exemplo.com.br', cellphone: '31988887777' }])
      expect((await house.leads())[0]?.client_uid).toBe(clients[0]?.uid)
    })
  })

  describe('clients', () => {
    test('new ones are made; known ones keep what they have and get what they lack', async () => {
      await house.imported({
        list: 'clients',
        rows: [{ Nome: 'Ana Lima', CPF: ANA, Celular: '31988887777' }],
      })
      const done = await house.imported({
        list: 'clients',
        rows: [
          { Nome: 'Ana L.', CPF: ANA, Celular: '31977776666', 'E-mail': 'ana@exemplo.com.br' },
          { Nome: 'Bia Reis', CPF: '390.533.447-05', Celular: '', 'E-mail': '' },
        ],
      })
      expect(done).toMatchObject({ made: 1, updated: 1, existing: 0 })
      expect(await house.clients()).toMatchObject([
        { name: 'Ana Lima', cellphone: '31988887777', mail: 'ana@exemplo.com.br' },
        { name: 'Bia Reis' },
      ])
      const again = await house.imported({ list: 'clients', rows: [{ Nome: 'Ana Lima', CPF: ANA }] })
      expect(again).toMatchObject({ made: 0, updated: 0, existing: 1 })
    })

    test('a client is known by its old number when the file has no document', async () => {
      const row = { ID: '77', Nome: 'Ana Lima', 'E-mail': 'ana@exemplo.com.br' }
      await house.imported({ list: 'clients', rows: [row] })
      await house.imported({ list: 'clients', rows: [{ ...row, Nome: 'Ana de Lima', CPF: ANA }] })
      expect(await house.clients()).toMatchObject([{ name: 'Ana Lima', cpf: ANA }])
    })
  })

  describe('users and dealerships', () => {
    const ROWS = [
      {
        Nome: 'Nina Paz',
        'E-mail': 'nina@exemplo.com.br',
        Perfil: 'Corretor',
        Concessionária: '',
        Equipe: 'Equipe',
      },
      {
        Nome: 'Otto Rey',
        'E-mail': 'otto@exemplo.com.br',
        Perfil: 'Concessionária',
        Concessionária: 'Centro',
      },
      { Nome: 'Bruna', 'E-mail': 'VENDEDOR@exemplo.com.br', Perfil: 'Gerente' },
      { Nome: 'Chefe', 'E-mail': 'chefe@exemplo.com.br', Perfil: 'Administrador' },
    ]

    test('users come without a password and without a mail; who is there stays as it is', async () => {
      await house.imported({ list: 'partners', rows: [{ Nome: 'Centro', Código: 'C001' }] })
      const done = await house.imported({ list: 'users', rows: ROWS })
      expect(done).toMatchObject({ made: 2, existing: 1, refused: 1 })
      const { db } = house.store
      const users = await db.selectFrom('users').selectAll().where('id', '>', 7).orderBy('id').execute()
      expect(users).toMatchObject([
        {
          name: 'Nina Paz',
          login: 'nina',
          email: 'nina@exemplo.com.br',
          technical_team_id: 1,
          verified_at: null,
        },
        { name: 'Otto Rey', login: 'otto', channel_id: 1 },
      ])
      expect(await db.selectFrom('mails').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('user_passwords').selectAll().where('user_id', '>', 7).execute()).toEqual([])
      const roles = await db.selectFrom('user_roles').selectAll().where('user_id', '=', BRUNA).execute()
      expect(roles).toMatchObject([{ role_id: 3 }])
      expect(await house.imported({ list: 'users', rows: ROWS })).toMatchObject({ made: 0, existing: 3 })
    })

    test('a dealership is known by its code, else by its name', async () => {
      const rows = [
        { Nome: 'Centro', Código: 'C001' },
        { Nome: 'concessionária', Código: '' },
      ]
      expect(await house.imported({ list: 'partners', rows })).toMatchObject({ made: 1, existing: 1 })
      const other = [{ Nome: 'Centro Novo', Código: 'c001' }]
      expect(await house.imported({ list: 'partners', rows: other })).toMatchObject({ made: 0, existing: 1 })
    })
  })
})
