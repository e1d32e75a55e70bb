/** Lines of an import of which several clients could be meant: docs/rules.md#known-people */
import { sql } from 'kysely'
import { z } from 'zod'
import type { DecideImport, ImportDecision, MeantClient } from '../../src/contract/imports.ts'
import { isAnotherPerson, type Person } from '../../src/domain/client/identity.ts'
import { notFound, Refusal, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { lockClients, type Reader } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'
import { importLines } from './import-work.ts'
import type { Stored } from './lifecycle.ts'
import type { DecidedClient } from './run.ts'
import { noteDecided, takeLines, waitingLines } from './waiting-lines.ts'

const NOT_A_CANDIDATE = 'O cliente escolhido mudou. Abra a lista de novo.'
const TAKEN_BACK = 'A importação foi desfeita, ou está sendo desfeita.'

/** What the lines of both lists of persons have. */
const personSchema = z.object({
  client: z.object({
    name: z.string(),
    cpf: z.string(),
    cellphone: z.string(),
    phone: z.string(),
    mail: z.string(),
  }),
  old_number: z.string().default(''),
})

/** The clients of these uids, by uid. A client that was merged is the one that remains. */
export async function meantClients(
  db: Reader,
  uids: readonly string[],
): Promise<ReadonlyMap<string, MeantClient>> {
  const { rows } = await sql<MeantClient & { asked: string }>`
    select w.uid as asked, c.uid, c.id, c.name, c.cpf as document, c.cellphone, c.phone, c.mail
    from unnest(${[...new Set(uids)]}::uuid[]) w(uid)
    left join client_aliases a on a.uid = w.uid
    join clients c on c.uid = coalesce(a.client_uid, w.uid)`.execute(db)
  return new Map(rows.map(({ asked, ...client }) => [asked, client]))
}

/** The candidates of a line, each once. */
export const candidatesOf = (
  uids: readonly string[],
  meant: ReadonlyMap<string, MeantClient>,
): MeantClient[] => [
  ...new Map(uids.flatMap((uid) => meant.get(uid) ?? []).map((one) => [one.uid, one])).values(),
]

/** The lines that wait, each with the clients that it may be. */
export async function readImportDecisions(db: Reader, importId: number): Promise<ImportDecision[]> {
  const rows = await waitingLines(db, { imports: 'imports', id: importId })
  const meant = await meantClients(
    db,
    rows.flatMap(({ client_uids }) => client_uids),
  )
  return rows.map(({ line, data, reason, client_uids }) => {
    const { cpf, name, cellphone, phone, mail } = personSchema.parse(data).client
    const person = { name, document: cpf, cellphone, phone, mail }
    return { line, reason, person, candidates: candidatesOf(client_uids, meant) }
  })
}

/** The client that a person chose for a waiting line, as it is now. Throws Refusal `rule` when it is none of its candidates. */
export async function chosenClient(
  tx: Tx,
  { uids, chosen, person }: { uids: readonly string[]; chosen: string | null; person: Person },
): Promise<string> {
  const candidates = candidatesOf(uids, await meantClients(tx, uids))
  const [client] = await lockClients(
    tx,
    candidates.flatMap(({ uid }) => (uid === chosen ? [uid] : [])),
  )
  if (client === undefined || isAnotherPerson(client, person))
    throw refusedField('client_uid', NOT_A_CANDIDATE)
  return client.uid
}

interface Deciding {
  readonly importId: number
  readonly decisions: DecideImport['decisions']
  readonly userId: number
  readonly nowMs: number
}

/** Decides lines of an import in one transaction. A line that was decided meanwhile is left as it is. */
export async function decideImport(tx: Tx, { importId, decisions, userId, nowMs }: Deciding): Promise<void> {
  const found = await tx
    .selectFrom('imports')
    .select(['list', 'source', 'state'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (found.state === 'undoing' || found.state === 'undone') throw new Refusal('conflict', TAKEN_BACK)
  const lines: Stored[] = []
  const chosen = new Map<number, DecidedClient>()
  const one = { imports: 'imports', id: importId } as const
  const refused = await takeLines(tx, one, decisions, {
    referenceOf: (data) => personSchema.parse(data).old_number,
    take: async ({ line, data, client_uids: uids }, { decision, client_uid }) => {
      const { client: person } = personSchema.parse(data)
      chosen.set(line, {
        uid: decision === 'create' ? null : await chosenClient(tx, { uids, chosen: client_uid, person }),
        candidates: [...(await meantClients(tx, uids)).values()].map(({ uid }) => uid),
      })
      lines.push({ line, data })
    },
  })
  if (lines.length + refused.length === 0) return
  const settings = await readSettings(tx)
  const run = { tx, importId, source: found.source, userId, nowMs, settings, chosen }
  const outcome = await importLines(found.list, run, lines)
  const decided = { userId, decided: lines.length + refused.length, discarded: refused.length }
  await noteDecided(tx, one, { ...outcome, refused: [...outcome.refused, ...refused] }, decided)
}
