/**
 * The clients of lines: known ones, whose blank fields are completed, and new ones. Existing data is never overwritten.
 * docs/rules.md#any-import
 */
import { uuidv7 } from 'uuidv7'
import { type ClientFields, newClient } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { ERASED_MESSAGE } from '../../src/domain/client/erasure.ts'
import { isAnotherPerson } from '../../src/domain/client/identity.ts'
import { withSeen } from '../../src/domain/client/overlaid.ts'
import type { ClientRow } from '../../src/domain/imports/rows.ts'
import { changedFields, flatRow } from '../../src/domain/lead/conflicts.ts'
import { clientColumnsOf } from '../commands/client/write-client.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { aliasesAmong } from '../queries/client-aliases.ts'
import { erasedAmong } from '../queries/erasures.ts'
import { lockClients } from '../queries/lead-row.ts'
import { clientsByDocument } from './clients-by-document.ts'
import { completeClient } from './complete-client.ts'
import { type KnownRow, keepKeys, knownRows, lineKey, numberKey, personKey } from './keys.ts'
import { PeopleByContact, peopleByContact } from './known-people.ts'
import { type WrittenRow, withoutTouching } from './records.ts'
import type { ImportRun, RefusedRow, RunLine, RunOutcome, UndecidedRow } from './run.ts'

interface WantedClient {
  readonly line: number
  readonly given: ClientFields
  /** The stronger key comes first. */
  readonly keys: readonly (string | null)[]
}

/** A client of this batch: as it is stored, and as it will be. */
interface Held {
  readonly before: Client | null
  after: Client
  readonly line: number
}

export type JoinedClient =
  /** The reason why the line is refused. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Several clients could be meant, by these uids. */
  | { readonly kind: 'undecided'; readonly uids: readonly string[] }
  | { readonly kind: 'joined'; readonly client: Client; readonly became: 'made' | 'updated' | 'existing' }

interface Joining {
  readonly joined: readonly JoinedClient[]
  readonly written: readonly WrittenRow[]
}

const flat = (client: Client) => flatRow(null, client)
const changed = (before: Client, after: Client) => Object.keys(changedFields(flat(before), flat(after)))

/** The clients that keys lead to, locked. One that is merged while this waits for it is the one that stays. */
async function keyedClients(
  tx: Tx,
  keys: readonly (string | null)[],
): Promise<{ readonly keyed: ReadonlyMap<string, KnownRow>; readonly clients: readonly Client[] }> {
  const keyed = await knownRows(tx, 'clients', keys)
  const uids = [...new Set([...keyed.values()].flatMap(({ uid }) => uid ?? []))]
  const clients = await lockClients(tx, uids)
  const isMerged = clients.length < uids.length && (await aliasesAmong(tx, uids)).size > 0
  return isMerged ? keyedClients(tx, keys) : { keyed, clients }
}

/** The known clients of the lines, locked: by document, by key, by name and contact, and those that a person chose. */
async function knownClients({ tx, chosen = new Map() }: ImportRun, wanted: readonly WantedClient[]) {
  const byDocument = await clientsByDocument(
    tx,
    wanted.map(({ given }) => given.cpf),
  )
  const { keyed, clients } = await keyedClients(
    tx,
    wanted.flatMap(({ keys }) => keys),
  )
  const byContact = await peopleByContact(
    tx,
    wanted.map(({ given }) => given),
  )
  const picked = await lockClients(
    tx,
    [...chosen.values()].flatMap(({ uid }) => uid ?? []),
  )
  const all = [...clients, ...byDocument.values(), ...byContact, ...picked]
  const byUid = new Map(all.map((client) => [client.uid, client]))
  return { byUid, keyed }
}

/** One client a document: a line can neither be this client nor another one. */
const NAMED_OTHERWISE = 'Já existe um cliente com este CPF/CNPJ e outro nome. Confira o documento e o nome.'

const fits = (held: Held, given: ClientFields) => !isAnotherPerson(held.after, given)

