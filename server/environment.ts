/** How a setting is read from the environment. */
import { z } from 'zod'

/** An empty variable is as good as none: that is how shells and compose files leave one out. */
export const setting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)
