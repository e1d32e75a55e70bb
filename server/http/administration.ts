/** The calls of administration: docs/rules.md#administration */
import type { FastifyPluginAsync } from 'fastify'
import { MANAGED_CATALOGUES } from '../administration/catalogues.ts'
import type { AppContext } from '../app-context.ts'

export function administrationRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    for (const register of Object.values(MANAGED_CATALOGUES)) register(app, context)
  }
}
