/** Reference calls: docs/rules.md#session-and-reference-calls. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { dashboardSchema, listOf, roleEntrySchema, SETTING_KEYS } from '../../src/contract/session.ts'
import {
  channelSchema,
  entrySchema,
  insuranceSchema,
  partnerSchema,
  technicalTeamSchema,
  userEntrySchema,
} from '../../src/domain/catalogue/catalogue.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../app-context.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { readSettings } from '../queries/settings.ts'

const tags = ['Referência']

export function referenceRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db } = context.store
  const read = <Kind extends Parameters<typeof readCatalogue>[2]>(user: SessionUser, kind: Kind) =>
    readCatalogue(db, user, kind)

  return async (app) => {
    app.get(
      '/dashboard',
      { config: { action: 'catalogues.read' }, schema: { tags, response: { 200: dashboardSchema } } },
      async (request) => {
        const { user } = request.session
        const users = await read(user, 'user')
        const settings = new Map<string, unknown>(
          (await read(user, 'setting')).map((row) => [row.key, row.value]),
        )
        const defaults = new Map<string, unknown>(Object.entries(await readSettings(db)))
        const lists = Object.fromEntries(
          SETTING_KEYS.map((key) => [key, [{ value: settings.get(key) ?? defaults.get(key) ?? null }]]),
        )
        return dashboardSchema.parse({
          ...lists,
          channels: await read(user, 'channel'),
          partners: await read(user, 'partner'),
          brokers: users.filter((other) => other.role_id <= 3 && other.active),
          indicator: users.filter((other) => other.role_id !== 6 && other.active),
          insurances: await read(user, 'insurance'),
          technical_teams: await read(user, 'technical_team'),
          competitor_brokers: await read(user, 'competitor_broker'),
          leads_states: await read(user, 'lead_state'),
          leads_status: await read(user, 'lead_status'),
          leads_sold: await read(user, 'lead_sold'),
          leads_lost_sale: await read(user, 'lead_lost_sale'),
          leads_contact_type: await read(user, 'lead_contact_type'),
          leads_service_status: await read(user, 'lead_service_status'),
        })
      },
    )

    const users = {
      config: { action: 'users.read' },
      schema: { tags, response: { 200: listOf(userEntrySchema) } },
    } as const
    app.get('/users', users, async (request) => ({ data: await read(request.session.user, 'user') }))
    app.get(
      '/roles',
      {
        config: { action: 'users.read' },
        schema: { tags, response: { 200: listOf(roleEntrySchema) } },
      },
      async () => ({ data: await db.selectFrom('roles').select(['id', 'name']).orderBy('id').execute() }),
    )
    app.get(
      '/channels',
      { config: { action: 'catalogues.read' }, schema: { tags, response: { 200: listOf(channelSchema) } } },
      async (request) => ({ data: await read(request.session.user, 'channel') }),
    )
    app.get(
      '/insurances',
      { config: { action: 'catalogues.read' }, schema: { tags, response: { 200: listOf(insuranceSchema) } } },
      async (request) => ({ data: await read(request.session.user, 'insurance') }),
    )
    app.get(
      '/insurancesNoAuth',
      { config: { action: 'public' }, schema: { tags, response: { 200: listOf(insuranceSchema) } } },
      async () => ({
        data: z
          .array(insuranceSchema)
          .parse(
            await db
              .selectFrom('insurances')
              .select(['id', 'name', 'type'])
              .where('active', '=', true)
              .orderBy('id')
              .execute(),
          ),
      }),
    )
    const partners = {
      config: { action: 'catalogues.read' },
      schema: { tags, response: { 200: listOf(partnerSchema) } },
    } as const
    app.get('/partners', partners, async (request) => ({ data: await read(request.session.user, 'partner') }))
    app.get('/partners/by/auth', partners, async (request) => {
      const { user } = request.session
      return { data: user.partners.length > 0 ? user.partners : await read(user, 'partner') }
    })
    const teams = {
      config: { action: 'technicalTeams.read' },
      schema: { tags, response: { 200: listOf(technicalTeamSchema) } },
    } as const
    app.get('/technical-team', teams, async (request) => ({
      data: await read(request.session.user, 'technical_team'),
    }))
    app.get('/technical-team/for/filter', teams, async (request) => ({
      data: await read(request.session.user, 'technical_team'),
    }))
    app.get(
      '/callsResult',
      { config: { action: 'catalogues.read' }, schema: { tags, response: { 200: listOf(entrySchema) } } },
      async (request) => ({ data: await read(request.session.user, 'calls_result') }),
    )
  }
}
