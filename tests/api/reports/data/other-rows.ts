/** Rows of the reports that count no leads: attempts with a proposal that is taken, and imported renewals. */
import type { Kysely } from 'kysely'
import type { Database } from '../../../../server/db/database.ts'
import { insertRows } from '../../../../server/db/insert-rows.ts'
import { at, dayIn, FIRST_MOMENT, inTurn, LAST_MOMENT } from './lead-row.ts'
import { LEADS } from './leads.ts'
import { ADMIN, AVENIDA, BELA_VISTA, BRUNA, CAIO, ELISA, FABIO } from './people.ts'

const CLIENTS = ['=1+1', 'João Ávila', 'Rui 100%_', 'Zoé Côrtes'] as const
const MONTHS = ['202609', '202610', '202611', '202601'] as const
const TIMES = [FIRST_MOMENT, '12:00', LAST_MOMENT] as const

/** On the last and the first day of October, of November and in between. */
export const ATTEMPTS = Array.from({ length: 24 }, (_, place) => ({
  id: place + 1,
  proposal: inTurn(['A-', 'b-', '55%'], place) + String(place),
  client_name: inTurn(CLIENTS, place),
  vehicle: 'Fiat Pulse',
  partner_id: inTurn([AVENIDA, BELA_VISTA, null], place),
  user_relead: inTurn([ADMIN, BRUNA, CAIO], Math.floor(place / 2)),
  created_at: at(
    inTurn([dayIn('2026-10', 1), dayIn('2026-10', 31), dayIn('2026-11', 10)], place),
    inTurn(TIMES, place % 5),
  ),
}))

export const PROCESSED = Array.from({ length: 30 }, (_, place) => ({
  id: place + 1,
  reference_month: inTurn(MONTHS, place),
  policy_number: `P-${place}`,
  product: 'Auto',
  client_info: {
    client_name: inTurn(CLIENTS, place),
    client_cpf: place % 2 === 0 ? '52998224725' : '',
  },
  broker_id: inTurn([ELISA, FABIO, null], place),
  renovator_hierarchical_group: inTurn(['GRUPO 14', null], place),
  lead_uid: null,
  channel_id: inTurn([27, 28, 29, null], Math.floor(place / 3)),
  update_status: inTurn([0, 1, 2, 9], Math.floor(place / 2)),
  additional_information: inTurn(['', '=2+2'], place),
}))

/** Of three leads each, of every kind and outcome. */
export const LIMITS = Array.from({ length: 18 }, (_, place) => {
  const lead = LEADS[(place * 7) % LEADS.length]
  if (lead === undefined) throw new Error('no lead')
  const outcome = inTurn([null, 'fulfilled', 'dismissed'] as const, place)
  const since = inTurn([dayIn('2026-10', 1), dayIn('2026-10', 31), dayIn('2026-11', 10)], place)
  return {
    id: place + 1,
    lead_uid: lead.uid,
    kind: inTurn(['answer', 'handover', 'answer', 'document'] as const, place),
    since_day: since,
    until_day: inTurn([since, '2026-12-20'], place),
    half_day: since,
    eve_day: since,
    begun_by: 'hand' as const,
    begun_at: at(since, '12:00'),
    note: inTurn(['', '=3+3', 'Seguradora: Alfa \nLigar antes', '', '=3+3'], place),
    outcome,
    done_day: outcome === null ? null : inTurn(['2026-11-20', since], Math.floor(place / 2)),
    proof_kind: outcome === 'fulfilled' ? ('note' as const) : null,
    proof: outcome === null ? '' : 'Recibo',
  }
})

export async function loadOtherRows(db: Kysely<Database>): Promise<void> {
  await insertRows(db, 'lead_duplicates', ATTEMPTS)
  await insertRows(db, 'lead_temps', PROCESSED)
  await insertRows(db, 'obligations', LIMITS)
}
