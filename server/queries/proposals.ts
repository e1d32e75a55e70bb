/** Proposals to import as leads: docs/rules.md#proposals. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import {
  type newProposalRoute,
  type Proposal,
  proposalSchema,
  type proposalsRoute,
} from '../../src/contract/proposals.ts'
import { isStaff } from '../../src/domain/permissions/roles.ts'
import { PROPOSAL_FIELDS } from '../../src/domain/proposal/fields.ts'
import { keysOf } from '../../src/domain/record/parts.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Database } from '../db/database.ts'
import type { Reader } from './lead-row.ts'
import { hasOwnKey } from './partner-keys.ts'

const columns = sql`
  e.id, ${sql.join(keysOf(PROPOSAL_FIELDS).map((name) => sql.ref(`e.${name}`)))}, p.name as partner,
  e.insurance_id as insurance, e.lead_uid is not null as imported`

/** Staff sees all proposals. A dealership sees the proposals of its own login and of its partners. */
export function mineSql(user: SessionUser): RawBuilder<boolean> {
  if (isStaff(roleOf(user))) return sql<boolean>`true`
  const partners = user.partners.map(({ id }) => id)
  return sql<boolean>`(lower(e.inviter_login) = lower(${user.login}) or e.partner_id = any(${partners}::int[]))`
}

/** True while the proposal is not imported, or when an administrator allows a duplicate. */
const importable = sql<boolean>`(e.lead_uid is null or e.bypass_allowed is true)`

interface Selection {
  readonly where: readonly RawBuilder<boolean>[]
  readonly order: RawBuilder<unknown>
  readonly limit: number
}

async function select(db: Reader, { where, order, limit }: Selection): Promise<Proposal[]> {
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select ${columns}
      from elective_leads e
      left join partners p on p.id = e.partner_id
      where ${sql.join(where, sql` and `)}
      order by ${order}
      limit ${limit}
    ) r`.execute(db)
  return z.array(proposalSchema).parse(rows.map(({ row }) => row))
}

const MOST_LISTED = 300

/** Returns up to 300 proposals, the newest first. `bypass_allowed`: those that were imported, too. */
export function listProposals(
  db: Reader,
  user: SessionUser,
  { inviter_login, proposal, bypass_allowed }: z.output<typeof proposalsRoute.query>,
): Promise<Proposal[]> {
  const where = [mineSql(user)]
  if (!bypass_allowed) where.push(importable)
  if (inviter_login !== undefined)
    where.push(sql<boolean>`lower(e.inviter_login) = lower(${inviter_login.trim()})`)
  if (proposal !== undefined)
    where.push(sql<boolean>`e.proposal like ${`${proposal.trim().replace(/[\\%_]/g, '\\$&')}%`}`)
  return select(db, { where, order: sql`e.proposal_date desc nulls last, e.id desc`, limit: MOST_LISTED })
}

/**
 * Returns the proposal with this number and dealership, or null. Of several, importable ones come first, then the
 * inviter's own, then the newest.
 */
export async function findProposal(
  db: Reader,
  user: SessionUser,
  asked: { proposal: string; partnerId: number; userLogin: string | undefined },
): Promise<Proposal | null> {
  const [found] = await select(db, {
    where: [
      mineSql(user),
      sql<boolean>`e.proposal = ${asked.proposal.trim()}`,
      sql<boolean>`e.partner_id = ${asked.partnerId}`,
    ],
    order: sql`${importable} desc, lower(e.inviter_login) = lower(${asked.userLogin ?? ''}) desc, e.id desc`,
    limit: 1,
  })
  return found ?? null
}

/** The id of the lead that the proposal was imported to; null when it was not. */
export async function leadOfProposal(db: Reader, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('elective_leads as e')
    .innerJoin('leads as l', 'l.uid', 'e.lead_uid')
    .select('l.id')
    .where('e.id', '=', id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Allows or denies the duplicate of a proposal. The first decision is final. */
export async function decideBypass(
  db: Reader,
  id: number,
  allowed: boolean,
): Promise<{ kind: 'done'; proposal: Proposal } | { kind: 'decided' } | { kind: 'unknown' }> {
  const changed = await db
    .updateTable('elective_leads')
    .set({ bypass_allowed: allowed, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('bypass_allowed', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const [proposal] = await select(db, {
    where: [sql<boolean>`e.id = ${id}`],
    order: sql`e.id`,
    limit: 1,
  })
  if (proposal === undefined) return { kind: 'unknown' }
  return changed === undefined ? { kind: 'decided' } : { kind: 'done', proposal }
}

type NewProposal = z.infer<typeof newProposalRoute.body>

/** Who delivers: a dealership by its own key, or a key that several share. */
export type ProposalSender =
  | { readonly kind: 'partner'; readonly partnerId: number }
  | { readonly kind: 'shared' }

/** The id of the dealership with this id or workflow code; null: unknown. A key of its own needs neither. */
async function partnerOf(
  tx: Reader,
  { partner_id, code_wf }: NewProposal,
  sender: ProposalSender,
): Promise<number | null> {
  if (sender.kind === 'partner' && partner_id === undefined && code_wf === undefined) return sender.partnerId
  const partners = tx.selectFrom('partners').select('id')
  const row =
    partner_id === undefined
      ? await partners.where('code_wf', '=', code_wf ?? '').executeTakeFirst()
      : await partners.where('id', '=', partner_id).executeTakeFirst()
  return row?.id ?? null
}

/** Whether the key may speak for the dealership: docs/rules.md#keys-of-dealerships */
const speaksFor = async (tx: Reader, sender: ProposalSender, partnerId: number) =>
  sender.kind === 'partner' ? sender.partnerId === partnerId : !(await hasOwnKey(tx, partnerId))

/** Writes a proposal. The same number of the same dealership is updated until it is imported; after that it stays. */
export async function takeProposal(
  tx: Transaction<Database>,
  given: NewProposal,
  sender: ProposalSender,
): Promise<
  | { kind: 'made' | 'updated' | 'imported'; id: number }
  | { kind: 'unknown_partner' }
  | { kind: 'foreign_partner' }
> {
  const partnerId = await partnerOf(tx, given, sender)
  if (partnerId === null) return { kind: 'unknown_partner' }
  if (!(await speaksFor(tx, sender, partnerId))) return { kind: 'foreign_partner' }
  // Without the lock two concurrent deliveries of one proposal would both insert it.
  await sql`select pg_advisory_xact_lock(hashtext(${`elective ${partnerId} ${given.proposal}`}))`.execute(tx)
  const { code_wf: _, insurance: insurance_id, client_informations, product_informations, ...plain } = given
  const row = {
    ...plain,
    insurance_id,
    partner_id: partnerId,
    client_informations: JSON.stringify(client_informations),
    product_informations: JSON.stringify(product_informations),
  }
  const known = await tx
    .selectFrom('elective_leads')
    .select(['id', 'lead_uid'])
    .where('proposal', '=', given.proposal)
    .where('partner_id', '=', partnerId)
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst()
  if (known === undefined) {
    const { id } = await tx.insertInto('elective_leads').values(row).returning('id').executeTakeFirstOrThrow()
    return { kind: 'made', id }
  }
  if (known.lead_uid !== null) return { kind: 'imported', id: known.id }
  await tx
    .updateTable('elective_leads')
    .set({ ...row, updated_at: sql`now()` })
    .where('id', '=', known.id)
    .execute()
  return { kind: 'updated', id: known.id }
}
