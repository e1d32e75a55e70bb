/**
 * Imports some lines in one transaction: their rows of `lead_temps`, clients and leads. A policy that has a lead updates
 * it and never makes another. docs/rules.md#renewal-import
 */
import { newClient } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { ERASED_MESSAGE } from '../../src/domain/client/erasure.ts'
import { isAnotherPerson } from '../../src/domain/client/identity.ts'
import { withSeen } from '../../src/domain/client/overlaid.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isInOrigin } from '../../src/domain/lead/lead-state.ts'
import { insurerKey, numberKey } from '../../src/domain/renewals/policy-key.ts'
import { followed, UPDATE_STATUS } from '../../src/domain/renewals/renewal-lead.ts'
import {
  clientOfRow,
  type GoodLine,
  groupKey,
  type RenewalRow,
  referenceMonth,
} from '../../src/domain/renewals/rows.ts'
import { formatDay } from '../../src/domain/time/sao-paulo.ts'
import { writeLead } from '../commands/lead/write-lead.ts'
import { writeTimeline } from '../commands/lead/write-timeline.ts'
import type { Tx } from '../db/database.ts'
import { erasedAmong } from '../queries/erasures.ts'
import { lockClients, lockLeads } from '../queries/lead-row.ts'
import { brokersByGroup, linesByName } from './brokers.ts'
import { clientNotes } from './client-notes.ts'
import { completeClient, type Importer, makeLeads } from './make-leads.ts'
import { matchPolicies } from './match-policies.ts'
import { clientInfoOf, type StoredTemp, type TempRow, writeTemps } from './temp-rows.ts'

/** What is asked once for the whole file. */
export interface ImportChoices {
  readonly channel_id: number
  readonly inviter_id: number | null
  readonly partner_id: number | null
}

export interface BatchOutcome {
  readonly made: number
  readonly updated: number
  readonly unassigned: number
  readonly refused: readonly {
    readonly line: number
    readonly policy_number: string
    readonly reason: string
  }[]
  readonly undecided: readonly Undecided[]
}

/** A line that needs a person, with the rows that may be its policy. */
export interface Undecided extends GoodLine {
  readonly reason: string
  readonly temp_ids: readonly number[]
}

interface Line extends GoodLine {
  readonly stored: StoredTemp | undefined
  readonly brokerId: number | null
}

const hasLead = ({ stored }: Line) => stored !== undefined && stored.lead_uid !== null

const sentence = (notes: readonly string[]) => notes.map((note) => `${note}.`).join(' ')

interface Asked {
  readonly choices: ImportChoices
  readonly importer: Importer
}

/** Imports the lines whose policy is known or certainly new, and returns the others to be decided by a person. */
export async function importBatch(tx: Tx, lines: readonly GoodLine[], asked: Asked): Promise<BatchOutcome> {
  const matches = await matchPolicies(tx, lines)
  const undecided: Undecided[] = []
  const decided: DecidedLine[] = []
  for (const [place, good] of lines.entries()) {
    const match = matches[place]
    if (match?.kind === 'undecided')
      undecided.push({
        ...good,
        reason: match.reason,
        temp_ids: match.candidates.map(({ id }) => id),
      })
    else decided.push({ ...good, stored: match?.kind === 'known' ? match.stored : undefined })
  }
  return { ...(await importDecided(tx, decided, asked)), undecided }
}

/** A line, and the row of its policy that there is already. */
export interface DecidedLine extends GoodLine {
  readonly stored: StoredTemp | undefined
}

/** Imports lines of which it is known whether their policy exists. */
export async function importDecided(
  tx: Tx,
  lines: readonly DecidedLine[],
  { choices, importer }: Asked,
): Promise<Omit<BatchOutcome, 'undecided'>> {
  const brokers = await brokersByGroup(tx)
  const lineOf = await linesByName(tx)
  const all = lines.map(
    (line): Line => ({ ...line, brokerId: brokers.get(groupKey(line.row.group)) ?? null }),
  )
  const standing = await updateLeads(tx, all.filter(hasLead), importer)
  const fresh = all.filter((line) => !hasLead(line))
  const claimed = fresh.flatMap((line) =>
    line.brokerId === null ? [] : [{ line, broker_id: line.brokerId }],
  )
  const made = await makeLeads(
    tx,
    claimed.map(({ line: { row }, broker_id }) => ({
      renewal: { ...row, ...choices, broker_id, insurance_id: lineOf(row.product) },
      client: clientOfRow(row),
    })),
    importer,
  )
  const madeOf = new Map(claimed.map(({ line }, place) => [line, made[place]]))
  const temps = fresh.map((line): TempRow => {
    const lead = madeOf.get(line)
    return {
      ...tempOf(line, choices),
      lead_uid: lead?.leadUid ?? null,
      update_status: lead === undefined ? UPDATE_STATUS.noBroker : UPDATE_STATUS.scheduled,
      additional_information: sentence([...(lead?.notes ?? [noBrokerNote(line.row)]), ...line.row.notes]),
    }
  })
  await writeTemps(tx, [...temps, ...standing.temps])
  return {
    made: claimed.length,
    updated: standing.temps.length,
    unassigned: fresh.length - claimed.length,
    refused: standing.refused,
  }
}

const noBrokerNote = ({ group }: RenewalRow) =>
  group === '' ? 'Sem grupo hierárquico no arquivo' : 'Grupo hierárquico sem corretor ativo'

const tempOf = (
  { row, stored, brokerId }: Line,
  { channel_id, inviter_id, partner_id }: ImportChoices,
): TempRow => ({
  id: stored?.id ?? null,
  channel_id,
  inviter_id,
  partner_id,
  reference_month: referenceMonth(row),
  number_key: numberKey(row.policy_number),
  insurer_key: insurerKey(row.insurer || (stored?.insurer ?? '')),
  item: numberKey(row.item),
  policy_number: row.policy_number,
  product: row.product,
  client_info: clientInfoOf(clientOfRow(row)),
  broker_id: brokerId,
  renovator_hierarchical_group: row.group === '' ? null : row.group,
  lead_uid: null,
  update_status: UPDATE_STATUS.notUpdated,
  additional_information: '',
  insurer: row.insurer,
  end_of_validity: row.end_of_validity,
})

/** Policies that have a lead. Locks the leads and then their clients, as commands do. */
async function updateLeads(tx: Tx, lines: readonly Line[], importer: Importer) {
  const refused: { line: number; policy_number: string; reason: string }[] = []
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
      refused.push({ line: line.line, policy_number: line.row.policy_number, reason: ERASED_MESSAGE })
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
    insurer: row.insurer || stored.insurer,
    lead_uid: lead.uid,
    broker_id: next.broker_id,
    update_status: !open && notes.length > 0 ? UPDATE_STATUS.clientChanged : UPDATE_STATUS.scheduled,
    additional_information: sentence([...notes, ...(open ? [] : [ALREADY_WORKED]), ...row.notes]),
  }
  return { temp, after }
}
