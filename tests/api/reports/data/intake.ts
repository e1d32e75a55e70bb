/** Rows of reports that are no leads: refused attempts, and renewals of October as they came in. */
import type { Kysely } from 'kysely'
import type { Database } from '../../../../server/db/database.ts'
import { insertRows } from '../../../../server/db/insert-rows.ts'
import { AVENIDA, BRUNA, CAIO, ELISA } from './people.ts'

/** The month of the rows of `lead_temps`. */
export const INTAKE_MONTH = '202610'

/** One of Bruna, two of Caio, in October. */
const ATTEMPTS = [
  { proposal: 'R-1', client_name: 'Zuleica Prado', user_relead: BRUNA },
  { proposal: 'R-2', client_name: 'Abel Castro', user_relead: CAIO },
  { proposal: 'R-3', client_name: 'Mara Lins', user_relead: CAIO },
].map((attempt, place) => ({
  ...attempt,
  vehicle: 'Fiat Pulse',
  partner_id: AVENIDA,
  relead_at: `2026-10-1${place}T13:00:00Z`,
  created_at: `2026-10-1${place}T13:05:00Z`,
}))

const RENEWALS = [
  { policy_number: 'AP-1', broker_id: ELISA, update_status: 2 },
  { policy_number: 'AP-2', broker_id: null, update_status: 9 },
].map((row) => ({
  ...row,
  reference_month: INTAKE_MONTH,
  product: 'Auto',
  client_info: { client_name: `Cliente de ${row.policy_number}`, client_cpf: '52998224725' },
  renovator_hierarchical_group: '14',
  channel_id: 27,
  additional_information: 'Celular inválido.',
}))

export async function loadIntake(db: Kysely<Database>): Promise<void> {
  await insertRows(db, 'lead_duplicates', ATTEMPTS)
  await insertRows(db, 'lead_temps', RENEWALS)
}
