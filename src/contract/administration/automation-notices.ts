/** What automations told the user: docs/rules.md#automations. The bell asks it on every screen, so it brings no other contract. */
import { z } from 'zod'
import { routesOf } from '../route.ts'
import { listOf } from '../session.ts'

const { get } = routesOf('Automações')

export const automationNoticeSchema = z.object({
  id: z.number().int(),
  automation: z.string(),
  /** null: about the automation itself. */
  lead: z.object({ uid: z.string(), id: z.number().int() }).nullable(),
  text: z.string(),
  made_at: z.string(),
})

/** What automations told the user within the last 30 days, the latest first. */
export const automationNoticesRoute = get('/automation-notices', 'automations.hear', {
  answer: listOf(automationNoticeSchema),
})
