/** Files as other systems write them: which column is taken for which field, and what each line becomes. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  doubtfulImportFields,
  IMPORT_FIELDS,
  type ImportList,
  suggestedImportMapping,
} from '../../../../src/domain/imports/lists.ts'
import { type ImportDefaults, NO_DEFAULTS } from '../../../../src/domain/imports/names.ts'
import { readList, readListTable } from '../../../../src/domain/imports/read-list.ts'
import { listWarnings } from '../../../../src/domain/imports/warnings.ts'
import { monthFirstWarnings } from '../../../../src/domain/spreadsheet/shown-days.ts'
import { formatDateTime } from '../../../../src/domain/time/sao-paulo.ts'
import { decode } from '../spreadsheet/decode.ts'
import { NAMES } from './names.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')

async function read(name: string, list: ImportList, defaults: Partial<ImportDefaults> = {}) {
  const bytes = new Uint8Array(readFileSync(new URL(`../../../cases/imports/${name}`, import.meta.url)))
  const table = await readListTable({ bytes, decode, sheet: null, list })
  const mapping = suggestedImportMapping(list, table.headers)
  const asked = { list, mapping, names: NAMES, defaults: { ...NO_DEFAULTS, ...defaults }, nowMs: NOW }
  return { table, mapping, read: readList(table, asked) }
}

const SITE = { channel_id: 8 }
const at = (instant: string | null) => (instant === null ? null : formatDateTime(instant))

/** What a lead came to, with the names of its numbers. */
async function leadsOf(name: string, defaults: Partial<ImportDefaults> = SITE) {
  const { read: found } = await read(name, 'leads', defaults)
  if (found.list !== 'leads') throw new Error('another list was read')
  const user = (id: number | null) => NAMES.users.find((each) => each.id === id)?.name ?? null
  return {
    leads: found.lines.good.map(({ row }) => ({
      number: row.old_number,
      client: row.client.name,
      phone: row.client.cellphone,
      result: row.result,
      created: at(row.created_at),
      ended: at(row.ended_at),
      broker: user(row.broker_id),
      cents: row.sale_value_cents,
      lost_sale: row.lost_sale,
    })),
    refused: found.lines.refused,
    blank: found.lines.blank,
    warnings: listWarnings(found, NOW),
    rows: found.lines.good.map(({ row }) => row),
  }
}

const ZILDA = {
  client: 'Zilda Moreira',
  result: 'sold',
  created: '10/03/2025 09:15',
  ended: '20/03/2025 17:40',
  broker: 'Ana Corretora',
  cents: 235_000,
  lost_sale: null,
}
const DAVI = {
  client: 'Davi Souza',
  result: 'lost',
  created: '01/04/2025 10:00',
  ended: '09/04/2025 11:00',
  broker: 'Ana Corretora',
  cents: null,
  lost_sale: 1,
}
const BIA = {
  client: 'Bia Reis',
  result: 'negotiating',
  created: '10/11/2026 08:00',
  ended: null,
  broker: 'Bruno Corretor',
  cents: null,
  lost_sale: null,
}

