/** Settings and integrations, for administrators: docs/rules.md#settings */
import type { FastifyPluginAsync } from 'fastify'
import { byUrgency, confirmClockRoute, findingsRoute } from '../../src/contract/administration/findings.ts'
import {
  integrationsRoute,
  LOGO_PROBLEM,
  logoRoute,
  removeLogoRoute,
  saveLogoRoute,
  testIntegrationRoute,
  updateSettingsRoute,
} from '../../src/contract/administration/settings.ts'
import { LOGO_LIMIT, pictureType } from '../../src/domain/settings/brokerage.ts'
import { CUT_PICTURE, isWholePicture } from '../../src/domain/settings/whole-picture.ts'
import { changeLogo, updateSettings } from '../administration/settings.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, Refusal, refusedField } from '../context/refusal.ts'
import { shownFindings } from '../health/findings/findings.ts'
import { integrationStates, testIntegration } from '../integrations/integrations.ts'
import { logoReader } from '../mail/brokerage.ts'
import { callerOf } from '../wire/own-password.ts'
import { serve } from '../wire/serve.ts'

const CLOCKS_APART =
  'Os relógios do servidor e do banco diferem por mais de uma hora. Acerte a hora nas duas máquinas (NTP).'

export function settingRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const readLogo = logoReader(db)
  return async (app) => {
    serve(app, updateSettingsRoute, async ({ body, request }) => {
      const caller = await callerOf(context, request)
      return db.transaction().execute((tx) => updateSettings(tx, caller, body))
    })
    serve(app, saveLogoRoute, async ({ body, request }) => {
      const content = Buffer.from(body.image, 'base64')
      const mediaType = pictureType(content)
      if (mediaType === null || content.length > LOGO_LIMIT) throw refusedField('image', LOGO_PROBLEM)
      if (!isWholePicture(content)) throw refusedField('image', CUT_PICTURE)
      const { user } = request.session
      return db.transaction().execute((tx) => changeLogo(tx, user, { mediaType, content }))
    })
    serve(app, removeLogoRoute, async ({ request }) =>
      db.transaction().execute((tx) => changeLogo(tx, request.session.user, null)),
    )
    serve(app, logoRoute, async ({ request, reply }) => {
      const logo = await readLogo()
      if (logo === null) throw notFound()
      // Its address has a version. Mail programs and crawlers ask from other origins.
      reply
        .header('cache-control', 'public, max-age=86400')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('etag', `"${logo.version}"`)
      if (request.headers['if-none-match']?.includes(`"${logo.version}"`) === true)
        return reply.code(304).send()
      return reply.type(logo.mediaType).send(logo.content)
    })
    serve(app, findingsRoute, async ({ query }) => {
      const look = await (query.again === undefined
        ? context.health.findings.recent()
        : context.health.findings.again())
      return { looked_at: new Date(look.at).toISOString(), findings: byUrgency(shownFindings(look)) }
    })
    serve(app, confirmClockRoute, async ({ request }) => {
      const { kind } = await context.clock.confirm()
      if (kind !== 'trusted') throw new Refusal('conflict', CLOCKS_APART)
      context.security.note('clock_confirmed', { user_id: request.session.user.id })
      return { message: 'Hora confirmada. E-mails, avisos e limpezas seguem.' }
    })
    serve(app, integrationsRoute, async () => integrationStates(context))
    serve(app, testIntegrationRoute, async ({ params: { name } }) => ({
      message: await testIntegration(context, name),
    }))
  }
}
