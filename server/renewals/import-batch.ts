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
import { numberKey } from '../../src/domain/renewals/policy-key.ts'
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
import { SEVERAL_PEOPLE } from '../imports/known-people.ts'
import { erasedAmong } from '../queries/erasures.ts'
import { lockClients, lockLeads } from '../queries/lead-row.ts'
import { brokersByGroup, linesByName } from './brokers.ts'
import { clientNotes } from './client-notes.ts'
import { knownInsured } from './known-insured.ts'
import { completeClient, type Importer, makeLeads } from './make-leads.ts'
import { matchPolicies, TakenRows } from './match-policies.ts'
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
  /** Of which one may be the insured; none where the policy is in doubt. */
  readonly client_uids: readonly string[]
}

interface Line extends DecidedLine {
  readonly brokerId: number | null
}

const hasLead = ({ stored }: Line) => stored !== undefined && stored.lead_uid !== null

const sentence = (notes: readonly string[]) => notes.map((note) => `${note}.`).join(' ')

interface Asked {
  readonly choices: ImportChoices
  readonly importer: Importer
}

/** Imports the lines whose policy is known or certainly new, and returns the others to be decided by a person. */
export async function importBatch(
  tx: Tx,
  lines: readonly GoodLine[],
  asked: Asked,
  taken = new TakenRows(),
): Promise<BatchOutcome> {
  let outcome = NOTHING_DONE
  for (const round of rounds(lines)) {
    const undecided: Undecided[] = []
    const decided: DecidedLine[] = []
    for (const { line, match } of await matchPolicies(tx, round, taken))
      if (match.kind === 'undecided')
        undecided.push({
          ...line,
          reason: match.reason,
          temp_ids: match.candidates.map(({ id }) => id),
          client_uids: [],
        })
      else decided.push({ ...line, stored: match.kind === 'known' ? match.stored : undefined })
    const done = await importDecided(tx, decided, asked)
    outcome = sum(outcome, { ...done, undecided: [...undecided, ...done.undecided] })
  }
  return outcome
}

const NOTHING_DONE: BatchOutcome = { made: 0, updated: 0, unassigned: 0, refused: [], undecided: [] }

const sum = (one: BatchOutcome, other: BatchOutcome): BatchOutcome => ({
  made: one.made + other.made,
  updated: one.updated + other.updated,
  unassigned: one.unassigned + other.unassigned,
  refused: [...one.refused, ...other.refused],
  undecided: [...one.undecided, ...other.undecided],
})

/**
 * Lines that may be one policy under two spellings of an insurer come one after the other: a later one finds what the earlier
 * one wrote.
 */
function rounds(lines: readonly GoodLine[]): readonly (readonly GoodLine[])[] {
  const times = new Map<string, number>()
  const made: GoodLine[][] = []
  for (const line of lines) {
    const { policy_number, item, document } = line.row
    const key = [numberKey(policy_number), numberKey(item), document].join('|')
    const time = times.get(key) ?? 0
    times.set(key, time + 1)
    const round = made[time] ?? []
    made[time] = round
    round.push(line)
  }
  return made
}

/** A line, and the row of its policy that there is already. */
export interface DecidedLine extends GoodLine {
  readonly stored: StoredTemp | undefined
  /** The insured's client by a person's decision; null: a new one. undefined: no one was asked. */
  readonly chosen?: string | null | undefined
}

/** Imports lines of which it is known whether their policy exists. One whose insured may be two clients waits. */
export async function importDecided(
  tx: Tx,
  lines: readonly DecidedLine[],
  { choices, importer }: Asked,
): Promise<BatchOutcome> {
  const brokers = await brokersByGroup(tx)
  const lineOf = await linesByName(tx)
  const all = lines.map(
    (line): Line => ({ ...line, brokerId: brokers.get(groupKey(line.row.group)) ?? null }),
  )
  const standing = await updateLeads(tx, all.filter(hasLead), importer)
  const { claimed, waiting, undecided } = await claimedOf(
    tx,
    all.filter((line) => !hasLead(line)),
  )
  const made = await makeLeads(
    tx,
    claimed.map(({ line: { row }, broker_id, known }) => ({
      renewal: { ...row, ...choices, broker_id, insurance_id: lineOf(row.product) },
      client: clientOfRow(row),
      known,
    })),
    importer,
  )
  const temps = claimed.map(
    ({ line }, place): TempRow => ({
      ...tempOf(line, choices),
      lead_uid: made[place]?.leadUid ?? null,
      update_status: UPDATE_STATUS.scheduled,
      additional_information: sentence([...(made[place]?.notes ?? []), ...line.row.notes]),
    }),
  )
  const unassigned = waiting.map(
    (line): TempRow => ({
      ...tempOf(line, choices),
      update_status: UPDATE_STATUS.noBroker,
      additional_information: sentence([noBrokerNote(line.row), ...line.row.notes]),
    }),
  )
  await writeTemps(tx, [...temps, ...unassigned, ...standing.temps])
  return {
    made: claimed.length,
    updated: standing.temps.length,
    unassigned: waiting.length,
    refused: standing.refused,
    undecided,
  }
}

/** Lines that become leads, with the client that is known; those without a broker; and those whose insured is in doubt. */
async function claimedOf(tx: Tx, fresh: readonly Line[]) {
  const waiting = fresh.filter(({ brokerId }) => brokerId === null)
  const assigned = fresh.flatMap((line) =>
    line.brokerId === null ? [] : [{ line, broker_id: line.brokerId }],
  )
  const insured = await knownInsured(
    tx,
    assigned.map(({ line: { row, chosen } }) => ({ given: clientOfRow(row), chosen })),
  )
  const claimed: { line: Line; broker_id: number; known: Client | null }[] = []
  const undecided: Undecided[] = []
  for (const [place, { line, broker_id }] of assigned.entries()) {
    const known = insured[place]
    if (known?.kind === 'several')
      undecided.push({
        line: line.line,
        row: line.row,
        reason: SEVERAL_PEOPLE,
        // A policy that waits without a lead is the line's.
        temp_ids: line.stored === undefined ? [] : [line.stored.id],
        client_uids: known.uids,
      })
    else claimed.push({ line, broker_id, known: known?.client ?? null })
  }
  return { claimed, waiting, undecided }
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
  item: numberKey(row.item),
  policy_number: row.policy_number,
  product: row.product,
  client_info: clientInfoOf(clientOfRow(row)),
  broker_id: brokerId,
  renovator_hierarchical_group: row.group === '' ? null : row.group,
  lead_uid: null,
  update_status: UPDATE_STATUS.notUpdated,
  additional_information: '',
  insurer: row.insurer || (stored?.insurer ?? ''),
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
    lead_uid: lead.uid,
    broker_id: next.broker_id,
    update_status: !open && notes.length > 0 ? UPDATE_STATUS.clientChanged : UPDATE_STATUS.scheduled,
    additional_information: sentence([...notes, ...(open ? [] : [ALREADY_WORKED]), ...row.notes]),
  }
  return { temp, after }
}
