import { z } from 'zod'
import { linkIndicationSchema, linkMailSchema } from '../domain/notices/link-notices.ts'
import { routesOf } from './route.ts'

const { get } = routesOf('Indicação externa')

/**
 * What became of the user's link in the last 30 days: who filled the form, was called and how it ended, as far as the lead
 * is in the user's scope, and the mails with the link. For the screen of the link and the bell, which brings no other contract.
 */
export const externalNewsRoute = get('/externalMail/news', 'externalLink.use', {
  answer: z.object({ indications: z.array(linkIndicationSchema), mails: z.array(linkMailSchema) }),
})
