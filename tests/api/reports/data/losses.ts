/**
 * Losses that ended in October 2026: every reason of the catalogue and none, competitors, and what looks like a loss
 * and is none. 32 leads.
 */
import { at, cancelledOn, captured, dayIn, inTurn, type LeadPlan, lostOn, soldOn } from './lead-row.ts'
import { AVENIDA, BELA_VISTA, BRUNA, CAIO, CENTRO, DAVI, ELISA, INVITERS } from './people.ts'

/** 5 is 'closed with another broker'. */
const REASONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, null] as const
const SHOPS = [AVENIDA, BELA_VISTA, CENTRO, null] as const

const base = (place: number) => ({
  channel_id: inTurn([1, 2, 29], place),
  insurance_id: inTurn([1, 2, 3], place),
  partner_id: inTurn(SHOPS, place),
  inviter_id: inTurn([...INVITERS, null], place),
  create_lead_date: at(dayIn('2026-09', 20 + (place % 9)), '10:00'),
  ...captured(at(dayIn('2026-09', 20 + (place % 9)), '11:00')),
})

const ofEachReason = REASONS.flatMap((lost_sale, place) =>
  [BRUNA, CAIO].map(
    (broker_id): LeadPlan => ({
      ...base(place),
      about: `perda pelo motivo ${lost_sale ?? 'nenhum'}`,
      broker_id,
      ...lostOn(at(dayIn('2026-10', 5 + place), '16:00'), lost_sale),
      // The reason 5 names a competitor for one of the two, and none for the other.
      ...(lost_sale === 5 && broker_id === BRUNA ? { competitor_broker: 1 } : {}),
    }),
  ),
)

/** Beta wins three, Alfa two (with the one above), Gama one. */
const toCompetitors = [2, 2, 2, 1, 3].map(
  (competitor_broker, place): LeadPlan => ({
    ...base(place),
    about: 'perda para a concorrência',
    broker_id: inTurn([DAVI, ELISA], place),
    ...lostOn(at(dayIn('2026-10', 13 + place), '09:00'), 5),
    competitor_broker,
    endorsement_date: place % 2 === 0 ? '2027-10-01' : null,
    date_fail: place % 2 === 1,
  }),
)

const end = at('2026-10-21', '15:00')
const noLosses: readonly LeadPlan[] = [
  { ...base(0), about: 'motivo num lead ainda aberto', broker_id: DAVI, lost_sale: 1, sold: 0 },
  { ...base(1), about: 'motivo num lead vendido', broker_id: DAVI, ...soldOn(end), lost_sale: 3 },
  {
    ...base(2),
    about: 'perda cancelada',
    broker_id: DAVI,
    ...lostOn(end, 5),
    ...cancelledOn(end),
    competitor_broker: 3,
  },
  {
    ...base(3),
    about: 'finalizado sem dizer se foi vendido',
    broker_id: DAVI,
    state: 3,
    status: 6,
    sold: null,
    end_lead_date: end,
  },
]
const moreLosses: readonly LeadPlan[] = [
  {
    ...base(0),
    about: 'concorrente num outro motivo',
    broker_id: ELISA,
    ...lostOn(end, 1),
    competitor_broker: 2,
  },
  { ...base(1), about: 'perda sem corretor', broker_id: null, ...lostOn(end, 7) },
  { ...base(2), about: 'perda sem data de fim', broker_id: ELISA, ...lostOn(end, 4), end_lead_date: null },
]

export const LOSSES: readonly LeadPlan[] = [...ofEachReason, ...toCompetitors, ...noLosses, ...moreLosses]
