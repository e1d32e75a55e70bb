/**
 * The state of a proposal: docs/rules.md#proposal-verification. The answer names dealerships, referrers and numbers,
 * never clients.
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type LeadVerification,
  verificationAnswerSchema,
  verifiedLeadSchema,
  verifiedProposalSchema,
} from '../../src/contract/lead-verification.ts'
import type { Reader } from './lead-row.ts'

export interface VerificationFilters {
  /** The dealership's code_wf. */
  readonly partner: string | null
  readonly leadNum: string | null
  readonly userLogin: string | null
}

const partnerSchema = verificationAnswerSchema.shape.partner
const inviterSchema = verificationAnswerSchema.shape.inviter

async function readPartner(db: Reader, codeWf: string | null) {
  if (codeWf === null) return null
  const partners = db.selectFrom('partners').select(['id', 'name', 'code_wf'])
  const row = await partners.where('code_wf', '=', codeWf).orderBy('id').executeTakeFirst()
  return partnerSchema.parse(row ?? null)
}

async function readInviter(db: Reader, login: string | null) {
  if (login === null) return null
  const { rows } = await sql<{ id: number; name: string; login: string }>`
    select id, name, login
    from users
    where lower(login) = lower(${login})`.execute(db)
  return inviterSchema.parse(rows[0] ?? null)
}

interface Found {
  readonly partner: z.infer<typeof partnerSchema>
  readonly inviter: z.infer<typeof inviterSchema>
}

/** All given filters must match. An unknown dealership or referrer matches nothing. */
function proposalConditions(filters: VerificationFilters, { partner }: Found) {
  const all: RawBuilder<boolean>[] = []
  if (filters.leadNum !== null) all.push(sql<boolean>`e.proposal = ${filters.leadNum}`)
  if (filters.partner !== null) all.push(sql<boolean>`e.partner_id = ${partner?.id ?? null}`)
  if (filters.userLogin !== null) all.push(sql<boolean>`lower(e.inviter_login) = lower(${filters.userLogin})`)
  return sql.join(all, sql` and `)
}

function leadConditions(filters: VerificationFilters, { partner, inviter }: Found) {
  const all: RawBuilder<boolean>[] = []
  if (filters.leadNum !== null) all.push(sql<boolean>`l.proposal = ${filters.leadNum}`)
  if (filters.partner !== null) all.push(sql<boolean>`l.partner_id = ${partner?.id ?? null}`)
  if (filters.userLogin !== null) all.push(sql<boolean>`l.inviter_id = ${inviter?.id ?? null}`)
  return sql.join(all, sql` and `)
}

const recordSchema = verifiedProposalSchema.extend({
  proposal: z.string(),
  lead_uid: z.string().nullable(),
  bypass_allowed: z.boolean().nullable(),
})

/** The newest matching proposal. Imported proposals come first. */
async function readRecord(db: Reader, filters: VerificationFilters, found: Found) {
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select
        e.id,
        e.inviter_login,
        e.created_at,
        e.updated_at,
        l.id as lead_id,
        e.proposal,
        e.lead_uid,
        e.bypass_allowed
      from elective_leads e
      left join leads l on l.uid = e.lead_uid
      where ${proposalConditions(filters, found)}
      order by e.lead_uid is not null desc, e.id desc
      limit 1
    ) r`.execute(db)
  return rows[0] === undefined ? null : recordSchema.parse(rows[0].row)
}

/**
 * The lead of the proposal, or another lead with that number. `older_proposal` is the number before its last change.
 */
async function readVerifiedLead(db: Reader, condition: RawBuilder<unknown>, proposal: string | null) {
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select
        l.id,
        coalesce(${proposal}, l.proposal) as proposal,
        l.proposal as actual_proposal,
        (
          select t.changes -> 'proposal' ->> 'before'
          from timeline t
          where t.lead_uid = l.uid
            and t.changes -> 'proposal' ->> 'before' is not null
          order by t.id desc
          limit 1
        ) as older_proposal,
        l.create_lead_date as created_at,
        l.proposal_date
      from leads l
      where ${condition}
      order by l.id desc
      limit 1
    ) r`.execute(db)
  return rows[0] === undefined ? null : verifiedLeadSchema.parse(rows[0].row)
}

function sentence(record: z.infer<typeof recordSchema> | null, lead: { id: number } | null): string {
  if (record === null && lead === null) return 'Nenhuma proposta encontrada com estes filtros.'
  if (record === null) return `Não há proposta importável, mas o lead ${lead?.id} tem este número.`
  if (lead === null) return 'Proposta recebida e ainda não importada.'
  return `Proposta importada no lead ${lead.id}.`
}

export async function verifyLead(db: Reader, filters: VerificationFilters): Promise<LeadVerification> {
  const found: Found = {
    partner: await readPartner(db, filters.partner),
    inviter: await readInviter(db, filters.userLogin),
  }
  const record = await readRecord(db, filters, found)
  const lead =
    record === null
      ? await readVerifiedLead(db, leadConditions(filters, found), null)
      : record.lead_uid === null
        ? null
        : await readVerifiedLead(db, sql`l.uid = ${record.lead_uid}`, record.proposal)
  const answer = {
    message: sentence(record, lead),
    found: record !== null || lead !== null,
    imported: lead !== null && record !== null,
    ...found,
    proposal: record?.proposal ?? filters.leadNum,
    bypass_allowed: record?.bypass_allowed ?? null,
  }
  return [answer, record === null ? null : verifiedProposalSchema.parse(record), lead]
}
