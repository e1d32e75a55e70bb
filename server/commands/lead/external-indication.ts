/** Makes the lead of an external indication: docs/rules.md#external-indication. */
import { indicateExternally as command } from '../../../src/commands/external-indication.ts'
import { REFERRALS_A_DAY } from '../../../src/domain/lead/creation.ts'
import { type FieldProblem, problemWhen } from '../../../src/domain/lead/field-problem.ts'
import { isManagement } from '../../../src/domain/permissions/roles.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { hasReferredEnough } from '../../queries/referral-quota.ts'
import { defineCreation, refusalOf } from '../handler.ts'
import { configuredBroker } from './configured-broker.ts'
import { documentProblems } from './save-check.ts'

const ENOUGH = `O limite de ${REFERRALS_A_DAY} indicações por dia foi atingido. Envie de novo amanhã.`

export const indicateExternally = defineCreation(
  command,
  async ({ tx, args, lead, client, known, context, nowMs, byLink, problems }) => {
    const refusal = refusalOf([
      ...problems,
      ...(await insuranceProblems(tx, args.insurance_id)),
      ...(await documentProblems(tx, client, known)),
    ])
    if (refusal !== null) return refusal
    const { user } = context
    // What comes by the link has limits of its own, so that strangers can't use up its owner's day.
    if (byLink === null && !isManagement(roleOf(user)) && (await hasReferredEnough(tx, user, nowMs)))
      return { kind: 'refuse', code: 'quota_reached', message: ENOUGH }
    return {
      kind: 'accept',
      lead: { ...lead, broker_id: await configuredBroker(tx, lead) },
      also: async () => {
        const receipt = byLink?.receipt ?? null
        await tx
          .insertInto('external_indications')
          .values({
            id: lead.uid,
            lead_uid: lead.uid,
            client_uid: lead.client_uid,
            inviter_id: user.id,
            insurance: String(args.insurance_id),
            // The lead has the values. The receipt keeps the name that was written, also when the client's is corrected.
            client: JSON.stringify(receipt === null ? {} : { name: args.client.name }),
            details: '{}',
            with_auth: byLink === null,
            consent_version: byLink?.consentVersion ?? null,
            consent_at: byLink?.consentAt ?? null,
            health_consent_version: byLink?.health?.version ?? null,
            health_consent_at: byLink?.health?.at ?? null,
            receipt_digest: receipt,
          })
          .execute()
        return byLink === null ? {} : { indicated_by_link: { before: null, after: true } }
      },
    }
  },
)

async function insuranceProblems(db: Reader, id: number): Promise<readonly FieldProblem[]> {
  const row = await db.selectFrom('insurances').select('active').where('id', '=', id).executeTakeFirst()
  return problemWhen(row?.active !== true, 'insurance', 'Este seguro não está disponível')
}
