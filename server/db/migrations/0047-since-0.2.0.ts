/** What changed between version 0.2.0 and the next, part by part. */
import type { Kysely } from 'kysely'
import { accounts } from './0047-since-0.2.0/accounts.ts'
import { automations } from './0047-since-0.2.0/automations.ts'
import { clients } from './0047-since-0.2.0/clients.ts'
import { connections } from './0047-since-0.2.0/connections.ts'
import { history } from './0047-since-0.2.0/history.ts'
import { imports } from './0047-since-0.2.0/imports.ts'
import { indications } from './0047-since-0.2.0/indications.ts'
import { leads } from './0047-since-0.2.0/leads.ts'
import { messages } from './0047-since-0.2.0/messages.ts'
import { names } from './0047-since-0.2.0/names.ts'
import { obligations } from './0047-since-0.2.0/obligations.ts'
import { operation } from './0047-since-0.2.0/operation.ts'
import { policies } from './0047-since-0.2.0/policies.ts'
import { revocations } from './0047-since-0.2.0/revocations.ts'
import { staff } from './0047-since-0.2.0/staff.ts'
import { whatsapp } from './0047-since-0.2.0/whatsapp.ts'

/** In order: a part uses what an earlier one made. */
const PARTS = [
  names,
  leads,
  staff,
  imports,
  policies,
  clients,
  accounts,
  operation,
  indications,
  revocations,
  connections,
  whatsapp,
  messages,
  obligations,
  automations,
  history,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) await part(db)
}
