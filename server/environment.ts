/** How a setting is read from the environment. */
import { z } from 'zod'

/** An empty variable is as good as none: that is how shells and compose files leave one out. */
export const setting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

/** An http or https address, or none; `sentence` says that it is neither. */
export const webAddress = (sentence: string) =>
  setting(z.url({ protocol: /^https?$/, error: sentence }).optional())
