/**
 * Before October 2026: September, for the comparison with the period before; July, whose brokers and inviters share
 * ranks; and the years in which São Paulo had daylight-saving time. 52 leads.
 */
import {
  at,
  atSummer,
  captured,
  contacted,
  dayIn,
  inTurn,
  type LeadPlan,
  lostOn,
  quotedOn,
  soldOn,
} from './lead-row.ts'
import {
  AVENIDA,
  BELA_VISTA,
  BRUNA,
  CAIO,
  CENTRO,
  DAVI,
  ELISA,
  FABIO,
  IVO,
  REFERRER,
  SHOP_OF_ONE,
  SPECIAL_REFERRER,
} from './people.ts'

/** Twenty leads in September, two a day, of two brokers of October and of Ivo, who then was active. */
const september = Array.from({ length: 20 }, (_, place): LeadPlan => {
  const day = dayIn('2026-09', inTurn([1, 2, 3, 4, 8, 9, 10, 11, 14, 15], Math.floor(place / 2)))
  const lead = {
    channel_id: inTurn([1, 8, 29], place),
    insurance_id: inTurn([1, 2, 3, 4], place),
    partner_id: inTurn([AVENIDA, BELA_VISTA, CENTRO], place),
    inviter_id: inTurn([REFERRER, SHOP_OF_ONE], place),
    broker_id: inTurn([BRUNA, CAIO, IVO], place),
    proposal_date: place % 4 === 0 ? null : at(day, '08:00'),
    create_lead_date: at(day, '09:00'),
    indication_on_time: 1,
    ...captured(at(day, '10:00'), place % 2),
    ...contacted(at(day, '11:00'), inTurn([1, 4, 5], place)),
  }
  const end = at(day, '17:00')
  if (place % 3 === 0)
    return { ...lead, ...quotedOn(at(day, '14:00'), 4), ...soldOn(end, 4), about: 'setembro, vendido' }
  if (place % 3 === 1)
    return { ...lead, ...lostOn(end, inTurn([1, 2, 5], place)), about: 'setembro, perdido' }
  return { ...lead, about: 'setembro, aberto' }
})

/** Sold and all leads in July 2026. Equal conversions: Bruna before Caio and Davi, who share a place. */
const JULY = [
  { broker_id: BRUNA, inviter_id: REFERRER, sold: 2, all: 4 },
  { broker_id: CAIO, inviter_id: SHOP_OF_ONE, sold: 1, all: 2 },
  { broker_id: DAVI, inviter_id: SPECIAL_REFERRER, sold: 1, all: 2 },
  { broker_id: ELISA, inviter_id: BRUNA, sold: 0, all: 3 },
  { broker_id: FABIO, inviter_id: CAIO, sold: 0, all: 3 },
  { broker_id: IVO, inviter_id: IVO, sold: 3, all: 4 },
] as const
const july = JULY.flatMap(({ broker_id, inviter_id, sold, all }) =>
  Array.from({ length: all }, (_, place): LeadPlan => {
    const lead = {
      channel_id: 1,
      insurance_id: 1,
      partner_id: AVENIDA,
      broker_id,
      inviter_id,
      create_lead_date: at(dayIn('2026-07', 6 + place), '10:00'),
      ...captured(at(dayIn('2026-07', 6 + place), '11:00')),
    }
    const end = at(dayIn('2026-07', 13 + place), '11:00')
    // Fabio's leads stay open: he has leads, and none finished.
    if (broker_id === FABIO) return { ...lead, about: 'julho, aberto' }
    return place < sold
      ? { ...lead, ...soldOn(end), about: 'julho, vendido' }
      : { ...lead, ...lostOn(end, 1), about: 'julho, perdido' }
  }),
)

/**
 * Daylight-saving time began on Sunday, 4 November 2018: the day had no 00:00 and began at 01:00. It ended with
 * Saturday, 16 February 2019, which had 23:00 to 24:00 twice.
 */
const SUMMER = [
  {
    about: 'último milissegundo antes do horário de verão',
    created: at('2018-11-03', '23:59:59.999'),
    capture: atSummer('2018-11-05', '09:30'),
  },
  {
    about: 'primeiro milissegundo do horário de verão, à 01:00',
    created: atSummer('2018-11-04', '01:00'),
    capture: atSummer('2018-11-05', '08:30'),
  },
  {
    about: 'pelo começo do horário de verão',
    created: at('2018-11-01', '17:00'),
    capture: atSummer('2018-11-06', '10:00'),
  },
  {
    about: 'às 23:30 de verão, que no horário normal seria ainda 22:30',
    created: atSummer('2018-12-31', '23:30'),
    capture: atSummer('2019-01-02', '09:00'),
  },
  {
    about: 'último milissegundo do ano em horário de verão',
    created: atSummer('2018-12-31', '23:59:59.999'),
    capture: atSummer('2019-01-02', '08:30'),
  },
  {
    about: 'primeiro milissegundo do ano em horário de verão',
    created: atSummer('2019-01-01', '00:00:00.000'),
    capture: atSummer('2019-01-03', '18:00'),
  },
  {
    about: 'na primeira passagem das 23:30 do fim do horário de verão',
    created: atSummer('2019-02-16', '23:30'),
    capture: at('2019-02-18', '09:00'),
  },
  {
    about: 'na segunda passagem das 23:30 do fim do horário de verão',
    created: at('2019-02-16', '23:30'),
    capture: at('2019-02-18', '09:00'),
  },
  {
    about: 'pelo fim do horário de verão',
    created: atSummer('2019-02-14', '16:00'),
    capture: at('2019-02-19', '10:00'),
  },
  {
    about: 'no inverno de 2019, sem horário de verão',
    created: at('2019-07-01', '10:00'),
    capture: at('2019-07-01', '12:00'),
  },
  {
    about: 'em novembro de 2019, já sem horário de verão',
    created: at('2019-11-04', '00:00:00.000'),
    capture: at('2019-11-04', '09:30'),
  },
]
const summer = SUMMER.map(
  ({ about, created, capture }, place): LeadPlan => ({
    about,
    channel_id: inTurn([1, 27], place),
    insurance_id: 1,
    partner_id: BELA_VISTA,
    inviter_id: REFERRER,
    broker_id: inTurn([BRUNA, ELISA], place),
    create_lead_date: created,
    proposal_date: place % 2 === 0 ? created : null,
    ...captured(capture),
    ...contacted(capture, 5),
    ...(place % 3 === 0 ? soldOn(capture, 5) : lostOn(capture, 1)),
    old_end_of_validity: place % 2 === 1 ? '2019-02-16' : null,
  }),
)

/** A policy that ends on the day that had no midnight. */
const endingWithoutMidnight: readonly LeadPlan[] = [
  { about: 'vendido no último milissegundo da vigência', sale: atSummer('2018-11-04', '23:59:59.999') },
  { about: 'vendido no primeiro milissegundo depois dela', sale: atSummer('2018-11-05', '00:00:00.000') },
  { about: 'vendido uma hora antes, no primeiro milissegundo do dia', sale: atSummer('2018-11-04', '01:00') },
].map(({ about, sale }) => ({
  about,
  channel_id: 27,
  insurance_id: 1,
  broker_id: ELISA,
  old_insurer: 'Allianz',
  old_end_of_validity: '2018-11-04',
  create_lead_date: at('2018-10-01', '10:00'),
  ...captured(at('2018-10-30', '23:59:59.999')),
  ...soldOn(sale, 1),
}))

export const EARLIER: readonly LeadPlan[] = [...september, ...july, ...summer, ...endingWithoutMidnight]
