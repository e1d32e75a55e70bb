/** Reference calls: docs/rules.md#session-and-reference-calls. */

import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  callResultsRoute,
  channelsRoute,
  dashboardRoute,
  insurancesRoute,
  leadBrokerConfigsRoute,
  ownPartnersRoute,
  partnersRoute,
  publicInsurancesRoute,
  rolesRoute,
  SETTING_KEYS,
  technicalTeamsForFilterRoute,
  technicalTeamsRoute,
  usersRoute,
} from '../../src/contract/reference.ts'
import { insuranceSchema } from '../../src/domain/catalogue/catalogue.ts'
import { isSpecialInviter, isStaff } from '../../src/domain/permissions/roles.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../context/app-context.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { readChannels, readLeadBrokerConfigs, userAnswer } from '../queries/reference.ts'
import { readSettings } from '../queries/settings.ts'
import { serve } from '../wire/serve.ts'

export function referenceRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const read = <Kind extends Parameters<typeof readCatalogue>[2]>(user: SessionUser, kind: Kind) =>
    readCatalogue(db, user, kind)

  return async (app) => {
    serve(app, dashboardRoute, async ({ request }) => {
      const { user } = request.session
      const users = await read(user, 'user')
      const settings = new Map<string, unknown>(
        (await read(user, 'setting')).map((row) => [row.key, row.value]),
      )
      const defaults = new Map<string, unknown>(Object.entries(await readSettings(db)))
      const lists = Object.fromEntries(
        SETTING_KEYS.map((key) => [key, [{ value: settings.get(key) ?? defaults.get(key) ?? null }]]),
      )
      return dashboardRoute.answer.parse({
        ...lists,
        channels: await readChannels(db, user),
        partners: await read(user, 'partner'),
        brokers: users.filter((other) => isStaff(other.role_id) && other.active).map(userAnswer),
        indicator: users.filter((other) => !isSpecialInviter(other.role_id) && other.active).map(userAnswer),
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
    })

    serve(app, usersRoute, async ({ request }) => ({
      data: (await read(request.session.user, 'user')).map(userAnswer),
    }))
    serve(app, rolesRoute, async () => ({
      data: await db.selectFrom('roles').select(['id', 'name']).orderBy('id').execute(),
    }))
    serve(app, channelsRoute, async ({ request }) => ({ data: await readChannels(db, request.session.user) }))
    serve(app, insurancesRoute, async ({ request }) => ({
      data: await read(request.session.user, 'insurance'),
    }))
    serve(app, publicInsurancesRoute, async () => ({
      data: z
        .array(insuranceSchema)
        .parse(
          await db
            .selectFrom('insurances')
            .select(['id', 'name', 'type', 'persons'])
            .where('active', '=', true)
            .orderBy('id')
            .execute(),
        ),
    }))
    serve(app, partnersRoute, async ({ request }) => ({ data: await read(request.session.user, 'partner') }))
    serve(app, ownPartnersRoute, async ({ request }) => {
      const { user } = request.session
      return { data: user.partners.length > 0 ? user.partners : await read(user, 'partner') }
    })
    serve(app, technicalTeamsRoute, async ({ request }) => ({
      data: await read(request.session.user, 'technical_team'),
    }))
    serve(app, technicalTeamsForFilterRoute, async ({ request }) => ({
      data: await read(request.session.user, 'technical_team'),
    }))
    serve(app, leadBrokerConfigsRoute, async ({ request }) => ({
      data: await readLeadBrokerConfigs(db, request.session.user),
    }))
    serve(app, callResultsRoute, async ({ request }) => ({
      data: await read(request.session.user, 'calls_result'),
    }))
  }
}
