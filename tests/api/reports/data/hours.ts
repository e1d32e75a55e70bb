/**
 * Hours and days: each of the six groups of hours of creation at its first and last millisecond, one sold and one
 * lost; weekends, the national holiday of 12 October, the company's own of 28 October, nights; intervals that are
 * empty, backwards, or without any working time. 26 leads.
 */
import { at, captured, contacted, type LeadPlan, lostOn, quotedOn, soldOn } from './lead-row.ts'
import { BRUNA, CAIO, CENTRO, DAVI, SPECIAL_REFERRER } from './people.ts'

const GROUPS = [
  ['00:00:00.000', '05:59:59.999'],
  ['06:00:00.000', '08:59:59.999'],
  ['09:00:00.000', '11:59:59.999'],
  ['12:00:00.000', '14:59:59.999'],
  ['15:00:00.000', '17:59:59.999'],
  ['18:00:00.000', '23:59:59.999'],
] as const

const origin = { channel_id: 8, insurance_id: 1, partner_id: CENTRO, inviter_id: SPECIAL_REFERRER }

const ofEachHour = GROUPS.flatMap(([first, last]): LeadPlan[] => [
  {
    ...origin,
    broker_id: DAVI,
    about: `criado às ${first}, vendido`,
    create_lead_date: at('2026-10-14', first),
    ...captured(at('2026-10-15', '08:30')),
    ...quotedOn(at('2026-10-15', '09:00'), 4),
    ...soldOn(at('2026-10-15', '18:00'), 4),
  },
  {
    ...origin,
    broker_id: DAVI,
    about: `criado às ${last}, perdido`,
    create_lead_date: at('2026-10-14', last),
    ...captured(at('2026-10-16', '08:29:59.999'), 0),
    ...lostOn(at('2026-10-16', '18:00:00.001'), 1),
  },
])

interface Interval {
  readonly about: string
  readonly created: string
  readonly capture: string
  readonly contact?: string
  readonly quote?: string
  readonly end?: string
}

const INTERVALS: readonly Interval[] = [
  {
    about: 'criado no sábado, capturado no domingo, vendido na segunda',
    created: at('2026-10-17', '10:00'),
    capture: at('2026-10-18', '22:00'),
    end: at('2026-10-19', '09:30'),
  },
  {
    about: 'só no fim de semana: nenhuma hora útil',
    created: at('2026-10-03', '09:00'),
    capture: at('2026-10-03', '12:00'),
    end: at('2026-10-04', '20:00'),
  },
  {
    about: 'pelo feriado nacional de 12 de outubro',
    created: at('2026-10-09', '17:30'),
    capture: at('2026-10-12', '10:00'),
    end: at('2026-10-13', '09:30'),
  },
  {
    about: 'pelo feriado da empresa de 28 de outubro',
    created: at('2026-10-27', '17:00'),
    capture: at('2026-10-28', '11:00'),
    end: at('2026-10-29', '10:30'),
  },
  {
    about: 'à noite: capturado depois do expediente e vendido antes do próximo',
    created: at('2026-10-20', '19:00'),
    capture: at('2026-10-20', '22:15'),
    end: at('2026-10-21', '07:45'),
  },
  {
    about: 'meses depois: pelos feriados de abril, maio e setembro',
    created: at('2026-03-30', '10:00'),
    capture: at('2026-03-31', '10:00'),
    end: at('2026-10-06', '10:00'),
  },
  {
    about: 'contato antes da captura: intervalo para trás',
    created: at('2026-10-07', '09:00'),
    capture: at('2026-10-07', '15:00'),
    contact: at('2026-10-07', '11:00'),
    quote: at('2026-10-07', '14:00'),
    end: at('2026-10-08', '10:00'),
  },
  {
    about: 'cotação depois do contato e, em outro, contato depois da cotação',
    created: at('2026-10-07', '09:00'),
    capture: at('2026-10-07', '09:30'),
    quote: at('2026-10-07', '10:00'),
    contact: at('2026-10-08', '10:00'),
    end: at('2026-10-08', '11:00'),
  },
  {
    about: 'tudo no mesmo milissegundo: intervalo vazio, que conta como zero',
    created: at('2026-10-08', '10:00'),
    capture: at('2026-10-08', '10:00'),
    contact: at('2026-10-08', '10:00'),
    quote: at('2026-10-08', '10:00'),
    end: at('2026-10-08', '10:00'),
  },
  {
    about: 'fim antes da captura: intervalo para trás',
    created: at('2026-10-08', '09:00'),
    capture: at('2026-10-09', '10:00'),
    end: at('2026-10-08', '17:00'),
  },
]

const ofEachInterval = INTERVALS.map(
  ({ about, created, capture, contact, quote, end }, place): LeadPlan => ({
    ...origin,
    about,
    broker_id: place % 2 === 0 ? BRUNA : CAIO,
    create_lead_date: created,
    ...captured(capture, 0),
    ...(contact === undefined ? {} : contacted(contact, 4)),
    ...(quote === undefined ? {} : quotedOn(quote, 4)),
    ...(end === undefined ? {} : soldOn(end, 2, null)),
  }),
)

/** Captured and contacted, without an end: no average from the end has them. */
const withoutEnd = [1, 2].map(
  (day): LeadPlan => ({
    ...origin,
    about: 'sem fim: fora das médias até o fim',
    broker_id: BRUNA,
    create_lead_date: at(`2026-10-0${day}`, '20:00'),
    ...captured(at(`2026-10-0${day}`, '21:00')),
    ...contacted(at('2026-10-05', '08:30'), 1),
  }),
)
/** The holiday and the weekend themselves as days of the first call. */
const calledOnFreeDays = ['2026-10-12', '2026-10-18'].map(
  (day): LeadPlan => ({
    ...origin,
    about: 'ligado num dia sem expediente',
    broker_id: CAIO,
    create_lead_date: at('2026-10-09', '16:00'),
    ...captured(at('2026-10-09', '16:30')),
    calls: [{ date: at(day, '10:00'), duration: 61, status: 2, user_id: CAIO }],
    first_call_on_time: 1,
  }),
)

export const HOUR_LEADS: readonly LeadPlan[] = [
  ...ofEachHour,
  ...ofEachInterval,
  ...withoutEnd,
  ...calledOnFreeDays,
]
