/** A command that an earlier version of the app queued, as this one would have: what it meant may depend on its lead. */

import type { Transaction } from 'kysely'
import { z } from 'zod'
import { isEarlier, upcast } from '../../src/commands/upcast.ts'
import type { Database } from '../db/database.ts'
import { readLead } from '../queries/lead-row.ts'
import type { CommandRequest } from './command-request.ts'

const aboutLead = z.object({ lead_uid: z.uuid() })

export async function inPresentWords(
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
