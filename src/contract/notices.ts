/** GET /notices, without a token: what whoever is about to sign in should know of this server. */
import { z } from 'zod'

export const noticesSchema = z.object({
  data: z.object({
    /** Strangers can sign in with the demo's accounts, whose password everybody can read. */
    demo_reachable: z.boolean(),
  }),
})
