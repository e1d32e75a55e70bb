import { setServiceStatus as setServiceStatusCommand } from '../../../src/commands/set-service-status.ts'
import { ACCEPT, acceptUnless, defineHandler } from '../handler.ts'

const UNKNOWN = { field: 'service_status', message: 'Situação de atendimento desconhecida.' }

export const setServiceStatus = defineHandler(setServiceStatusCommand, async ({ tx, args }) => {
  if (args.service_status === null) return ACCEPT
  const known = await tx
    .selectFrom('catalogue_entries')
    .select('var_id')
    .where('kind', '=', 'lead_service_status')
    .where('var_id', '=', args.service_status)
    .executeTakeFirst()
  return acceptUnless(known === undefined ? UNKNOWN : null)
})
