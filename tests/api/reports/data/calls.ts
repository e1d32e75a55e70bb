/**
 * Calls, captured in October 2026: none, one and several; every result and none; durations 0, unknown and of an hour;
 * first calls on both sides of the hour and of the goal of three hours; calls of another user. 24 leads.
 */
import { at, cancelledOn, captured, type LeadPlan, soldOn } from './lead-row.ts'
import { AVENIDA, BELA_VISTA, BRUNA, CAIO, DAVI, ELISA, REFERRER } from './people.ts'

const DAY = '2026-10-06'
const CAPTURE = at(DAY, '09:00')
const lead = { channel_id: 14, insurance_id: 2, partner_id: BELA_VISTA, inviter_id: REFERRER }
const base = { ...lead, create_lead_date: at(DAY, '08:45'), ...captured(CAPTURE) }
const STATUSES = [0, 1, 2, 3, null] as const

/** One call an hour and a half after the capture, with each result and its duration. */
const ofEachResult = STATUSES.flatMap((status) =>
  [BRUNA, ELISA].map(
    (broker_id, place): LeadPlan => ({
      ...base,
      broker_id,
      about: `uma ligação com o resultado ${status ?? 'desconhecido'}`,
      calls: [
        {
          date: at(DAY, `10:3${place}`),
          duration: status === 2 ? 3_725 : status === null ? null : 0,
          status,
          user_id: broker_id,
        },
      ],
      first_call_on_time: 1,
    }),
  ),
)

/** The first call within an hour of working time means less than it; so does the goal of three hours. */
const LIMITS = [
  { about: 'no instante da captura', call: at(DAY, '09:00'), flag: 1 },
  { about: 'um milissegundo antes de uma hora', call: at(DAY, '09:59:59.999'), flag: 1 },
  { about: 'uma hora exata', call: at(DAY, '10:00'), flag: 1 },
  { about: 'um milissegundo depois de uma hora', call: at(DAY, '10:00:00.001'), flag: 1 },
  { about: 'um milissegundo antes da meta', call: at(DAY, '11:59:59.999'), flag: 1 },
  { about: 'na meta exata', call: at(DAY, '12:00'), flag: 0 },
  { about: 'antes da captura', call: at(DAY, '08:50'), flag: 1 },
] as const
const atTheLimits = LIMITS.map(
  ({ about, call, flag }): LeadPlan => ({
    ...base,
    broker_id: CAIO,
    about: `primeira ligação: ${about}`,
    calls: [{ date: call, duration: 95, status: 2, user_id: CAIO }],
    first_call_on_time: flag,
  }),
)

/** Several calls: the first alone decides about status and duration. */
const several: readonly LeadPlan[] = [
  {
    ...base,
    broker_id: DAVI,
    about: 'quatro ligações: a primeira ocupada, a última atendida',
    calls: STATUSES.slice(0, 4).map((status, place) => ({
      date: at(DAY, `1${place}:15`),
      duration: place * 60,
      status,
      user_id: DAVI,
    })),
    first_call_on_time: 1,
  },
  {
    ...base,
    broker_id: DAVI,
    about: 'a primeira atendida, sem duração; a segunda não atendida',
    calls: [
      { date: at(DAY, '09:20'), duration: null, status: 2, user_id: DAVI },
      { date: at('2026-10-07', '17:59:59.999'), duration: 0, status: 3, user_id: DAVI },
    ],
    first_call_on_time: 1,
  },
  {
    ...base,
    broker_id: DAVI,
    about: 'a primeira por outro corretor',
    calls: [
      { date: at(DAY, '09:20'), duration: 12, status: 3, user_id: BRUNA },
      { date: at(DAY, '16:00'), duration: 240, status: 2, user_id: DAVI },
    ],
    first_call_on_time: null,
    ...soldOn(at('2026-10-09', '12:00')),
  },
]

const without: readonly LeadPlan[] = [
  { ...base, broker_id: DAVI, about: 'capturado e nunca ligado', first_call_on_time: null },
  {
    ...base,
    broker_id: DAVI,
    about: 'nunca ligado, com bandeira dada pela administração',
    first_call_on_time: 0,
  },
  {
    ...lead,
    partner_id: AVENIDA,
    broker_id: DAVI,
    create_lead_date: at(DAY, '08:45'),
    about: 'ligado sem captura',
    calls: [{ date: at(DAY, '09:10'), duration: 33, status: 2, user_id: DAVI }],
    first_call_on_time: 1,
  },
  {
    ...base,
    ...cancelledOn(at('2026-10-07', '09:00')),
    broker_id: DAVI,
    about: 'cancelado depois de uma ligação, que não conta',
    calls: [{ date: at(DAY, '09:30'), duration: 500, status: 2, user_id: DAVI }],
    first_call_on_time: 1,
  },
]

export const CALL_LEADS: readonly LeadPlan[] = [...ofEachResult, ...atTheLimits, ...several, ...without]
