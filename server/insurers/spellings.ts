/** Spellings that no insurer has, and what an administrator says of them. docs/rules.md#insurers */
import { sql } from 'kysely'
import type { InsurerSpelling, SpellingDecision } from '../../src/contract/administration/insurers.ts'
import { insurerKey } from '../../src/domain/insurer/insurer-key.ts'
import { keysOf, NO_INSURER } from '../../src/domain/insurer/same-insurer.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit, rowForAudit } from '../records/audit.ts'
import { lockList } from '../records/unique.ts'

const MOST_SHOWN = 200

/** Those that wait for an administrator. */
export async function readSpellings(db: Reader): Promise<InsurerSpelling[]> {
  const { rows } = await sql<InsurerSpelling>`
    select s.id, s.spelling, s.seen_at,
      case when i.id is not null then json_build_object('id', i.id, 'name', i.name) end as proposed
    from insurer_spellings s
    left join insurers i on i.id = s.proposed_id
    where not s.ignored
    order by s.id desc
    limit ${MOST_SHOWN}`.execute(db)
  return rows
}

interface Spelled {
  readonly name: string
  readonly susep: string | null
  readonly aliases: readonly string[]
}

/** Throws Refusal `rule` that names the insurer which has one of the spellings already, at the field of the spelling. */
export async function requireOwnSpellings(tx: Tx, body: Spelled, id: number | null): Promise<void> {
  if (insurerKey(body.name) === NO_INSURER) throw refusedField('name', 'O nome precisa de letras ou números')
  const { rows } = await sql<{ key: string; id: number; name: string }>`
    select a.key, i.id, i.name
    from insurer_aliases a
    join insurers i on i.id = a.insurer_id
    where a.key = any(${keysOf(body)}::text[])
      and a.insurer_id is distinct from ${id}
    order by a.key
    limit 1`.execute(tx)
  const [other] = rows
  if (other === undefined) return
  const owner = `já é uma grafia de ${other.name} (ID ${other.id})`
  if (insurerKey(body.name) === other.key) throw refusedField('name', `‘${body.name}’ ${owner}`)
  const alias = body.aliases.find((each) => insurerKey(each) === other.key)
  if (alias !== undefined) throw refusedField('aliases', `‘${alias}’ ${owner}`)
  throw refusedField('susep', `‘${body.susep}’ ${owner}`)
}

/** A spelling that an insurer has got is not asked for any more. */
export async function forgetKnownSpellings(tx: Tx): Promise<void> {
  await sql`
    delete from insurer_spellings s
    where exists (select 1 from insurer_aliases a where a.key = s.key)`.execute(tx)
}

interface Deciding extends SpellingDecision {
  readonly id: number
  readonly user: SessionUser
}

/** Keeps what an administrator says of a spelling. One that was decided meanwhile is left as it is. */
export async function decideSpelling(tx: Tx, { id, decision, insurer_id, user }: Deciding): Promise<void> {
  await lockList(tx, 'insurers')
  const found = await tx
    .selectFrom('insurer_spellings')
    .select('spelling')
    .where('id', '=', id)
    .where('ignored', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return
  if (decision === 'ignore') {
    await tx.updateTable('insurer_spellings').set({ ignored: true }).where('id', '=', id).execute()
    return
  }
  if (decision === 'new') await addInsurer(tx, found.spelling, user)
  else await addAlias(tx, { insurerId: insurer_id, spelling: found.spelling, user })
  await forgetKnownSpellings(tx)
}

async function addInsurer(tx: Tx, name: string, user: SessionUser): Promise<void> {
  await requireOwnSpellings(tx, { name, susep: null, aliases: [] }, null)
  const { id } = await tx
    .insertInto('insurers')
    .values({ name, susep: null, aliases: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await rowForAudit(tx, 'insurers', id)
  await audit(tx, { user, action: 'create', entity: 'insurers', id, before: null, after })
}

interface NewAlias {
  readonly insurerId: number | null
  readonly spelling: string
  readonly user: SessionUser
}

async function addAlias(tx: Tx, { insurerId, spelling, user }: NewAlias): Promise<void> {
  const before = insurerId === null ? undefined : await rowForAudit(tx, 'insurers', insurerId)
  const changed = await tx
    .updateTable('insurers')
    .set({ aliases: sql`aliases || to_jsonb(${spelling}::text)` })
    .where('id', '=', insurerId ?? 0)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) throw refusedField('insurer_id', 'Escolha uma seguradora')
  const after = await rowForAudit(tx, 'insurers', changed.id)
  await audit(tx, { user, action: 'update', entity: 'insurers', id: changed.id, before, after })
}
