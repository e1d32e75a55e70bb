/** Settings and integrations, as administrators change and test them: docs/rules.md#settings */
import { z } from 'zod'
import { brokerageNameProblem, LOGO_LIMIT } from '../../domain/settings/brokerage.ts'
import { controllerProblem } from '../../domain/settings/controller.ts'
import { INTEGRATION_NAMES } from '../../domain/settings/integrations.ts'
import { LOGO_PATH } from '../../domain/settings/logo-path.ts'
import { SETTING_LINES, settingProblem } from '../../domain/settings/setting-lines.ts'
import { settingsSchema } from '../../domain/settings/settings.ts'
import { yearlyHolidaySchema } from '../../domain/sla/yearly-holidays.ts'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { routesOf } from '../route.ts'
import { messageSchema } from '../session.ts'

const { get, post, put, remove } = routesOf('Configurações')
const action = 'settings.manage'

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use o formato HH:MM')
  .meta({ format: 'time' })

const businessHours = z
  .object({
    start: time,
    end: time,
    holidays: z.array(z.iso.date('Use uma data válida')).max(366),
    /** Left out: as they are. An earlier version does not know them. */
    yearly: z.array(yearlyHolidaySchema).max(100).optional(),
  })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'O fim deve ser depois do início' })

/** The schema has the bounds so that the API's document shows them. The message comes from the rule. */
const numbers = Object.fromEntries(
  SETTING_LINES.map((line) => {
    const { key, least, most, isWhole } = line
    const error = ({ input }: { input?: unknown }) =>
      typeof input === 'number' ? (settingProblem(line, input) ?? REQUIRED_FIELD) : REQUIRED_FIELD
    const bounded = z.number({ error: REQUIRED_FIELD }).min(least, { error }).max(most, { error })
    return [key, (isWhole ? bounded.int({ error }) : bounded).optional()]
  }),
)

const brokerageName = z
  .string({ error: REQUIRED_FIELD })
  .overwrite(withoutInvisible)
  .trim()
  .refine((name) => brokerageNameProblem(name) === null, {
    error: ({ input }) => brokerageNameProblem(String(input)) ?? REQUIRED_FIELD,
  })

const controllerText = z
  .string({ error: REQUIRED_FIELD })
  .overwrite(withoutInvisible)
  .trim()
  .refine((text) => controllerProblem(text) === null, {
    error: ({ input }) => controllerProblem(String(input)) ?? REQUIRED_FIELD,
  })

/** Read and not written: values of earlier bounds fit too. A setting that had no value has no base. */
const base = z.object({
  ...Object.fromEntries(SETTING_LINES.map(({ key }) => [key, z.number().optional()])),
  business_hours: z
    .object({
      start: z.string(),
      end: z.string(),
      holidays: z.array(z.string()),
      yearly: z.array(yearlyHolidaySchema).optional(),
    })
    .optional(),
  brokerage_name: z.string().optional(),
  controller_name: z.string().optional(),
  controller_contact: z.string().optional(),
})

/** Settings that are left out stay as they are. */
export const settingsBodySchema = z.object({
  ...numbers,
  business_hours: businessHours.optional(),
  brokerage_name: brokerageName.optional(),
  controller_name: controllerText.optional(),
  controller_contact: controllerText.optional(),
  /** The values that the change began with, by setting. One that the server has no longer is refused with 409. */
  base: base.optional(),
})

export const updateSettingsRoute = put('/settings', action, {
  confirms: 'discard',
  body: settingsBodySchema,
  answer: settingsSchema,
})

export const LOGO_PROBLEM = 'Use uma imagem PNG ou JPEG de até 300 kB'

/** The picture of mails and of the page without login, as base64. 422 for anything else than a PNG or JPEG. */
export const saveLogoRoute = put('/settings/logo', action, {
  body: z.object({ image: z.base64(LOGO_PROBLEM).max(Math.ceil(LOGO_LIMIT / 3) * 4, LOGO_PROBLEM) }),
  answer: settingsSchema,
})

export const removeLogoRoute = remove('/settings/logo', action, { answer: settingsSchema })

/** Mails, crawlers and the page without login read it. The path carries a version, so browsers keep it. */
export const logoRoute = get(LOGO_PATH, 'public', { answer: { file: 'image/png' } })

export const integrationsRoute = get('/settings/integrations', action, {
  answer: z.array(
    z.object({
      name: z.enum(INTEGRATION_NAMES),
      label: z.string(),
      /** The variables of the server's environment. */
      variables: z.array(z.string()),
      configured: z.boolean(),
      /** What holds without it. */
      otherwise: z.string(),
      /** Host of an outside service that receives data of people. */
      receiver: z.string().optional(),
    }),
  ),
})
export type IntegrationState = z.infer<typeof integrationsRoute.answer>[number]

/** Really asks the service. A service that does not answer is 503 with a sentence. */
export const testIntegrationRoute = post('/settings/integrations/:name/test', action, {
  params: z.object({ name: z.enum(INTEGRATION_NAMES).meta({ title: 'Integração' }) }),
  answer: messageSchema,
})