/** Joins each line to its client, in their order, and writes what is new. */
export async function joinClients(run: ImportRun, wanted: readonly WantedClient[]): Promise<Joining> {
  const { tx, userId, nowMs } = run
  const { byUid, keyed } = await knownClients(run, wanted)
  const erased = await erasedAmong(tx, [...byUid.keys()])
  const held = new Map<string, Held>(
    [...byUid].map(([uid, client]) => [uid, { before: client, after: client, line: 0 }]),
  )
  const byDocument = new Map(
    [...held.values()].flatMap((each): [string, Held][] =>
      each.after.cpf === '' ? [] : [[each.after.cpf, each]],
    ),
  )
  const byKey = new Map(
    [...keyed].flatMap(([key, { uid }]): [string, Held][] => {
      const each = held.get(uid ?? '')
      return each === undefined ? [] : [[key, each]]
    }),
  )
  const byContact = new PeopleByContact<Held>()
  for (const each of held.values()) byContact.add(each, each.after)
  const touchedAt = new Map<Held, number>()
  /** By what is strongest: the document, a person's choice, a key of an import, the name with a contact. */
  const meant = ({ line, given, keys }: WantedClient): readonly Held[] => {
    const ofDocument = byDocument.get(given.cpf)
    if (ofDocument !== undefined) return [ofDocument]
    const choice = run.chosen?.get(line)
    if (choice !== undefined && choice.uid !== null) return [held.get(choice.uid) ?? []].flat()
    const sure = keys
      .flatMap((key) => byKey.get(key ?? '') ?? [])
      .find((each) => fits(each, given) && choice?.candidates.includes(each.after.uid) !== true)
    if (sure !== undefined) return [sure]
    return choice === undefined ? byContact.of(given).filter((each) => fits(each, given)) : []
  }
  const joined = wanted.map((each): JoinedClient => {
    const { line, given, keys } = each
    const ownKeys = keys.flatMap((key) => key ?? [])
    const [found, ...others] = meant(each)
    if (found !== undefined && others.length > 0)
      return { kind: 'undecided', uids: [found, ...others].map(({ after }) => after.uid) }
    if (found !== undefined && erased.has(found.after.uid)) return { kind: 'refused', reason: ERASED_MESSAGE }
    if (found !== undefined && !fits(found, given)) return { kind: 'refused', reason: NAMED_OTHERWISE }
    const own: Held = found ?? { before: null, after: newClient(uuidv7(), given), line }
    const before = own.after
    if (found === undefined) held.set(own.after.uid, own)
    else own.after = withSeen(before, newClient(before.uid, given), {})
    if (own.after.cpf !== '') byDocument.set(own.after.cpf, own)
    byContact.add(own, own.after)
    for (const key of ownKeys) if (!byKey.has(key)) byKey.set(key, own)
    const isChanged = found !== undefined && changed(before, own.after).length > 0
    if (isChanged && !touchedAt.has(own)) touchedAt.set(own, line)
    return {
      kind: 'joined',
      client: own.after,
      became: found === undefined ? 'made' : isChanged ? 'updated' : 'existing',
    }
  })
  const all = [...held.values()]
  await insertRows(
    tx,
    'clients',
    all.flatMap(({ before, after }) =>
      before === null ? [{ uid: after.uid, created_by: userId, ...clientColumnsOf(after) }] : [],
    ),
  )
  const completed = all.flatMap(({ before, after }) =>
    before === null || changed(before, after).length === 0 ? [] : [{ before, after }],
  )
  await withoutTouching(
    tx,
    completed.map(({ after }) => after.uid),
    async () => {
      for (const { before, after } of completed)
        await completeClient(tx, { before, after, userId, occurredAt: new Date(nowMs).toISOString() })
    },
  )
  await keepKeys(
    run,
    'clients',
    wanted.flatMap(({ keys }, place) => {
      const own = joined[place]
      if (own?.kind !== 'joined') return []
      return keys.flatMap((key) => {
        // A key that fits another person stays that person's.
        if (key === null || byKey.get(key)?.after.uid !== own.client.uid) return []
        return { key, uid: own.client.uid, num: null }
      })
    }),
  )
  // Their clients as they are after all lines.
  const final = joined.map((each) =>
    each.kind !== 'joined' ? each : { ...each, client: held.get(each.client.uid)?.after ?? each.client },
  )
  return {
    joined: final,
    written: all.flatMap((each): WrittenRow[] => {
      const { before, after, line } = each
      const row = { kind: 'client', uid: after.uid, num: null } as const
      if (before === null) return [{ ...row, line, made: true, fields: [] }]
      const fields = changed(before, after)
      return fields.length === 0 ? [] : [{ ...row, line: touchedAt.get(each) ?? line, made: false, fields }]
    }),
  }
}

/** The lines that wait for a person. */
export const undecidedRows = (
  lines: readonly { readonly line: number }[],
  joined: readonly JoinedClient[],
): UndecidedRow[] =>
  lines.flatMap(({ line }, place): UndecidedRow[] => {
    const own = joined[place]
    return own?.kind === 'undecided' ? [{ line, client_uids: own.uids }] : []
  })

/** Imports lines of the list of clients. */
export async function importClients(
  run: ImportRun,
  lines: readonly RunLine<ClientRow>[],
): Promise<RunOutcome> {
  const { joined, written } = await joinClients(
    run,
    lines.map(({ line, row }) => {
      const keys = [numberKey(run.source, row.old_number), personKey(row.client)]
      const isNameless = keys.every((key) => key === null) && row.client.cpf === ''
      return { line, given: row.client, keys: isNameless ? [lineKey(row.client)] : keys }
    }),
  )
  const count = (became: 'made' | 'updated' | 'existing') =>
    joined.filter((each) => each.kind === 'joined' && each.became === became).length
  return {
    made: count('made'),
    updated: count('updated'),
    existing: count('existing'),
    refused: lines.flatMap(({ line, row }, place): RefusedRow[] => {
      const own = joined[place]
      return own?.kind === 'refused' ? [{ line, reference: row.old_number, reason: own.reason }] : []
    }),
    undecided: undecidedRows(lines, joined),
    written,
  }
}
