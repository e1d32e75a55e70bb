/**
 * Imports some lines in one transaction: their rows of `lead_temps`, clients and leads. A policy that has a lead updates
 * it and never makes another. docs/rules.md#renewal-import
 */
import type { Client } from '../../src/domain/client/client.ts'
import { numberKey } from '../../src/domain/renewals/policy-key.ts'
import { UPDATE_STATUS } from '../../src/domain/renewals/renewal-lead.ts'
import { clientOfRow, type GoodLine, groupKey, type RenewalRow } from '../../src/domain/renewals/rows.ts'
import type { Tx } from '../db/database.ts'
import { SEVERAL_PEOPLE } from '../imports/known-people.ts'
import { type BatchOutcome, NOTHING_DONE, sumOf, type Undecided } from './batch-outcome.ts'
import { brokersByGroup, linesByName } from './brokers.ts'
import { knownInsured } from './known-insured.ts'
import { type DecidedLine, type ImportChoices, type Line, sentence, tempOf } from './line-temp.ts'
import { type Importer, makeLeads } from './make-leads.ts'
import { matchPolicies, TakenRows } from './match-policies.ts'
import { type TempRow, writeTemps } from './temp-rows.ts'
import { updateLeads } from './update-leads.ts'

const hasLead = ({ stored }: Line) => stored !== undefined && stored.lead_uid !== null

export interface Asked {
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
          line: line.line,
          data: line.row,
          reason: match.reason,
          temp_ids: match.candidates.map(({ id }) => id),
          client_uids: [],
        })
      else decided.push({ ...line, stored: match.kind === 'known' ? match.stored : undefined })
    const done = await importDecided(tx, decided, asked)
    outcome = sumOf(outcome, { ...done, undecided: [...undecided, ...done.undecided] })
  }
  return outcome
}

/**
 * Lines that may be one policy under two spellings of an insurer come one after the other: a later one finds what the earlier
 * one wrote.
 */
export function rounds<Each extends GoodLine>(lines: readonly Each[]): readonly (readonly Each[])[] {
  const times = new Map<string, number>()
  const made: Each[][] = []
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
        data: line.row,
        reason: SEVERAL_PEOPLE,
        temp_ids: [],
        client_uids: known.uids,
      })
    else claimed.push({ line, broker_id, known: known?.client ?? null })
  }
  return { claimed, waiting, undecided }
}

const noBrokerNote = ({ group }: RenewalRow) =>
  group === '' ? 'Sem grupo hierárquico no arquivo' : 'Grupo hierárquico sem corretor ativo'
