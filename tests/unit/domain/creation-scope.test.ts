import { describe, expect, it } from 'vitest'
import type { LeadFields } from '../../../src/domain/lead/changes.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import { creationProblems, indicationProblems } from '../../../src/domain/lead/creation-scope.ts'
import { aUser, iso } from './fixtures.ts'

const partner = (id: number) => ({
  id,
  name: `Loja ${id}`,
  code_wf: null,
  release_quote: false,
  active: true,
})
const dealership = aUser(4, { channel_id: 8, partners: [partner(3), partner(5)] })
const indicator = aUser(5, { channel_id: 29 })
const own: LeadFields = { ...emptyLeadFields({ id: 10 }, iso('2026-11-18T09:00:00')), insurance_id: 20 }

const INDICATIONS: readonly (readonly [string, typeof dealership, Partial<LeadFields>, readonly string[]])[] =
  [
    ['of an indicator with the defaults', indicator, { partner_id: 24 }, []],
    ['of a dealership in its own channel and partner', dealership, { channel_id: 8, partner_id: 5 }, []],
    ['of a dealership for a partner of others', dealership, { partner_id: 24 }, ['partner_id']],
    ['of an indicator for a partner of others', indicator, { partner_id: 3 }, ['partner_id']],
    ['in a channel that is not its own', indicator, { channel_id: 1 }, ['channel_id']],
    ['in the name of another user', indicator, { inviter_id: 11 }, ['inviter_id']],
    ['of insurance 21', indicator, { insurance_id: 21 }, ['insurance_id']],
    ['with a broker', indicator, { broker_id: 2 }, ['broker_id']],
    ['with an outcome', indicator, { sold: 1, sale_value_cents: 1 }, ['sold', 'sale_value_cents']],
  ]

describe('a referral', () => {
  it.each(INDICATIONS)('%s has the right problems', (_name, user, changes, fields) => {
    expect(indicationProblems({ ...own, ...changes }, user).map(({ field }) => field)).toEqual(fields)
  })
})

const CREATIONS: readonly (readonly [string, 1 | 2 | 3, Partial<LeadFields>, readonly string[]])[] = [
  [
    'by an administrator for any inviter, with a broker,',
    1,
    { inviter_id: 11, channel_id: 1, broker_id: 7 },
    [],
  ],
  ['by a manager for any inviter', 2, { inviter_id: 11, channel_id: 1, insurance_id: 25 }, []],
  ['by a manager with a broker', 2, { broker_id: 7 }, ['broker_id']],
  ['by a broker for itself', 3, { channel_id: 7, broker_id: 10 }, []],
  ['by a broker for another inviter', 3, { channel_id: 7, inviter_id: 11 }, ['inviter_id']],
  ['by a broker in another channel', 3, { channel_id: 29 }, ['channel_id']],
  ['by an administrator with an outcome', 1, { sold: 0, lost_sale: 5 }, ['sold', 'lost_sale']],
]

describe('a creation', () => {
  it.each(CREATIONS)('%s has the right problems', (_name, role, changes, fields) => {
    expect(creationProblems({ ...own, ...changes }, aUser(role)).map(({ field }) => field)).toEqual(fields)
  })
})
