/** The lists that administration keeps, each with the rules and rows that it has besides its own. docs/rules.md#administration */
import { sql } from 'kysely'
import type { z } from 'zod'
import { MANAGED } from '../../src/contract/administration/catalogues.ts'
import { LIST_TABLES, type ListTable, type ManagedKind } from '../../src/domain/catalogue/lists.ts'
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { demandSharedTablets } from '../device-keys/shared-tablets.ts'
import { forgetKnownSpellings, requireOwnSpellings } from '../insurers/spellings.ts'
import { checkRule } from './lead-broker-rule.ts'
import { managedCatalogue, type ServedCatalogue } from './managed-catalogue.ts'
import { requireChannels } from './require-channels.ts'

async function setChannels(tx: Tx, id: number, channels: readonly number[]): Promise<void> {
  await tx.deleteFrom('technical_team_channels').where('team_id', '=', id).execute()
  if (channels.length === 0) return
  await tx
    .insertInto('technical_team_channels')
    .values([...new Set(channels)].map((channel_id) => ({ team_id: id, channel_id })))
    .execute()
}

/** The number of a deleted channel is not given again: devices and the audit know it. */
async function nextChannel(tx: Tx): Promise<number> {
  await sql`lock table channels in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select 1 + greatest(
      coalesce((select max(id) from channels), 0),
      coalesce((select max(entity_id::int) from audit_log where entity = 'channels'), 0)) as id`.execute(tx)
  return rows[0]?.id ?? 1
}

const OWN: Readonly<Partial<Record<ListTable, ServedCatalogue>>> = {
  partners: managedCatalogue(MANAGED.partners, {
    check: async (tx, { shared_tablet }, { id, user }) => {
      const row = tx
        .selectFrom('partners')
        .select('shared_tablet')
        .where('id', '=', id ?? 0)
      demandSharedTablets(user, (await row.executeTakeFirst())?.shared_tablet === true, shared_tablet)
    },
  }),
  technical_teams: managedCatalogue(MANAGED.technical_teams, {
    check: async (tx, { channels }) => requireChannels(tx, 'channels', channels),
    beside: (tx, id, { channels }) => setChannels(tx, id, channels),
    details: async (tx, id) => {
      const rows = tx.selectFrom('technical_team_channels').select('channel_id').where('team_id', '=', id)
      return { channels: (await rows.orderBy('channel_id').execute()).map(({ channel_id }) => channel_id) }
    },
  }),
  lead_broker_config: managedCatalogue(MANAGED.lead_broker_config, { check: checkRule }),
  channels: managedCatalogue(MANAGED.channels, {
    check: async (tx, { parent_id }, { id }) => {
      if (parent_id === null) return
      if (parent_id === id) throw refusedField('parent_id', 'Um canal não pode ser o próprio canal principal')
      await requireChannels(tx, 'parent_id', [parent_id])
    },
    fresh: async (tx) => ({ id: await nextChannel(tx), custom: true }),
  }),
  insurers: managedCatalogue(MANAGED.insurers, {
    check: (tx, body, { id }) => requireOwnSpellings(tx, body, id),
    beside: forgetKnownSpellings,
  }),
}

export const MANAGED_CATALOGUES: readonly ServedCatalogue[] = LIST_TABLES.map(
  (table) => OWN[table] ?? managedCatalogue<ManagedKind, z.ZodType<object>>(MANAGED[table]),
)
