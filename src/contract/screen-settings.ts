/** What a user arranged on its screens: docs/rules.md#screen-settings */
import { z } from 'zod'
import { settingsScreenSchema } from '../domain/session/screen-settings.ts'
import { defineRoute } from './route.ts'

const params = z.object({ screen: settingsScreenSchema.meta({ title: 'Tela' }) })
const tag = 'Sessão'
const action = 'screenSettings.use'

/** null: never arranged. The screen's own schema checks the value. */
const answer = z.object({ value: z.unknown(), changed_at: z.iso.datetime({ offset: true }).nullable() })

export const screenSettingRoute = defineRoute({
  method: 'GET',
  path: '/screen-settings/:screen',
  action,
  tag,
  params,
  answer,
})

/** Answers what counts now: a change that is later than this one stays. */
export const saveScreenSettingRoute = defineRoute({
  method: 'PUT',
  path: '/screen-settings/:screen',
  action,
  tag,
  params,
  body: z.strictObject({
    value: z.record(z.string(), z.unknown()),
    changed_at: z.iso.datetime({ offset: true }),
  }),
  answer,
})
