/**
 * Renewals: policies that end in October 2026, at its edges, and in the months around it. A capture is in time five
 * calendar days before the end or earlier. 66 leads.
 */
import {
  at,
  cancelledOn,
  captured,
  contacted,
  dayIn,
  FIRST_MOMENT,
  inTurn,
  LAST_MOMENT,
  type LeadPlan,
  lostOn,
  quotedOn,
  soldOn,
} from './lead-row.ts'
import { BRUNA, ELISA, FABIO, IVO } from './people.ts'

const CHANNELS = [6, 9, 10, 27, 28] as const
const INSURERS = ['Porto', 'Tokio Marine', 'Allianz', null] as const
const EXTRAS = [0, 1, 2, null] as const

/** A policy that ends on the 20th, created on 1 September. */
const END = '2026-10-20'
const base = {
  channel_id: 27,
  insurance_id: 1,
  broker_id: ELISA,
  old_insurer: 'Porto',
  old_end_of_validity: END,
  create_lead_date: at('2026-09-01', '09:00'),
}

/** Each channel in eight ways, with ends from the 2nd to the 30th of October. */
const ofEachChannel = CHANNELS.flatMap((channel_id, row) =>
  Array.from({ length: 8 }, (_, way): LeadPlan => {
    const day = 2 + ((row * 8 + way * 3) % 29)
    const end = dayIn('2026-10', day)
    const lead = {
      channel_id,
      insurance_id: inTurn([1, 2, 4], way),
      broker_id: inTurn([ELISA, FABIO, ELISA, BRUNA], way),
      old_insurer: inTurn(INSURERS, row + way),
      old_end_of_validity: end,
      create_lead_date: at(dayIn('2026-09', 1 + way), '08:45'),
      backup_car: inTurn(EXTRAS, row + way),
    }
    const capture = captured(at(dayIn('2026-09', 10 + way), '10:00'), inTurn([1, 0, null], way))
    const contact = {
      ...capture,
      ...contacted(at(dayIn('2026-09', 11 + way), '10:00'), inTurn([4, 1, 2, 3, 5], row)),
    }
    const quote = {
      ...contact,
      ...quotedOn(at(dayIn('2026-09', 11 + way), '15:00'), inTurn([4, 1, 2, 3, 5], row)),
    }
    switch (way) {
      case 0:
        return { ...lead, ...quote, ...soldOn(at(end, '11:00'), 4), about: 'renovado antes do fim' }
      case 1:
        return { ...lead, ...quote, about: 'cotado, aberto, de quem nada finalizou' }
      case 2:
        return {
          ...lead,
          ...quote,
          ...soldOn(at(dayIn('2026-09', 25), '11:00'), 1),
          about: 'renovado no mês anterior',
        }
      case 3:
        return { ...lead, ...contact, ...lostOn(at(end, '12:00'), 5), competitor_broker: 2, about: 'perdido' }
      case 4:
        return { ...lead, ...quote, ...lostOn(at(end, '17:30'), 1), about: 'perdido depois da cotação' }
      case 5:
        return { ...lead, ...capture, about: 'só capturado' }
      case 6:
        return { ...lead, about: 'não capturado' }
      default:
        return {
          ...lead,
          broker_id: null,
          previous_broker_id: IVO,
          about: 'sem corretor, com corretor anterior',
        }
    }
  }),
)

const CAPTURES = [
  { about: 'no primeiro milissegundo do quinto dia antes do fim', capture: at('2026-10-15', FIRST_MOMENT) },
  { about: 'um milissegundo depois', capture: at('2026-10-15', '00:00:00.001') },
  { about: 'no último milissegundo do quinto dia antes do fim', capture: at('2026-10-15', LAST_MOMENT) },
  { about: 'no primeiro milissegundo do quarto dia antes do fim', capture: at('2026-10-16', FIRST_MOMENT) },
  { about: 'no último milissegundo da vigência', capture: at(END, LAST_MOMENT) },
  { about: 'depois do fim', capture: at('2026-10-21', FIRST_MOMENT) },
]
const capturedAtTheLimit = CAPTURES.map(
  ({ about, capture }): LeadPlan => ({ ...base, about: `captura: ${about}`, ...captured(capture, null) }),
)

/** Not captured, and created at the limit: it reached the broker five days before the end, or too late. */
const createdAtTheLimit = [
  { about: 'no último milissegundo do quinto dia antes do fim', created: at('2026-10-15', LAST_MOMENT) },
  { about: 'no primeiro milissegundo do quarto dia antes do fim', created: at('2026-10-16', FIRST_MOMENT) },
  { about: 'depois do fim', created: at('2026-10-22', '10:00') },
].map(({ about, created }): LeadPlan => ({ ...base, about: `criação: ${about}`, create_lead_date: created }))

const SALES = [
  { about: 'no último dia às 23:59', sale: at(END, '23:59') },
  { about: 'no último milissegundo do último dia', sale: at(END, LAST_MOMENT) },
  { about: 'no primeiro milissegundo depois do fim', sale: at('2026-10-21', FIRST_MOMENT) },
  { about: 'semanas depois do fim', sale: at('2026-11-10', '10:00') },
]
const soldAtTheEnd = SALES.map(
  ({ about, sale }, place): LeadPlan => ({
    ...base,
    channel_id: inTurn([27, 28], place),
    about: `venda: ${about}`,
    ...captured(at('2026-10-01', '10:00')),
    ...quotedOn(at('2026-10-02', '10:00'), 4),
    ...soldOn(sale, 4),
    end_of_validity: '2027-10-20',
    backup_car: inTurn([2, 1], place),
  }),
)

const ENDS = [
  { about: 'no dia antes do período', end: '2026-09-30' },
  { about: 'no primeiro dia do período', end: '2026-10-01' },
  { about: 'no último dia do período', end: '2026-10-31' },
  { about: 'no dia depois do período', end: '2026-11-01' },
  { about: 'no primeiro dia do período anterior', end: '2026-08-31' },
  { about: 'no dia antes do período anterior', end: '2026-08-30' },
  { about: 'hoje', end: '2026-11-15' },
  { about: 'no último dos próximos 30 dias', end: '2026-12-14' },
]
const endingAtTheEdge = ENDS.map(
  ({ about, end }): LeadPlan => ({
    ...base,
    about: `vigência que termina ${about}`,
    channel_id: 28,
    old_end_of_validity: end,
    create_lead_date: at('2026-08-01', '10:00'),
    ...captured(at('2026-08-03', '10:00')),
  }),
)

const odd: readonly LeadPlan[] = [
  { ...base, about: 'sem corretor e sem corretor anterior', broker_id: null },
  { ...base, about: 'com corretor e outro corretor anterior', previous_broker_id: IVO },
  { ...base, about: 'sem fim da vigência', old_end_of_validity: null, old_insurer: null },
  { ...base, about: 'seguro novo com apólice anterior, que não é renovação', channel_id: 1 },
  { ...base, about: 'renovação cancelada', ...cancelledOn(at('2026-10-10', '10:00')) },
]

export const RENEWALS: readonly LeadPlan[] = [
  ...ofEachChannel,
  ...capturedAtTheLimit,
  ...createdAtTheLimit,
  ...soldAtTheEnd,
  ...endingAtTheEdge,
  ...odd,
]
