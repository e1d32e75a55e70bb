import { setServiceStatus as setServiceStatusCommand } from '../../../src/commands/set-service-status.ts'
import { serviceStatusProblem } from '../../../src/domain/lead/lifecycle-problems.ts'
import { defineHandler } from '../handler.ts'

const UNKNOWN = 'Situação de atendimento desconhecida.'

export const setServiceStatus = defineHandler(
  setServiceStatusCommand,
  async ({ tx, lead, args, context }) => {
    const problem = serviceStatusProblem(lead, context.user)
    if (problem !== null) return { kind: 'refuse', message: problem.message }
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
