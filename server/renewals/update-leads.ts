/** Updates the leads of policies that have one. docs/rules.md#renewal-import */
import { newClient } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { ERASED_MESSAGE } from '../../src/domain/client/erasure.ts'
import { isAnotherPerson } from '../../src/domain/client/identity.ts'
import { withSeen } from '../../src/domain/client/overlaid.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isInOrigin } from '../../src/domain/lead/lead-state.ts'
import { followed, UPDATE_STATUS } from '../../src/domain/renewals/renewal-lead.ts'
import { clientOfRow } from '../../src/domain/renewals/rows.ts'
import { formatDay } from '../../src/domain/time/sao-paulo.ts'
import { writeLead } from '../commands/lead/write-lead.ts'
import { writeTimeline } from '../commands/lead/write-timeline.ts'
import type { Tx } from '../db/database.ts'
import { completeClient } from '../imports/complete-client.ts'
import type { RefusedRow } from '../imports/run.ts'
import { erasedAmong } from '../queries/erasures.ts'
import { lockClients, lockLeads } from '../queries/lead-row.ts'
import { clientNotes } from './client-notes.ts'
import { type Line, sentence, tempOf } from './line-temp.ts'
import { type Importer } from './make-leads.ts'
import type { StoredTemp, TempRow } from './temp-rows.ts'

/** Policies that have a lead. Locks the leads and then their clients, as commands do. */
export async function updateLeads(tx: Tx, lines: readonly Line[], importer: Importer) {
  const refused: RefusedRow[] = []
  const temps: TempRow[] = []
  if (lines.length === 0) return { temps, refused }
  const leads = new Map(
    (
      await lockLeads(
        tx,
        lines.flatMap(({ stored }) => stored?.lead_uid ?? []),
      )
    ).map((lead) => [lead.uid, lead]),
  )
  const uids = [...new Set([...leads.values()].map(({ client_uid }) => client_uid))]
  const clients = new Map((await lockClients(tx, uids)).map((client) => [client.uid, client]))
  const erased = await erasedAmong(tx, uids)
  for (const line of lines) {
    const lead = leads.get(line.stored?.lead_uid ?? '')
    const client = clients.get(lead?.client_uid ?? '')
    if (lead === undefined || client === undefined || line.stored === undefined)
      throw new Error(`policy on line ${line.line} has lost its lead`)
    if (erased.has(client.uid)) {
      refused.push({ line: line.line, reference: line.row.policy_number, reason: ERASED_MESSAGE })
      continue
    }
    const { temp, after } = await updateLead(tx, { line, stored: line.stored, lead, client }, importer)
    // A further policy of the same client sees what this one completed.
    clients.set(client.uid, after)
    temps.push(temp)
  }
  return { temps, refused }
}

interface Standing {
  readonly line: Line
  readonly stored: StoredTemp
  readonly lead: Lead
  readonly client: Client
}

const movedEnd = ({ old_end_of_validity: before }: Lead, { old_end_of_validity: now }: Lead) =>
  before === now || before === null || now === null
    ? []
    : [`O vencimento mudou de ${formatDay(before)} para ${formatDay(now)}`]

const ALREADY_WORKED = 'O lead já foi capturado e ficou como estava'

async function updateLead(
  tx: Tx,
  { line, stored, lead, client }: Standing,
  { userId, nowMs, settings }: Importer,
): Promise<{ readonly temp: TempRow; readonly after: Client }> {
  const occurredAt = new Date(nowMs).toISOString()
  const { row } = line
  const given = clientOfRow(row)
  // The file's person may be another than the lead's: then nothing is completed.
  const isSame = client.cpf === given.cpf && !isAnotherPerson(client, given)
  const after = isSame ? withSeen(client, newClient(client.uid, given), {}) : client
  await completeClient(tx, { before: client, after, userId, occurredAt })
  const next = followed(lead, { before: stored, now: { ...row, broker_id: line.brokerId } }, settings)
  await writeLead({ tx, before: lead, after: next, userId, occurredAt, nowMs })
  await writeTimeline({
    tx,
    before: { lead, client: null },
    after: { lead: next, client: null },
    further: {},
    command: 'lead.update',
    userId,
    deviceId: null,
    occurredAt,
    receivedAt: occurredAt,
  })
  const open = isInOrigin(lead) && !lead.cancelled
  const notes = [...clientNotes(client, after, given), ...movedEnd(lead, next)]
  const temp: TempRow = {
    ...tempOf(line, lead),
    lead_uid: lead.uid,
    broker_id: next.broker_id,
    update_status: !open && notes.length > 0 ? UPDATE_STATUS.clientChanged : UPDATE_STATUS.scheduled,
    additional_information: sentence([...notes, ...(open ? [] : [ALREADY_WORKED]), ...row.notes]),
  }
  return { temp, after }
}
