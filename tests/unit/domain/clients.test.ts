import { describe, expect, it, test } from 'vitest'
import { isActiveClient } from '../../../src/domain/client/active.ts'
import { newClient } from '../../../src/domain/client/changes.ts'
import { clientEditChanges, clientEditSchema } from '../../../src/domain/client/edit.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import { at } from './fixtures.ts'

const NOW = at('2026-11-24T10:00:00')
const LEAD = {
  sold: 1,
  end_of_validity: null,
  sold_date: null,
  end_lead_date: null,
  channel_id: 8,
  create_lead_date: '2026-01-01T12:00:00Z',
} as const

describe('a client is active', () => {
  it.each([
    ['a policy that ends today', { end_of_validity: '2026-11-24' }, true],
    ['one that ended yesterday', { end_of_validity: '2026-11-23' }, false],
    ['one that ends in a year', { end_of_validity: '2027-11-24' }, true],
    ['one that ends later', { end_of_validity: '2027-11-25' }, false],
    ['a sale a year ago to the day, without an end', { sold_date: '2025-11-24T15:00:00Z' }, true],
    ['a sale longer ago', { sold_date: '2025-11-23T15:00:00Z' }, false],
    ['a sale by its end', { end_lead_date: '2026-06-01T15:00:00Z' }, true],
    ['a loss', { sold: 0, end_of_validity: '2026-12-01' }, false],
    ['nothing known', {}, false],
    ['a renewal of today', { sold: null, channel_id: 6, create_lead_date: '2026-11-23T14:00:00Z' }, true],
    [
      'a renewal of the day before',
      { sold: null, channel_id: 6, create_lead_date: '2026-11-23T12:59:00Z' },
      false,
    ],
  ] as const)('%s: %o is %s', (_case, lead, active) => {
    expect(isActiveClient([{ ...LEAD, ...lead }], NOW)).toBe(active)
    expect(
      isActiveClient(
        [
          { ...LEAD, sold: null },
          { ...LEAD, ...lead },
        ],
        NOW,
      ),
    ).toBe(active)
  })
})

test.each([
  [{}, []],
  [{ mail: '' }, ['mail']],
  [{ mail: 'ana' }, ['mail']],
  [{ phone: '' }, ['phone']],
  [{ cellphone: '2033334444' }, ['cellphone']],
  [{ cep: '123' }, ['address.cep']],
  [{ state: 'S' }, ['address.state']],
])('the edit of a client with %o has the problems %o', (change, fields) => {
  const { cep, state, ...own } = { cep: '01310100', state: 'SP', ...change }
  const edit = {
    mail: 'ana@exemplo.com.br',
    phone: '1133224455',
    cellphone: '11987654321',
    no_messages_since: null,
    address: { ...EMPTY_CLIENT.address, cep, state },
    ...own,
  }
  const issues = clientEditSchema.safeParse(edit).error?.issues ?? []
  expect([...new Set(issues.map(({ path }) => path.join('.')))]).toEqual(fields)
})

test('the command of an edit has only what differs, the state in capitals', () => {
  const client = newClient('u', {
    ...EMPTY_CLIENT,
    mail: 'a@b.com',
    address: { ...EMPTY_CLIENT.address, state: 'SP' },
  })
  const same = {
    mail: 'a@b.com',
    phone: '',
    cellphone: '',
    no_messages_since: null,
    address: { ...client.address, state: 'sp' },
  }
  expect(clientEditChanges(client, { ...same, no_messages_since: '2026-11-29' })).toEqual({
    no_messages_since: '2026-11-29',
  })
  expect(clientEditChanges(client, same)).toBeNull()
  expect(clientEditChanges(client, { ...same, phone: '1133224455' })).toEqual({ phone: '1133224455' })
  expect(
    clientEditChanges(client, { ...same, address: { ...same.address, city: 'Santos', state: 'mg' } }),
  ).toEqual({
    address: { city: 'Santos', state: 'MG' },
  })
})
