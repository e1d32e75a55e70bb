/** What a user arranged on its screens: docs/rules.md#screen-settings */
import type { FastifyPluginAsync } from 'fastify'
import { saveScreenSettingRoute, screenSettingRoute } from '../../src/contract/screen-settings.ts'
import { isJoined, SCREEN_SETTINGS } from '../../src/domain/session/screen-settings.ts'
import type { AppContext } from '../context/app-context.ts'
import { joinScreenSetting, readScreenSetting, writeScreenSetting } from '../queries/screen-settings.ts'
import { invalidField } from '../wire/errors.ts'
import { serve } from '../wire/serve.ts'

const UNFIT = 'Esta tela não guarda isto.'

export function screenSettingRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, screenSettingRoute, async ({ params: { screen }, request: { session } }) =>
      readScreenSetting(db, session.user.id, screen),
    )

    serve(app, saveScreenSettingRoute, async ({ params: { screen }, body, request: { session } }) => {
      const { user } = session
      const parsed = SCREEN_SETTINGS[screen].safeParse(body.value)
      if (!parsed.success) throw invalidField('value', UNFIT)
      // A device whose clock is ahead would win for ever.
      const changedMs = Math.min(Date.parse(body.changed_at), context.now())
      const changedAt = new Date(changedMs).toISOString()
      const change = { value: parsed.data, changedAt }
      if (isJoined(screen)) await joinScreenSetting(db, { userId: user.id, screen }, change, context.now())
      else await writeScreenSetting(db, user.id, screen, change)
      return readScreenSetting(db, user.id, screen)
    })
  }
}
