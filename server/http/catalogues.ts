/** The lists that administration keeps, each as one declaration. docs/rules.md#administration */

import { sql } from 'kysely'
import {
  type ManagedKind,
  managedChannels,
  managedCompetitors,
  managedInsurances,
  managedInsurers,
  managedMessageTemplates,
  managedPartners,
  managedRules,
  managedTeams,
} from '../../src/contract/administration/catalogues.ts'
import { refusedField } from '../context/errors.ts'
import type { Database, Tx } from '../db/database.ts'
import { demandSharedTablets } from '../device-keys/shared-tablets.ts'
import { forgetKnownSpellings, requireOwnSpellings } from '../insurers/spellings.ts'
import { checkRule } from './lead-broker-rule.ts'
import { managedCatalogue, type ServedCatalogue, type Usage } from './managed-catalogue.ts'
import { requireChannels } from './require-channels.ts'

interface Words {
  readonly one: string
  readonly many: string
}

/** How many rows of a table name the row by one of these columns. */
const naming =
  (table: keyof Database, words: Words) =>
  (...columns: readonly string[]): Usage => ({
    ...words,
    count: async (tx, id) => {
      const names = columns.map((column) => sql`${sql.ref(column)} = ${id}`)
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total
        from ${sql.table(table)}
        where ${sql.join(names, sql` or `)}`.execute(tx)
      return rows[0]?.total ?? 0
    },
  })

const leads = naming('leads', { one: 'lead', many: 'leads' })
const users = naming('users', { one: 'usuário', many: 'usuários' })
const dealerships = naming('user_partners', { one: 'usuário', many: 'usuários' })
const teams = naming('technical_team_channels', { one: 'equipe técnica', many: 'equipes técnicas' })
const children = naming('channels', { one: 'canal', many: 'canais' })
const proposals = naming('elective_leads', { one: 'proposta', many: 'propostas' })
const duplicates = naming('lead_duplicates', { one: 'lead duplicado', many: 'leads duplicados' })
const renewals = naming('lead_temps', { one: 'renovação a processar', many: 'renovações a processar' })
const suggestions = naming('suggested_messages', { one: 'mensagem sugerida', many: 'mensagens sugeridas' })
const rules = naming('lead_broker_config', {
  one: 'regra de lead e corretor',
  many: 'regras de lead e corretor',
})

const insurances = managedCatalogue(managedInsurances, {
  unique: [{ field: 'name', taken: 'Já existe um seguro com este nome' }],
  insert: async (tx, body) =>
    (await tx.insertInto('insurances').values(body).returning('id').executeTakeFirstOrThrow()).id,
  update: async (tx, id, body) => {
    await tx.updateTable('insurances').set(body).where('id', '=', id).execute()
  },
  usedBy: [leads('insurance_id'), rules('insurance_id'), proposals('insurance_id')],
})

const partners = managedCatalogue(managedPartners, {
  unique: [
    { field: 'name', taken: 'Já existe uma concessionária com este nome' },
    { field: 'code_wf', taken: 'Este Code_WF já é de outra concessionária' },
  ],
  check: async (tx, { shared_tablet }, { id, user }) => {
    const row = tx
      .selectFrom('partners')
      .select('shared_tablet')
      .where('id', '=', id ?? 0)
    demandSharedTablets(user, (await row.executeTakeFirst())?.shared_tablet === true, shared_tablet)
  },
  insert: async (tx, body) =>
    (await tx.insertInto('partners').values(body).returning('id').executeTakeFirstOrThrow()).id,
  update: async (tx, id, body) => {
    await tx.updateTable('partners').set(body).where('id', '=', id).execute()
  },
  unmirrored: (tx, id) =>
    tx
      .selectFrom('partners')
      .select(['quote_link_template', 'shared_tablet'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  usedBy: [
    leads('partner_id'),
    dealerships('partner_id'),
    rules('partner_id'),
    proposals('partner_id'),
    duplicates('partner_id'),
    renewals('partner_id'),
  ],
})

async function setChannels(tx: Tx, id: number, channels: readonly number[]): Promise<void> {
  await tx.deleteFrom('technical_team_channels').where('team_id', '=', id).execute()
  if (channels.length === 0) return
  await tx
    .insertInto('technical_team_channels')
    .values([...new Set(channels)].map((channel_id) => ({ team_id: id, channel_id })))
    .execute()
}

const technicalTeams = managedCatalogue(managedTeams, {
  unique: [{ field: 'description', taken: 'Já existe uma equipe com esta descrição' }],
  check: async (tx, { channels }) => requireChannels(tx, 'channels', channels),
  insert: async (tx, { channels, ...team }) => {
    const { id } = await tx
      .insertInto('technical_teams')
      .values(team)
      .returning('id')
      .executeTakeFirstOrThrow()
    await setChannels(tx, id, channels)
    return id
  },
  update: async (tx, id, { channels, ...team }) => {
    await tx.updateTable('technical_teams').set(team).where('id', '=', id).execute()
    await setChannels(tx, id, channels)
  },
  details: async (tx, id) => {
    const rows = tx.selectFrom('technical_team_channels').select('channel_id').where('team_id', '=', id)
    return { channels: (await rows.orderBy('channel_id').execute()).map(({ channel_id }) => channel_id) }
  },
  usedBy: [users('technical_team_id')],
})

const leadBrokerConfigs = managedCatalogue(managedRules, {
  unique: [],
  check: checkRule,
  insert: async (tx, body) =>
    (await tx.insertInto('lead_broker_config').values(body).returning('id').executeTakeFirstOrThrow()).id,
  update: async (tx, id, body) => {
    await tx.updateTable('lead_broker_config').set(body).where('id', '=', id).execute()
  },
  usedBy: [],
})

/** The number of a deleted channel is not given again: devices and the audit know it. */
async function nextChannel(tx: Tx): Promise<number> {
  await sql`lock table channels in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select 1 + greatest(
      coalesce((select max(id) from channels), 0),
      coalesce((select max(entity_id::int) from audit_log where entity = 'channels'), 0)) as id`.execute(tx)
  return rows[0]?.id ?? 1
}

const channels = managedCatalogue(managedChannels, {
  unique: [{ field: 'name', taken: 'Já existe um canal com este nome' }],
  check: async (tx, { parent_id }, { id }) => {
    if (parent_id === null) return
    if (parent_id === id) throw refusedField('parent_id', 'Um canal não pode ser o próprio canal principal')
    await requireChannels(tx, 'parent_id', [parent_id])
  },
  insert: async (tx, { status_flow, ...channel }) => {
    const id = await nextChannel(tx)
    await tx
      .insertInto('channels')
      .values({ ...channel, id, custom: true, status_flow: JSON.stringify(status_flow) })
      .execute()
    return id
  },
  update: async (tx, id, { status_flow, ...channel }) => {
    await tx
      .updateTable('channels')
      .set({ ...channel, status_flow: JSON.stringify(status_flow) })
      .where('id', '=', id)
      .execute()
  },
  usedBy: [
    leads('channel_id'),
    users('channel_id'),
    teams('channel_id'),
    rules('channel_id'),
    renewals('channel_id'),
    children('parent_id'),
  ],
})

const competitorBrokers = managedCatalogue(managedCompetitors, {
  unique: [{ field: 'name', taken: 'Já existe um concorrente com este nome' }],
  insert: async (tx, body) =>
    (await tx.insertInto('competitor_brokers').values(body).returning('id').executeTakeFirstOrThrow()).id,
  update: async (tx, id, body) => {
    await tx.updateTable('competitor_brokers').set(body).where('id', '=', id).execute()
  },
  usedBy: [leads('competitor_broker', 'old_competitor_broker')],
})

const insurers = managedCatalogue(managedInsurers, {
  unique: [{ field: 'name', taken: 'Já existe uma seguradora com este nome' }],
  check: (tx, body, { id }) => requireOwnSpellings(tx, body, id),
  insert: async (tx, { aliases, ...body }) => {
    const { id } = await tx
      .insertInto('insurers')
      .values({ ...body, aliases: JSON.stringify(aliases) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await forgetKnownSpellings(tx)
    return id
  },
  update: async (tx, id, { aliases, ...body }) => {
    await tx
      .updateTable('insurers')
      .set({ ...body, aliases: JSON.stringify(aliases) })
      .where('id', '=', id)
      .execute()
    await forgetKnownSpellings(tx)
  },
  // Policies have the texts of their files, which are read by the catalogue of the moment.
  usedBy: [],
})

const messageTemplates = managedCatalogue(managedMessageTemplates, {
  unique: [{ field: 'name', taken: 'Já existe um modelo com este nome' }],
  insert: async (tx, body) =>
    (await tx.insertInto('message_templates').values(body).returning('id').executeTakeFirstOrThrow()).id,
  update: async (tx, id, body) => {
    await tx.updateTable('message_templates').set(body).where('id', '=', id).execute()
  },
  usedBy: [suggestions('template_id')],
})

/** By the kind under which devices mirror it. A list without its rows does not compile. */
export const MANAGED_CATALOGUES: Readonly<Record<ManagedKind, ServedCatalogue>> = {
  insurance: insurances,
  partner: partners,
  technical_team: technicalTeams,
  lead_broker_config: leadBrokerConfigs,
  channel: channels,
  competitor_broker: competitorBrokers,
  insurer: insurers,
  message_template: messageTemplates,
}
