/**
 * The edges of the main period, 1 to 31 October 2026, in every date that a report goes by: its first and its last
 * millisecond, and the one before and the one after it. The edges of the period before it: 31 August to 30 September,
 * 31 days like October. 34 leads.
 */
import {
  at,
  captured,
  contacted,
  FIRST_MOMENT,
  inTurn,
  LAST_MOMENT,
  type LeadPlan,
  lostOn,
  quotedOn,
  soldOn,
} from './lead-row.ts'
import { AVENIDA, BELA_VISTA, BRUNA, CAIO, DAVI, REFERRER, SHOP_OF_ONE, SHOP_OF_TWO } from './people.ts'

const EDGES = [
  { about: 'um milissegundo antes do período', date: at('2026-09-30', LAST_MOMENT) },
  { about: 'primeiro milissegundo do período', date: at('2026-10-01', FIRST_MOMENT) },
  { about: 'último milissegundo do período', date: at('2026-10-31', LAST_MOMENT) },
  { about: 'um milissegundo depois do período', date: at('2026-11-01', FIRST_MOMENT) },
]
/** A creation that is in none of the two periods, so that another date alone decides. */
const LONG_BEFORE = at('2026-06-10', '10:00')

const ofBruna = {
  broker_id: BRUNA,
  inviter_id: REFERRER,
  partner_id: AVENIDA,
  insurance_id: 1,
  channel_id: 1,
}
const ofCaio = {
  broker_id: CAIO,
  inviter_id: SHOP_OF_TWO,
  partner_id: BELA_VISTA,
  insurance_id: 2,
  channel_id: 8,
}

const createdAtTheEdge = EDGES.flatMap(({ about, date }): LeadPlan[] => [
  { ...ofBruna, about: `criação, sem data da proposta: ${about}`, create_lead_date: date },
  {
    ...ofCaio,
    about: `criação, proposta de muito antes: ${about}`,
    create_lead_date: date,
    proposal_date: LONG_BEFORE,
  },
])
const proposedAtTheEdge = EDGES.map(
  ({ about, date }): LeadPlan => ({
    ...ofBruna,
    inviter_id: SHOP_OF_ONE,
    about: `data da proposta: ${about}`,
    proposal_date: date,
    create_lead_date: LONG_BEFORE,
  }),
)
const capturedAtTheEdge = EDGES.map(
  ({ about, date }, place): LeadPlan => ({
    ...ofCaio,
    about: `captura: ${about}`,
    create_lead_date: LONG_BEFORE,
    ...captured(date, inTurn([1, 0, null], place)),
  }),
)
const contactedAtTheEdge = EDGES.map(
  ({ about, date }): LeadPlan => ({
    ...ofBruna,
    about: `contato presencial: ${about}`,
    create_lead_date: LONG_BEFORE,
    ...captured(at('2026-06-10', '11:00')),
    ...contacted(date, 5),
    ...quotedOn(date, 5),
  }),
)
const endedAtTheEdge = EDGES.flatMap(({ about, date }, place): LeadPlan[] => [
  {
    ...ofBruna,
    about: `fim com venda: ${about}`,
    create_lead_date: LONG_BEFORE,
    ...captured(at('2026-06-10', '11:00')),
    ...soldOn(date, 4),
  },
  {
    ...ofCaio,
    about: `fim com perda: ${about}`,
    create_lead_date: LONG_BEFORE,
    ...captured(at('2026-06-10', '11:00')),
    ...lostOn(date, inTurn([1, 5], place)),
    ...(place % 2 === 1 ? { competitor_broker: 1 } : {}),
  },
])

/** The period before October has its length, so it begins on 31 August. */
const beforeOctober: readonly LeadPlan[] = [
  { about: 'um milissegundo antes do período anterior', date: at('2026-08-30', LAST_MOMENT) },
  { about: 'primeiro milissegundo do período anterior', date: at('2026-08-31', FIRST_MOMENT) },
].flatMap(({ about, date }): LeadPlan[] => [
  { ...ofBruna, about: `criação: ${about}`, create_lead_date: date },
  {
    ...ofCaio,
    broker_id: DAVI,
    about: `criação, captura e fim: ${about}`,
    create_lead_date: date,
    ...captured(date),
    ...lostOn(date, 3),
  },
  {
    ...ofCaio,
    about: `venda: ${about}`,
    create_lead_date: LONG_BEFORE,
    ...captured(at('2026-06-10', '11:00')),
    ...soldOn(date, 1),
  },
])

export const EDGE_LEADS: readonly LeadPlan[] = [
  ...createdAtTheEdge,
  ...proposedAtTheEdge,
  ...capturedAtTheEdge,
  ...contactedAtTheEdge,
  ...endedAtTheEdge,
  ...beforeOctober,
]
