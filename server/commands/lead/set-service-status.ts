import { setServiceStatus as setServiceStatusCommand } from '../../../src/commands/set-service-status.ts'
import { mayWork } from '../../../src/domain/lead/access.ts'
import { defineHandler } from '../handler.ts'

const NOT_YOURS = 'Só quem atende este lead pode mudar a situação.'
const UNKNOWN = 'Situação de atendimento desconhecida.'

export const setServiceStatus = defineHandler(
  setServiceStatusCommand,
  async ({ tx, lead, args, context }) => {
    if (!mayWork(lead, context.user)) return { kind: 'refuse', message: NOT_YOURS }
    if (args.service_status === null) return { kind: 'accept' }
    const known = await tx
      .selectFrom('catalogue_entries')
      .select('var_id')
      .where('kind', '=', 'lead_service_status')
      .where('var_id', '=', args.service_status)
      .executeTakeFirst()
    return known === undefined
      ? { kind: 'refuse', message: UNKNOWN, errors: { service_status: [UNKNOWN] } }
      : { kind: 'accept' }
  },
)
