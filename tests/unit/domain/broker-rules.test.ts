/** What no rule of lead and broker covers, and which rules only half serve. docs/rules.md#administration */
import { expect, test } from 'vitest'
import { combinations, ruleCaution, uncovered } from '../../../src/domain/lead/broker-rules.ts'

const named = (id: number, name: string, active = true) => ({ id, name, active })
const company = (id: number, name: string, code_wf: string | null, active = true) => ({
  ...named(id, name, active),
  code_wf,
})
const rule = (id: number, partner_id: number, insurance_id: number, status: 0 | 1 = 1) => ({
  id,
  channel_id: 1,
  partner_id,
  insurance_id,
  broker_id: 3,
  status,
})

test('each dealership is listed with the leads that no working rule is for', () => {
  const lines = uncovered({
    channels: [named(1, 'Venda direta'), named(2, 'Outro')],
    partners: [
      company(1, 'Norte', 'N'),
      company(2, 'Sul', 'S'),
      company(3, 'Sem código', null),
      company(4, 'Fechada', 'F', false),
    ],
    insurances: [named(1, 'Novo'), named(2, 'Usado'), named(3, 'VD', false), named(4, 'Residencial')],
    rules: [rule(1, 1, 1), rule(2, 1, 2), rule(3, 2, 1, 0), rule(4, 2, 2)],
    problemOf: ({ id }) => (id === 4 ? 'O corretor está inativo' : null),
  })
  expect(
    lines.map(({ partner, missing }) => [
      partner.name,
      missing.map(({ insurance, broken }) => [insurance.name, broken?.id]),
    ]),
  ).toEqual([
    [
      'Sul',
      [
        ['Novo', undefined],
        ['Usado', 4],
      ],
    ],
  ])
})

test("a broker whose team does not work the rule's channel is marked with what to do", () => {
  const channels = new Map([[1, { name: 'Venda direta' }]])
  const team = (...worked: number[]) => [
    {
      id: 7,
      description: 'Sul',
      channels: worked.map((id) => ({ id, name: `Canal ${id}` })),
      active: true,
    },
  ]
  const of = (technical_team_id: number | null, worked: number[]) =>
    ruleCaution({ channel_id: 1 }, { broker: { technical_team_id }, teams: team(...worked), channels })
  expect(of(7, [1, 8])).toBeNull()
  expect(of(7, [8])).toBe(
    'A equipe Sul não atende o canal Venda direta. Inclua o canal em Equipes Técnicas, ou escolha outro corretor.',
  )
  expect(of(null, [1])).toBe('O corretor não tem equipe técnica. Escolha uma para ele em Usuários.')
  expect(ruleCaution({ channel_id: 1 }, { broker: undefined, teams: team(8), channels })).toBeNull()
})

test('each combination of the choices is one rule', () => {
  expect(combinations({ channels: [1], partners: [2, 3], insurances: [1, 2] })).toHaveLength(4)
  expect(combinations({ channels: [1], partners: [], insurances: [1] })).toEqual([])
})
