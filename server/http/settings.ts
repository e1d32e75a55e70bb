/** Settings and integrations, for administrators: docs/rules.md#settings */
import type { FastifyPluginAsync } from 'fastify'
import {
  integrationsRoute,
  testIntegrationRoute,
  updateSettingsRoute,
} from '../../src/contract/administration/settings.ts'
import { updateSettings } from '../administration/settings.ts'
import type { AppContext } from '../app-context.ts'
import { integrationStates, testIntegration } from '../integrations/checks.ts'
import { serve } from './serve.ts'

export function settingRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, updateSettingsRoute, async ({ body, request }) =>
      db.transaction().execute((tx) => updateSettings(tx, request.session.user, body)),
    )
    serve(app, integrationsRoute, async () => integrationStates(context))
    serve(app, testIntegrationRoute, async ({ params: { name } }) => ({
      message: await testIntegration(context, name),
    }))
  }
}
