/** Dossiers, and what the page without login asks: docs/rules.md#dossier */

import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import {
  DOSSIER_TYPE,
  dossierPdfRoute,
  dossierRoute,
  historyHeadRoute,
  historyKeyRoute,
} from '../../src/contract/dossier.ts'
import { dossierName } from '../../src/domain/dossier/dossier.ts'
import { PDF_TYPE } from '../../src/domain/lead/lead-file.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import { originOf } from '../context/origin.ts'
import { makeDossier } from '../history/dossier.ts'
import { dossierPdf } from '../history/dossier-pdf.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'
import { readableLead } from '../wire/visible-lead.ts'

/** docs/rules.md#quotas */
const LIMITS = {
  asked: { name: 'history-head', max: 120, windowMs: HOUR_MS },
} as const

const asFile = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`)

export function dossierRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    await useLimits(app, context)
    const asked = limiter(app, context, LIMITS.asked)

    serve(app, dossierRoute, async ({ params: { id }, request, reply }) => {
      const { uid } = await readableLead(context, request, id)
      const { user } = request.session
      const dossier = await makeDossier(context, { lead: { uid, id }, user, form: 'json' })
      context.security.note('dossier_exported', { user_id: user.id, about: `lead ${id}` })
      return asFile(reply, `${dossierName(id)}.json`)
        .type(DOSSIER_TYPE)
        .send(JSON.stringify(dossier))
    })

    serve(app, dossierPdfRoute, async ({ params: { id }, request, reply }) => {
      const { uid } = await readableLead(context, request, id)
      const { user } = request.session
      const dossier = await makeDossier(context, { lead: { uid, id }, user, form: 'pdf' })
      context.security.note('dossier_exported', { user_id: user.id, about: `lead ${id}` })
      const bytes = await dossierPdf(dossier, { checkAt: `${originOf(context, request)}/conferir` })
      return asFile(reply, `${dossierName(id)}.pdf`)
        .type(PDF_TYPE)
        .send(Buffer.from(bytes))
    })

    serve(app, historyKeyRoute, async () => ({ key: context.deviceSecrets?.history.publicKey ?? null }))

    serve(
      app,
      historyHeadRoute,
      async ({ body: { lead_uid, seq, link_hash } }) => {
        const { rows } = await sql`
          select 1 from history_links
          where lead_uid = ${lead_uid}::uuid and seq = ${seq}::int and hash = decode(${link_hash}, 'hex')`.execute(
          context.store.db,
        )
        return { known: rows.length > 0 }
      },
      { onRequest: (request, reply) => asked(request, reply) },
    )
  }
}
