/** Users for the lead form: the list of inviters, and an inviter's phone. docs/rules.md#phone-of-the-inviter */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listOf, userIdParamsSchema, userPhoneRequestSchema } from '../../src/contract/session.ts'
import { userEntrySchema } from '../../src/domain/catalogue/catalogue.ts'
import { mayChangePhoneOf } from '../../src/domain/lead/form-rules.ts'
import type { AppContext } from '../app-context.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { forbidden, notFound } from './errors.ts'

const tags = ['Usuários']

export function userRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db } = context.store
  return async (app) => {
    app.get(
      '/users/inviter',
      {
        config: { action: 'users.read' },
        schema: {
          tags,
          querystring: z.object({ allUsers: z.string().optional() }),
          response: { 200: listOf(userEntrySchema) },
        },
      },
      async (request) => {
        const all = request.query.allUsers === 'true'
        const found = await readCatalogue(db, request.session.user, 'user')
        return { data: found.filter((user) => user.role_id !== 6 && (all || user.active)) }
      },
    )

    app.put(
      '/users/:id/phone',
      {
        config: { action: 'users.updatePhone' },
        schema: {
          tags,
          params: userIdParamsSchema,
          body: userPhoneRequestSchema,
          response: { 200: userEntrySchema },
        },
      },
      async (request) => {
        const { user } = request.session
        const { phone } = request.body
        const other = (await readCatalogue(db, user, 'user')).find(({ id }) => id === request.params.id)
        if (other === undefined) throw notFound()
        if (!mayChangePhoneOf(other, user)) throw forbidden()
        await db.updateTable('users').set({ phone }).where('id', '=', other.id).execute()
        return { ...other, phone }
      },
    )
  }
}
