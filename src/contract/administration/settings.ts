/** Settings and integrations, as administrators change and test them: docs/rules.md#settings */
import { z } from 'zod'
import { brokerageNameProblem, LOGO_LIMIT } from '../../domain/settings/brokerage.ts'
import { controllerProblem } from '../../domain/settings/controller.ts'
import { LOGO_PATH } from '../../domain/settings/logo-path.ts'
import { SETTING_LINES, settingProblem } from '../../domain/settings/setting-lines.ts'
import { settingsSchema } from '../../domain/settings/settings.ts'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { defineRoute } from '../route.ts'
import { messageSchema, REQUIRED_FIELD } from '../session.ts'

const tag = 'Configurações'
const action = 'settings.manage'

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use o formato HH:MM')
  .meta({ format: 'time' })

const businessHours = z
  .object({ start: time, end: time, holidays: z.array(z.iso.date('Use uma data válida')).max(366) })
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
  business_hours: z.object({ start: z.string(), end: z.string(), holidays: z.array(z.string()) }).optional(),
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

export const updateSettingsRoute = defineRoute({
  method: 'PUT',
  path: '/settings',
  action,
  confirms: 'discard',
  tag,
  body: settingsBodySchema,
  answer: settingsSchema,
})

export const LOGO_PROBLEM = 'Use uma imagem PNG ou JPEG de até 300 kB'

/** The picture of mails and of the page without login, as base64. 422 for anything else than a PNG or JPEG. */
export const saveLogoRoute = defineRoute({
  method: 'PUT',
  path: '/settings/logo',
  action,
  tag,
  body: z.object({ image: z.base64(LOGO_PROBLEM).max(Math.ceil(LOGO_LIMIT / 3) * 4, LOGO_PROBLEM) }),
  answer: settingsSchema,
})

export const removeLogoRoute = defineRoute({
  method: 'DELETE',
  path: '/settings/logo',
  action,
  tag,
  answer: settingsSchema,
})

/** Mails, crawlers and the page without login read it. The path carries a version, so browsers keep it. */
export const logoRoute = defineRoute({
  method: 'GET',
  path: LOGO_PATH,
  action: 'public',
  tag,
  answer: { file: 'image/png' },
})

export const INTEGRATION_NAMES = ['mail', 'cep', 'phone', 'quiver', 'files', 'assistant'] as const

export const integrationsRoute = defineRoute({
  method: 'GET',
  path: '/settings/integrations',
  action,
  tag,
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
export const testIntegrationRoute = defineRoute({
  method: 'POST',
  path: '/settings/integrations/:name/test',
  action,
  tag,
  params: z.object({ name: z.enum(INTEGRATION_NAMES).meta({ title: 'Integração' }) }),
  answer: messageSchema,
})
