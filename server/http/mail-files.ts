/** Mails in files, for administrators. The audit records each act. docs/rules.md#mail-files */
import type { FastifyPluginAsync } from 'fastify'
import {
  MOST_MAIL_FILES,
  mailFileRoute,
  mailFilesRoute,
  removeMailFileRoute,
  removeMailFilesRoute,
} from '../../src/contract/administration/mail-files.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { listMailFiles, mailFileNames, readMailFile, removeMailFiles } from '../mail/mail-files.ts'
import { audit } from '../records/audit.ts'
import { serve } from '../wire/serve.ts'

const ENTITY = { entity: 'mail_files', id: null } as const

export function mailFileRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, mailFilesRoute, async () => {
      const { files: data, total } = await listMailFiles(context, MOST_MAIL_FILES)
      return { data, meta: { total, days: context.config.integrations.mailFilesDays } }
    })

    serve(app, mailFileRoute, async ({ params: { name }, request, reply }) => {
      const { user } = request.session
      const message = await readMailFile(context, name)
      if (message === null) throw notFound()
      await db
        .transaction()
        .execute((tx) => audit(tx, { user, action: 'export', ...ENTITY, before: null, after: { name } }))
      return reply
        .type('message/rfc822')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(message)
    })

    serve(app, removeMailFileRoute, async ({ params: { name }, request }) => {
      const { user } = request.session
      await db.transaction().execute(async (tx) => {
        if ((await removeMailFiles(context, [name])) === 0) throw notFound()
        await audit(tx, { user, action: 'delete', ...ENTITY, before: { name }, after: null })
      })
      return { message: 'E-mail excluído' }
    })

    serve(app, removeMailFilesRoute, async ({ request }) => {
      const { user } = request.session
      return db.transaction().execute(async (tx) => {
        const count = await removeMailFiles(context, await mailFileNames(context))
        if (count > 0)
          await audit(tx, { user, action: 'delete', ...ENTITY, before: { mail_files: count }, after: null })
        return { message: count === 1 ? '1 e-mail excluído' : `${count} e-mails excluídos` }
      })
    })
  }
}
