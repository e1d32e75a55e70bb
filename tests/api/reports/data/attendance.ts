/**
 * The ordinary October of 2026: four brokers with 30 leads each, Fabio with six of which none has ended, Ivo with five
 * of before he became inactive, and twelve without a broker. 143 leads.
 */
import {
  at,
  cancelledOn,
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
  DISTANTE,
  ELISA,
  FABIO,
  INVITERS,
  IVO,
  WHITE_LABEL,
} from './people.ts'

/** The working days of October 2026 up to the 23rd, without the holiday of the 12th. */
const WORKED_DAYS = [1, 2, 5, 6, 7, 8, 9, 13, 14, 15, 16, 19, 20, 21, 22, 23] as const
const NEW_CHANNELS = [1, 2, 3, 4, 5, 8, 14, 29, WHITE_LABEL] as const
const LINES = [1, 2, 3, 4, 6, 7] as const
const SHOPS = [AVENIDA, BELA_VISTA, CENTRO, null, DISTANTE] as const
const WAYS = [1, 2, 3, 4, 5, null] as const
const REASONS = [1, 2, 3, 4, 6, 7, 8, 9] as const

/** Where the lead came from. The lists have lengths without a common factor, so that their pairs mix. */
const origin = (place: number) => ({
  channel_id: inTurn(NEW_CHANNELS, place),
  insurance_id: inTurn(LINES, Math.floor(place / 2)),
  partner_id: inTurn(SHOPS, place),
  inviter_id: inTurn(INVITERS, Math.floor(place / 3)),
  product: place % 4 === 3 ? null : `Modelo ${place % 10}`,
  indication_on_time: inTurn([1, 0, 1, null], place),
})

/** How far the lead came: in turn seven ways, from assigned to sold. Times are of its own day and the days after it. */
function outcome(place: number, day: number, later: number, broker_id: number) {
  const today = dayIn('2026-10', day)
  const end = at(dayIn('2026-10', later), `1${place % 7}:${10 + (place % 40)}`)
  const capture = captured(at(today, `10:${10 + (place % 50)}`), inTurn([1, 1, 0, 1, null], place))
  const contact = { ...capture, ...contacted(at(today, `11:${10 + (place % 50)}`), inTurn(WAYS, place)) }
  const quote = { ...contact, ...quotedOn(at(today, `14:${10 + (place % 50)}`), inTurn(WAYS, place + 1)) }
  const calls = [
    { date: at(today, `10:5${place % 10}`), duration: 30 + place, status: 2, user_id: broker_id },
  ] as const
  const called = { calls, first_call_on_time: inTurn([1, 0, null], place) }
  switch (place % 7) {
    case 0:
      return {
        about: 'vendido',
        ...called,
        ...quote,
        ...soldOn(end, inTurn(WAYS, place + 2), place % 3 === 0 ? 0 : 1),
      }
    case 1:
      return {
        about: 'perdido depois da cotação',
        ...called,
        ...quote,
        ...lostOn(end, inTurn(REASONS, place), 0),
      }
    case 2:
      return { about: 'com cotação, aberto', ...called, ...quote }
    case 3:
      return { about: 'perdido sem contato', ...capture, ...lostOn(end, 2, null) }
    case 4:
      return { about: 'com contato, aberto', ...called, ...contact }
    case 5:
      return { about: 'atribuído, sem captura' }
    default:
      return { about: 'só capturado', ...capture }
  }
}

function leadsOf(broker_id: number, count: number, firstPlace: number): LeadPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const place = firstPlace + index
    const day = inTurn(WORKED_DAYS, place)
    const created = at(dayIn('2026-10', day), `0${8 + (place % 2)}:${10 + (place % 45)}`)
    return {
      broker_id,
      create_lead_date: created,
      proposal: `P-${1000 + place}`,
      // Every sixth lead has no proposal date. The others had theirs a day to six days before the creation.
      proposal_date: place % 6 === 0 ? null : at(dayIn('2026-09', 24 + (place % 6)), '15:00'),
      ...origin(place),
      ...outcome(place, day, Math.min(day + 1 + (place % 5), 30), broker_id),
    }
  })
}

/** Fabio's leads reach the quote at most. */
const open = (lead: LeadPlan, place: number): LeadPlan => ({
  ...lead,
  ...captured(at('2026-10-22', '09:00'), 0),
  ...quotedOn(at('2026-10-22', `15:1${place}`), 4),
  about: 'corretor sem nenhum lead finalizado',
  sold: null,
  sold_type: null,
  sold_date: null,
  lost_sale: null,
  end_lead_date: null,
  attendance_on_time: null,
})

const unassigned = Array.from(
  { length: 12 },
  (_, place): LeadPlan => ({
    about: 'sem corretor',
    create_lead_date: at(dayIn('2026-10', inTurn(WORKED_DAYS, place + 3)), `1${place % 8}:20`),
    ...origin(place),
    // The last three ended without ever having a broker.
    ...(place < 9
      ? {}
      : place < 11
        ? lostOn(at('2026-10-22', '17:00'), 9)
        : cancelledOn(at('2026-10-22', '17:00'))),
  }),
)

export const ATTENDANCE: readonly LeadPlan[] = [
  ...[BRUNA, CAIO, DAVI, ELISA].flatMap((broker, index) => leadsOf(broker, 30, index * 30)),
  ...leadsOf(FABIO, 6, 120).map(open),
  ...leadsOf(IVO, 5, 126),
  ...unassigned,
]
