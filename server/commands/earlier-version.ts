/** Converts a command that an earlier version of the app queued to the present schema. */
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { isEarlier, upcast } from '../../src/commands/upcast.ts'
import type { Database } from '../db/database.ts'
import { readLead } from '../queries/lead-row.ts'
import type { CommandRequest } from './command-request.ts'

const aboutLead = z.object({ lead_uid: z.uuid() })

/** Returns the request in the present schema. The conversion may need the lead, which is then read. */
export async function inPresentForm(
  tx: Transaction<Database>,
  request: CommandRequest,
): Promise<CommandRequest> {
  if (!isEarlier(request)) return request
  const about = aboutLead.safeParse(request.args)
  const found = upcast(request, about.success ? await readLead(tx, about.data.lead_uid) : null)
  if (found === null) return request
  const { schemaVersion, args, base } = found
  return { ...request, schemaVersion, args, base }
}
