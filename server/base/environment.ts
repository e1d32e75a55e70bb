/** Schemas for settings in the environment. Each describes itself: `npm run docs:settings` writes docs/settings.md. */
import { z } from 'zod'

/** The parts of docs/settings.md, in the order in which an operator needs them. */
const SETTING_GROUPS = [
  'server',
  'database',
  'backup',
  'people',
  'files',
  'mail',
  'push',
  'services',
  'assistant',
  'watch',
] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

export const aboutSetting = z.object({
  group: z.enum(SETTING_GROUPS),
  /** For the operator, in Markdown: links are as seen from docs/. */
  about: z.string(),
  /** The default in words, where it depends on other settings or there is none. */
  otherwise: z.string().optional(),
  example: z.string().optional(),
})
export type AboutSetting = z.infer<typeof aboutSetting>

/** An empty variable counts as missing: shells and compose files set it so. */
export const setting = <Schema extends z.ZodType>(schema: Schema, about: AboutSetting) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema).meta({ ...about })

/** An optional http or https address. `sentence` is the error message. */
export const webAddress = (sentence: string, about: AboutSetting) =>
  setting(z.url({ protocol: /^https?$/, error: sentence }).optional(), about)

/** `0`, `1`, `true` or `false`, as a boolean. `name` is the setting's. */
export const onOrOff = (name: string) =>
  z
    .enum(['0', '1', 'true', 'false'], { error: `${name} precisa ser 0 ou 1` })
    .transform((value) => value === '1' || value === 'true')

/** A whole number from `min` to `max`; `otherwise` where it is missing. */
export function wholeSetting(
  name: string,
  { min, max, otherwise }: { readonly min: number; readonly max: number; readonly otherwise: number },
  about: AboutSetting,
) {
  const error = `${name} precisa ser um número inteiro de ${min} a ${max}`
  return setting(
    z.coerce.number({ error }).int(error).min(min, error).max(max, error).default(otherwise),
    about,
  )
}
