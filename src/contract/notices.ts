/** Facts about this server for the sign-in screen. */
import { z } from 'zod'
import { routesOf } from './route.ts'

const { get } = routesOf('Sessão')

export const noticesRoute = get('/notices', 'public', {
  answer: z.object({
    data: z.object({
      /** Other machines reach accounts with the public demo password. */
      demo_reachable: z.boolean(),
      /** A mail server is configured: forgotten passwords are replaced by mail. Earlier versions always said so. */
      sends_mail: z.boolean().default(true),
      /** Whose Farol it is. Earlier versions did not say. */
      brokerage: z
        .object({ name: z.string().nullable(), logo: z.string().nullable() })
        .default({ name: null, logo: null }),
    }),
  }),
})
