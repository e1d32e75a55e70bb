/** The leads of lines, open and finished, with their own dates. Nobody is told of them. docs/rules.md#any-import */
import { uuidv7 } from 'uuidv7'
import { ERASED_MESSAGE } from '../../src/domain/client/erasure.ts'
import type { LeadRow } from '../../src/domain/imports/rows.ts'
import { DEFAULT_CHANNEL } from '../../src/domain/lead/creation.ts'
import { type FoundNames, importedLead } from '../../src/domain/lead/imported-lead.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { DEFAULT_STATUS_FLOW } from '../../src/domain/lead/status.ts'
import { insertLeads } from '../commands/lead/write-lead.ts'
import { changesOf } from '../commands/lead/write-timeline.ts'
import { insertRows } from '../db/insert-rows.ts'
import { joinClients } from './clients.ts'
import { keepKeys, knownRows, lineKey, numberKey, personKey } from './keys.ts'
import type { Named } from './names.ts'
import type { ImportRun, RefusedRow, RunLine, RunOutcome } from './run.ts'

type Line = RunLine<LeadRow>

/** What is written in the history: the system that the lead comes from. */
export const IMPORT_ENTRY = 'lead.import'

const isOpen = ({ result }: LeadRow) => result === 'open' || result === 'negotiating'

/** The number that a text names, the chosen one in its place, or why the line is refused. */
function namedOr(
  { choices }: ImportRun,
  asked: { readonly label: string; readonly text: string; readonly named: Named; readonly chosen: number | null },
): number | null | { readonly reason: string } {
  const { label, text, named, chosen } = asked
  if (text === '') return chosen
  if (typeof named === 'number') return named
  if (choices.unknown === 'default') return chosen
  const several = `${label}: há mais de um com o nome ${text}. Use o e-mail, o login ou o código`
  return { reason: named === 'several' ? several : `${label} não encontrado(a): ${text}` }
}

const isRefused = (value: unknown): value is { readonly reason: string } =>
  typeof value === 'object' && value !== null

/** Of lists whose entries are the brokerage's own: a text that is none of them stays in the notes. */
function entryOr(label: string, text: string, named: Named, chosen: number | null) {
  if (text === '') return { id: chosen, unknown: [] }
  return typeof named === 'number'
    ? { id: named, unknown: [] }
    : { id: chosen, unknown: [`${label}: ${text}`] }
}

type Found = { readonly found: FoundNames } | { readonly reason: string }

/** Finds what the texts of a line name. */
function foundNames(run: ImportRun, row: LeadRow): Found {
  const { names, choices } = run
  const broker = namedOr(run, {
    label: 'Corretor',
    text: row.broker,
    named: names.user(row.broker),
    chosen: choices.broker_id,
  })
  const inviter = namedOr(run, {
    label: 'Indicador',
    text: row.inviter,
    named: names.user(row.inviter),
    chosen: choices.inviter_id,
  })
  const partner = namedOr(run, {
    label: 'Concessionária',
    text: row.partner,
    named: names.partner(row.partner),
    chosen: choices.partner_id,
  })
  const reasons = [broker, inviter, partner].flatMap((each) => (isRefused(each) ? [each.reason] : []))
  if (isRefused(broker) || isRefused(inviter) || isRefused(partner)) return { reason: reasons.join('; ') }
  const broker_id = isOpen(row) ? assignableBroker(run, broker) : broker
  if (isRefused(broker_id)) return { reason: `${broker_id.reason}: ${row.broker}` }
  const channel = entryOr('Canal', row.channel, names.channel(row.channel), choices.channel_id)
  const product = entryOr('Produto', row.product, names.insurance(row.product), choices.insurance_id)
  const lost = entryOr('Motivo da não venda', row.lost_reason, names.lostSale(row.lost_reason), null)
  return {
    found: {
      broker_id,
      inviter_id: inviter,
      partner_id: partner,
      channel_id: channel.id ?? DEFAULT_CHANNEL,
      insurance_id: product.id,
      lost_sale: row.result === 'lost' ? lost.id : null,
      unknown: [...channel.unknown, ...product.unknown, ...(row.result === 'lost' ? lost.unknown : [])],
    },
  }
}

/** An open lead needs a broker who works it; a finished one keeps whoever worked it. */
function assignableBroker(
  { names, choices }: ImportRun,
  broker: number | null,
): number | null | { readonly reason: string } {
  if (broker === null || names.assignable.has(broker)) return broker
  if (choices.unknown === 'default') return choices.broker_id
  return { reason: 'Este usuário não atende leads abertos' }
}

/** Imports lines of the list of leads. A line that is known writes nothing. */
export async function importLeads(run: ImportRun, lines: readonly Line[]): Promise<RunOutcome> {
  const { tx, userId, nowMs, source, settings, names } = run
  const keyOf = ({ row }: Line) => numberKey(source, row.old_number) ?? lineKey(row)
  const known = new Set((await knownRows(tx, 'leads', lines.map(keyOf))).keys())
  const fresh: { line: Line; found: FoundNames }[] = []
  const refused: RefusedRow[] = []
  const refuse = ({ line, row }: Line, reason: string) =>
    refused.push({ line, old_number: row.old_number, reason })
  for (const line of lines) {
    const key = keyOf(line)
    if (known.has(key)) continue
    const found = foundNames(run, line.row)
    if ('reason' in found) {
      refuse(line, found.reason)
      continue
    }
    known.add(key)
    fresh.push({ line, found: found.found })
  }
  const existing = lines.length - fresh.length - refused.length
  const { joined, written } = await joinClients(
    run,
    fresh.map(({ line: { line, row } }) => ({ line, given: row.client, keys: [personKey(row.client)] })),
  )
  const nowIso = new Date(nowMs).toISOString()
  const made: { line: Line; lead: Lead }[] = []
  for (const [place, { line, found }] of fresh.entries()) {
    const own = joined[place]
    if (own?.kind !== 'joined') {
      refuse(line, ERASED_MESSAGE)
      continue
    }
    const lead = importedLead({
      uid: uuidv7(),
      row: line.row,
      found,
      client: own.client,
      statusFlow: names.flowOf.get(found.channel_id) ?? DEFAULT_STATUS_FLOW,
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
  await keepKeys(
    tx,
    'leads',
    made.map(({ line, lead }) => ({ key: keyOf(line), uid: lead.uid, num: null })),
  )
  return {
    made: made.length,
    updated: 0,
    existing,
    refused,
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
