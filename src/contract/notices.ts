/** GET /notices, without a token: facts about this server for the sign-in screen. */
import { z } from 'zod'

export const noticesSchema = z.object({
  data: z.object({
    /** Other machines reach accounts with the public demo password. */
    demo_reachable: z.boolean(),
  }),
})