describe('leads of another system', () => {
  test('Pipedrive in English', async () => {
    // Its status says 'Open' where the stage says more; there was no call yet.
    const { leads, refused } = await leadsOf('pipedrive-en.csv')
    expect(refused).toEqual([])
    expect(leads).toEqual([
      { number: '101', phone: '31988887777', ...ZILDA },
      { number: '102', phone: '31977776666', ...DAVI },
      { number: '103', phone: '31966665555', ...BIA, result: 'open' },
    ])
  })

  test('Pipedrive in Portuguese: a reason that the catalogue lacks is kept as a note', async () => {
    const { leads, refused, rows } = await leadsOf('pipedrive-pt.csv')
    expect(refused).toEqual([])
    expect(leads).toEqual([
      { number: '201', phone: '31988887777', ...ZILDA },
      { number: '202', phone: '31977776666', ...DAVI, broker: 'Bruno Corretor', lost_sale: null },
    ])
    expect(rows[1]?.additional_information).toBe('Motivo da não venda: Achou caro demais')
  })

  test('RD Station, whose days and hours are in columns of their own', async () => {
    const { leads, refused, rows } = await leadsOf('rd-station.csv')
    expect(refused).toEqual([])
    const ofDay = (day: string) => `${day} 12:00`
    expect(leads).toEqual([
      {
        number: '',
        phone: '31988887777',
        ...ZILDA,
        created: ofDay('10/03/2025'),
        ended: ofDay('20/03/2025'),
      },
      { number: '', phone: '31977776666', ...DAVI, created: ofDay('01/04/2025'), ended: ofDay('09/04/2025') },
      { number: '', phone: '31966665555', ...BIA, created: ofDay('10/11/2026') },
    ])
    expect(rows.map(({ insurance_id }) => insurance_id)).toEqual([4, 4, null])
    expect(at(rows[1]?.first_call_at ?? null)).toBe('02/04/2025 12:00')
  })

  test('deals of HubSpot: the close date of an open deal is only a hope', async () => {
    const { leads, refused, rows, warnings } = await leadsOf('hubspot-deals.csv')
    expect(refused).toEqual([])
    expect(leads).toEqual([
      { number: '9001', phone: '', ...ZILDA },
      { number: '9002', phone: '', ...DAVI },
      { number: '9003', phone: '', ...BIA },
    ])
    expect(rows[2]?.notes).toEqual(['Data de encerramento deixada de fora: o lead está aberto'])
    expect(warnings).toContain('Data de encerramento deixada de fora: o lead está aberto: 1 linha.')
  })

  test('days with the month first are read so where the column proves it', async () => {
    const { leads, refused } = await leadsOf('hubspot-american.csv')
    expect(refused).toEqual([])
    expect(leads.map(({ created, ended }) => [created, ended])).toEqual([
      ['10/03/2025 12:00', '20/03/2025 12:00'],
      ['01/04/2025 12:00', '09/04/2025 12:00'],
      ['28/02/2025 12:00', '06/05/2025 12:00'],
    ])
    const { table, read: found } = await read('hubspot-american.csv', 'leads')
    expect(monthFirstWarnings(found.days, table.headers)).toEqual([
      '‘Create Date’ tem o mês antes do dia, e foi lida assim.',
      '‘Close Date’ tem o mês antes do dia, e foi lida assim.',
    ])
  })

  test('an instant in UTC is of the day of São Paulo', async () => {
    const { leads } = await leadsOf('utc.csv')
    expect(leads.map(({ created }) => created)).toEqual(['31/10/2026 22:30'])
  })

  test('the spreadsheet of a brokerage, with a title and what a broker forgot', async () => {
    const { leads, refused, blank, rows } = await leadsOf('corretora.csv', {})
    expect(
      leads.map(({ number, client, result, created, ended }) => [number, client, result, created, ended]),
    ).toEqual([
      ['1', 'Zilda Moreira', 'sold', '02/01/2025 12:00', '05/01/2025 12:00'],
      ['2', 'Davi Souza', 'lost', '03/01/2025 12:00', '06/01/2025 12:00'],
      ['3', 'Bia Reis', 'negotiating', '04/01/2025 12:00', null],
    ])
    expect(blank).toBe(1)
    expect(refused).toEqual([
      { line: 7, reference: '4', reasons: ['Vendido sem data de encerramento'] },
      { line: 8, reference: '5', reasons: ['Corretor ‘Fulano’ não está no Farol'] },
    ])
    expect(rows[0]).toMatchObject({
      client: { cpf: '52998224725', birth_date: '1985-03-15', mail: 'zilda@exemplo.com.br' },
      broker_id: 3,
      inviter_id: 5,
      partner_id: 1,
      channel_id: 8,
      insurance_id: 4,
      insurer: 'Porto',
      sale_value_cents: 235_000,
      commission_percentage: 15,
      end_of_validity: '2026-01-05',
      additional_information: 'Prefere tarde',
    })
    expect(rows[2]?.notes).toEqual(['CPF/CNPJ inválido no arquivo'])
  })

  test('an unknown name gets the chosen default where the person asks for it', async () => {
    const { refused, rows } = await leadsOf('corretora.csv', { broker_id: 4, unknown: 'default' })
    expect(refused.map(({ reference }) => reference)).toEqual(['4'])
    expect(rows[3]?.broker_id).toBe(4)
  })
})

test('contacts of HubSpot are clients', async () => {
  const { read: found, mapping, table } = await read('hubspot-contacts.csv', 'clients')
  if (found.list !== 'clients') throw new Error('another list was read')
  expect(found.lines.refused).toEqual([])
  expect(found.lines.good.map(({ row }) => row)).toMatchObject([
    {
      old_number: '501',
      client: {
        name: 'Zilda Moreira',
        phone: '3134567890',
        cellphone: '31988887777',
        birth_date: '1985-03-15',
        address: { street: 'Rua das Flores', city: 'Belo Horizonte', state: 'MG', cep: '30110000' },
      },
    },
    { old_number: '502', client: { name: 'Davi Souza', cellphone: '31977776666', birth_date: null } },
  ])
  expect(doubtfulImportFields('clients', table.headers, mapping)).toEqual([])
})

test('users: administrators and unknown roles are refused, and a mail is there once', async () => {
  const { read: found } = await read('usuarios.csv', 'users', { channel_id: 2 })
  if (found.list !== 'users') throw new Error('another list was read')
  expect(found.lines.good.map(({ row }) => row)).toMatchObject([
    { name: 'Ana Prado', role_id: 3, channel_id: null, technical_team_id: 1, phone: '31988887777' },
    { name: 'Loja Sul', role_id: 4, channel_id: 2, partner_ids: [1] },
  ])
  expect(found.lines.refused.map(({ line, reasons }) => [line, ...reasons])).toEqual([
    [4, 'Administradores não são importados: crie-os em Usuários'],
    [5, 'Perfil desconhecido: ‘Astronauta’'],
    [6, 'E-mail repetido neste arquivo (linha 2)'],
  ])
})

test('dealerships are known by their code, else by their name', async () => {
  const { read: found } = await read('concessionarias.csv', 'partners')
  if (found.list !== 'partners') throw new Error('another list was read')
  expect(found.lines.good.map(({ row }) => [row.code_wf, row.name])).toEqual([
    ['C001', 'Concessionária Norte Ltda'],
    [null, 'Concessionária Leste'],
  ])
  expect(found.lines.refused.map(({ reasons }) => reasons)).toEqual([
    ['Código repetido neste arquivo (linha 2)'],
  ])
})

describe('the labels of a list, which its model file has as headers', () => {
  test.each(['clients', 'leads', 'users', 'partners'] as const)('%s are all found', (list) => {
    const labels = IMPORT_FIELDS[list].map(({ label }) => label)
    const mapping = suggestedImportMapping(list, labels)
    expect(IMPORT_FIELDS[list].map(({ name }) => mapping[name])).toEqual(labels.map((_, place) => place))
    expect(doubtfulImportFields(list, labels, mapping)).toEqual([])
  })
})
