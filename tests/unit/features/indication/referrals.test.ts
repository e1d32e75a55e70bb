/** The search of referrals. */
import { expect, test } from 'vitest'
import { isWanted, type Referral } from '../../../../src/features/indication/referrals.ts'
import { aLead } from '../../domain/fixtures.ts'

const referral: Referral = {
  lead: aLead({ id: 2981, state: 2, client_name: 'Antônio Barbosa', client_cpf: '33406424350' }),
  insured: 'Veículo novo · BYD Seal',
  inviter: 'Sandra Prado',
  broker: '',
  queueState: undefined,
}

test.each([
  '',
  '  ',
  'antonio',
  'BARBOSA',
  '298',
  '334.064',
  '33406424350',
  'sandra',
])('a referral is found by %j', (text) => {
  expect(isWanted(referral, text, 'all')).toBe(true)
})

test.each(['maria', '999', '064.243'])('a referral is not found by %j', (text) => {
  expect(isWanted(referral, text, 'all')).toBe(false)
})

test('the state filters the result of the search', () => {
  expect(isWanted(referral, 'antonio', 2)).toBe(true)
  expect(isWanted(referral, 'antonio', 3)).toBe(false)
})
