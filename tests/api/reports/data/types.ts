/**
 * The ways of contact, quote and sale (1 telephone, 2 mobile, 3 e-mail, 4 WhatsApp, 5 in person, none) in all pairs,
 * with the extras (0 to 2 and none), commission and value, in October 2026. 44 leads.
 */
import {
  at,
  captured,
  contacted,
  dayIn,
  inTurn,
  type LeadPlan,
  lostOn,
  quotedOn,
  soldOn,
} from './lead-row.ts'
import { BELA_VISTA, BRUNA, CAIO, CENTRO, DAVI, REFERRER, WHITE_LABEL } from './people.ts'

const WAYS = [1, 2, 3, 4, 5, null] as const
const EXTRAS = [0, 1, 2, null] as const
/** A site, the app, referrals inside and outside, social media, campaigns, white label, chatbot. */
const SOURCES = [8, 3, 1, 2, 29, 14, 5, WHITE_LABEL, 4] as const

/** Every pair of contact and quote. Two of three are sold, each in the way of the contact or of the quote. */
const pairs = WAYS.flatMap((contactType, row) =>
  WAYS.map((quoteType, column): LeadPlan => {
    const place = row * 6 + column
    const day = inTurn([5, 6, 7, 8, 13, 14], column)
    const end = at(dayIn('2026-10', day + 1), `1${row}:45`)
    const lead = {
      channel_id: inTurn(SOURCES, place),
      insurance_id: inTurn([1, 2, 3, 4, 6, 7], row + column),
      partner_id: inTurn([BELA_VISTA, CENTRO], place),
      inviter_id: REFERRER,
      broker_id: inTurn([BRUNA, CAIO, DAVI], row + column),
      create_lead_date: at(dayIn('2026-10', day), `0${row + 3}:30`),
      ...captured(at(dayIn('2026-10', day), '09:00')),
      ...contacted(at(dayIn('2026-10', day), `1${row}:15`), contactType),
      ...quotedOn(at(dayIn('2026-10', day), `1${row}:35`), quoteType),
      backup_car: inTurn(EXTRAS, place),
      pague_menos: inTurn(EXTRAS, row),
      seguro_conteudo: inTurn(EXTRAS, row + column),
    }
    const about = `contato ${contactType ?? 'sem tipo'}, cotação ${quoteType ?? 'sem tipo'}`
    if (place % 3 === 2) return { ...lead, ...lostOn(end, 1), about: `${about}, perdido` }
    return {
      ...lead,
      ...soldOn(end, place % 2 === 0 ? contactType : quoteType),
      about: `${about}, vendido`,
      sale_value_cents: place % 4 === 0 ? null : 100_000 + place * 3_333,
      commission_percentage: place % 5 === 0 ? null : 10 + place * 0.25,
    }
  }),
)

const end = at('2026-10-16', '15:00')
const base = { channel_id: 1, insurance_id: 1, broker_id: CAIO, create_lead_date: at('2026-10-15', '09:00') }
const odd: readonly LeadPlan[] = [
  { ...base, about: 'marcado como cotado, sem data nem tipo', ...captured(end), quoted: 1 },
  { ...base, about: 'data da cotação sem a marca', ...captured(end), quoted_date: end, quoted_type: 4 },
  { ...base, about: 'tipo de contato sem data', ...captured(end), contact_type: 4 },
  {
    ...base,
    about: 'extras vendidos num lead perdido',
    ...lostOn(end, 1),
    backup_car: 2,
    pague_menos: 2,
    seguro_conteudo: 2,
  },
  {
    ...base,
    about: 'extras vendidos num lead aberto',
    ...captured(end),
    backup_car: 2,
    pague_menos: 2,
    seguro_conteudo: 2,
  },
  {
    ...base,
    about: 'comissão num lead perdido',
    ...lostOn(end, 1),
    sale_value_cents: 99_999,
    commission_percentage: 20,
  },
  {
    ...base,
    about: 'valor e comissão zero',
    ...soldOn(end, 5),
    sale_value_cents: 0,
    commission_percentage: 0,
  },
  {
    ...base,
    about: 'só vendido presencialmente, sem contato',
    ...soldOn(end, 5),
    contact_type: null,
    contact_date: null,
  },
]

export const TYPE_LEADS: readonly LeadPlan[] = [...pairs, ...odd]
