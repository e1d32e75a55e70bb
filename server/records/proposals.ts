/** What only the server says of a proposal that a dealership's system delivered (`src/domain/proposal/fields.ts`): docs/rules.md#proposals */
import type { PROPOSAL_FIELDS } from '../../src/domain/proposal/fields.ts'
import { IDENTITY } from './clients.ts'
import { says } from './meaning.ts'
import { type ColumnFacts, USERS } from './tables/table.ts'

export const CONTRACT = 'the number of a contract: without it a dealership would deliver the person again'

/** A lead has them, too: `lead-fields.ts`. */
type SaidElsewhere = 'proposal_date' | 'partner_id' | 'insurance_id' | 'additional_information'

export const PROPOSAL_FACTS = {
  proposal: { noPerson: CONTRACT },
  inviter_login: { meaning: says('Login do vendedor que indicou.', 'ivo'), noPerson: USERS },
  client_informations: {
    meaning: says('O que a concessionária sabe do cliente. Todo campo pode faltar.'),
    unsearched: IDENTITY,
  },
  product_informations: {
    meaning: says('O que a concessionária sabe do veículo. Todo campo pode faltar.'),
  },
  bypass_allowed: {
    meaning: says('Se a proposta pode virar lead mais uma vez. null: ninguém decidiu.'),
  },
  updated_at: { sheet: 'Mudada em' },
} as const satisfies Readonly<
  Record<Exclude<keyof typeof PROPOSAL_FIELDS, SaidElsewhere> | 'updated_at', ColumnFacts>
>
