/** The calls of administration: docs/rules.md#administration */
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { MANAGED_CATALOGUES } from './catalogues.ts'

export function administrationRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    for (const register of MANAGED_CATALOGUES) register(app, context)
  }
}
