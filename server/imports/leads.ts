/** The leads of lines, open and finished, with their own dates. They cause no notices. docs/rules.md#any-import */
import { uuidv7 } from 'uuidv7'
import type { LeadRow } from '../../src/domain/imports/rows.ts'
import { importedLead } from '../../src/domain/lead/imported-lead.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { DEFAULT_STATUS_FLOW } from '../../src/domain/lead/status.ts'
import { insertLeads } from '../commands/lead/write-lead.ts'
import { changesOf } from '../commands/lead/write-timeline.ts'
import { insertRows } from '../db/insert-rows.ts'
import { noteSpellings } from '../insurers/known-insurers.ts'
import { joinClients, undecidedRows } from './clients.ts'
import { keepKeys, knownRows, lineKey, numberKey, personKey } from './keys.ts'
import { statusFlows } from './names.ts'
import type { ImportRun, RefusedRow, RunLine, RunOutcome } from './run.ts'

type Line = RunLine<LeadRow>

/** What is written in the history: the system that the lead comes from. */
export const IMPORT_ENTRY = 'lead.import'

/** Lines without an old number are recognised by their contents. The chosen users do not count. */
function saidBy({ client, result, product, insurer, additional_information, ...row }: LeadRow) {
  const dates = [row.created_at, row.captured_at, row.first_call_at, row.proposal_at, row.ended_at]
  const sale = [row.sale_value_cents, row.commission_percentage, row.end_of_validity, row.endorsement_date]
  return { client, result, product, insurer, additional_information, dates, sale }
}

const keyIn =
  (source: string) =>
  ({ row }: Line) =>
    numberKey(source, row.old_number) ?? lineKey(saidBy(row))

/** Imports lines of the list of leads. A line that is known writes nothing. */
export async function importLeads(run: ImportRun, lines: readonly Line[]): Promise<RunOutcome> {
  const { tx, userId, nowMs, source, settings } = run
  const keyOf = keyIn(source)
  const known = new Set((await knownRows(tx, 'leads', lines.map(keyOf))).keys())
  const fresh = lines.filter((line) => {
    const key = keyOf(line)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
  const existing = lines.length - fresh.length
  const refused: RefusedRow[] = []
  const { joined, written } = await joinClients(
    run,
    fresh.map(({ line, row }) => ({ line, given: row.client, keys: [personKey(row.client)] })),
  )
  const nowIso = new Date(nowMs).toISOString()
  const made: { line: Line; lead: Lead }[] = []
  const flows = await statusFlows(tx)
  const insurances = new Map(
    (await tx.selectFrom('insurances').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  for (const [place, line] of fresh.entries()) {
    const own = joined[place]
    if (own === undefined) throw new Error(`line ${line.line} was joined to no client`)
    if (own.kind === 'undecided') continue
    if (own.kind === 'refused') {
      refused.push({ line: line.line, reference: line.row.old_number, reason: own.reason })
      continue
    }
    const lead = importedLead({
      uid: uuidv7(),
      row: line.row,
      insurance: insurances.get(line.row.insurance_id ?? 0) ?? null,
      client: own.client,
      statusFlow: flows.get(line.row.channel_id) ?? DEFAULT_STATUS_FLOW,
      settings,
      nowIso,
    })
    made.push({ line, lead })
  }
  await insertLeads(
    tx,
    made.map(({ lead }) => lead),
    { userId, nowMs, tells: false },
  )
  await insertRows(
    tx,
    'timeline',
    made.map(({ lead }) => ({
      lead_uid: lead.uid,
      user_id: userId,
      device_id: null,
      command: IMPORT_ENTRY,
      changes: {
        ...changesOf({ lead: null, client: null }, { lead, client: null }),
        imported_from: { before: null, after: source },
      },
      occurred_at: nowIso,
      received_at: nowIso,
    })),
  )
  await noteSpellings(
    tx,
    made.map(({ line: { row } }) => ({ spelling: row.insurer, proposed_id: null })),
  )
  await keepKeys(
    run,
    'leads',
    made.map(({ line, lead }) => ({ key: keyOf(line), uid: lead.uid, num: null })),
  )
  return {
    made: made.length,
    updated: 0,
    existing,
    refused,
    undecided: undecidedRows(fresh, joined),
    written: [
      ...written,
      ...made.map(({ line, lead }) => ({
        kind: 'lead' as const,
        uid: lead.uid,
        num: null,
        line: line.line,
        made: true,
        fields: [],
      })),
    ],
  }
}
