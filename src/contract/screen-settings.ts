/** What a user arranged on its screens: docs/rules.md#screen-settings */
import { z } from 'zod'
import { settingsScreenSchema } from '../domain/session/screen-settings.ts'
import { routesOf } from './route.ts'

const params = z.object({ screen: settingsScreenSchema.meta({ title: 'Tela' }) })
const { get, put } = routesOf('Sessão')
const action = 'screenSettings.use'

/** null: never arranged. The screen's own schema checks the value. */
const answer = z.object({ value: z.unknown(), changed_at: z.iso.datetime({ offset: true }).nullable() })

export const screenSettingRoute = get('/screen-settings/:screen', action, { params, answer })

/** Answers what counts now: a change that is later than this one stays. */
export const saveScreenSettingRoute = put('/screen-settings/:screen', action, {
  params,
  body: z.strictObject({
    value: z.record(z.string(), z.unknown()),
    changed_at: z.iso.datetime({ offset: true }),
  }),
  answer,
})
