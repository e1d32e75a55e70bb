/** What a user arranged on its screens: docs/rules.md#screen-settings */
import type { FastifyPluginAsync } from 'fastify'
import { saveScreenSettingRoute, screenSettingRoute } from '../../src/contract/screen-settings.ts'
import { SCREEN_SETTINGS, settingsScreenSchema } from '../../src/domain/session/screen-settings.ts'
import type { AppContext } from '../app-context.ts'
import { readScreenSetting, writeScreenSetting } from '../queries/screen-settings.ts'
import { HttpError, notFound } from './errors.ts'
import { serve } from './serve.ts'

/** Throws 404 for a screen that keeps nothing. */
function screenOf(name: string) {
  const screen = settingsScreenSchema.safeParse(name)
  if (!screen.success) throw notFound()
  return screen.data
}

const UNFIT = 'Esta tela não guarda isto.'

export function screenSettingRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, screenSettingRoute, async ({ params, request: { session } }) =>
      readScreenSetting(db, session.user.id, screenOf(params.screen)),
    )

    serve(app, saveScreenSettingRoute, async ({ params, body, request: { session } }) => {
      const screen = screenOf(params.screen)
      const { user } = session
      const parsed = SCREEN_SETTINGS[screen].safeParse(body.value)
      if (!parsed.success) throw new HttpError(400, 'invalid', UNFIT, { value: [UNFIT] })
      // A device whose clock is ahead would win for ever.
      const changedMs = Math.min(Date.parse(body.changed_at), context.now())
      const changedAt = new Date(changedMs).toISOString()
      await writeScreenSetting(db, user.id, screen, { value: parsed.data, changedAt })
      return readScreenSetting(db, user.id, screen)
    })
  }
}
