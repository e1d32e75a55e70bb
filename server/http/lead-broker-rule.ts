/** A rule of lead and broker as it is saved: what it names, and that it is alone. docs/rules.md#administration */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { BodySchema } from '../../src/contract/administration/catalogues.ts'
import { isActive } from '../../src/domain/session/active.ts'
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { requireAssignable } from '../queries/assignable-broker.ts'
import { otherActiveRule } from '../records/lead-rules.ts'
import type { Checked } from './managed-catalogue.ts'
import { requireChannels } from './require-channels.ts'

type LeadBrokerConfig = z.output<BodySchema<'lead_broker_config'>>

/** A rule names records that exist; an active one is choosable, and the only one of its leads. */
export async function checkRule(tx: Tx, rule: LeadBrokerConfig, { id }: Checked): Promise<void> {
  if (!isActive(rule)) return requireKnown(tx, rule)
  await requireChoosable(tx, rule)
  await requireOnly(tx, rule, id)
}

async function requireKnown(tx: Tx, rule: LeadBrokerConfig): Promise<void> {
  const tables = {
    channel_id: 'channels',
    partner_id: 'partners',
    insurance_id: 'insurances',
    broker_id: 'users',
  } as const
  for (const field of ['channel_id', 'partner_id', 'insurance_id', 'broker_id'] as const) {
    const { rows } = await sql`
      select id from ${sql.table(tables[field])} where id = ${rule[field]} for key share`.execute(tx)
    if (rows.length === 0) throw refusedField(field, 'Valor desconhecido')
  }
}

/**
 * Refuses a second active rule for the same leads: with two, neither broker would be assigned. The lock makes each save
 * of an active rule wait for the others.
 */
async function requireOnly(tx: Tx, rule: LeadBrokerConfig, id: number | null): Promise<void> {
  await sql`lock table lead_broker_config in share row exclusive mode`.execute(tx)
  const other = await otherActiveRule(tx, rule, id)
  if (other !== undefined)
    throw refusedField(
      'insurance_id',
      `A regra ${other.id} (${other.name}) já vale para este canal, empresa e tipo de estoque. Desative-a antes.`,
    )
}

/** Only channels up to 1, dealerships with a workflow code, lines up to 3, and active brokers. */
async function requireChoosable(
  tx: Tx,
  { channel_id, partner_id, insurance_id, broker_id }: LeadBrokerConfig,
): Promise<void> {
  if (channel_id > 1) throw refusedField('channel_id', 'Este canal não pode ser escolhido')
  await requireChannels(tx, 'channel_id', [channel_id])
  const partner = await tx
    .selectFrom('partners')
    .select('code_wf')
    .where('id', '=', partner_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!partner?.code_wf) throw refusedField('partner_id', 'Escolha uma empresa com código de workflow')
  const insurance = tx.selectFrom('insurances').select('id').where('id', '=', insurance_id).forKeyShare()
  if (insurance_id > 3 || (await insurance.executeTakeFirst()) === undefined)
    throw refusedField('insurance_id', 'Este tipo de estoque não pode ser escolhido')
  // A rule outlasts a leave: meanwhile it gives to the substitute.
  await requireAssignable(tx, broker_id, { absentToo: true })
}
