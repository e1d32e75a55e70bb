/** Rows of the reports that count no leads: attempts with a proposal that is taken, and imported renewals. */
import type { Kysely } from 'kysely'
import type { Database } from '../../../../server/db/database.ts'
import { insertRows } from '../../../../server/db/insert-rows.ts'
import { at, dayIn, FIRST_MOMENT, inTurn, LAST_MOMENT } from './lead-row.ts'
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

export async function loadOtherRows(db: Kysely<Database>): Promise<void> {
  await insertRows(db, 'lead_duplicates', ATTEMPTS)
  await insertRows(db, 'lead_temps', PROCESSED)
}
