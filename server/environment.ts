/** Schemas for settings in the environment. */
import { z } from 'zod'

/** An empty variable counts as missing: shells and compose files set it so. */
export const setting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

/** An optional http or https address. `sentence` is the error message. */
export const webAddress = (sentence: string) =>
  setting(z.url({ protocol: /^https?$/, error: sentence }).optional())
