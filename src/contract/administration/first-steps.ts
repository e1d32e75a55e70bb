/** The first steps of an installation, for administrators: docs/rules.md#first-steps */
import { z } from 'zod'
import { firstStepSchema, STEP_STATES } from '../../domain/first-steps/first-steps.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { routesOf } from '../route.ts'
import { messageSchema } from '../session.ts'

const { get, post, put } = routesOf('Configurações')
const action = 'settings.manage'

const answer = z.object({
  /** In their order. */
  steps: z.array(z.object({ step: firstStepSchema, state: z.enum(STEP_STATES) })),
  /** The dashboard offers them. */
  offered: z.boolean(),
  /** The steps are offered and none is begun. An administrator's sign-in then leads to them. */
  untouched: z.boolean(),
  /**
   * Active ones. The dealership that each installation begins with does not count. Idle are a team without channels and a
   * broker without a team: they see no lead, and finish no step.
   */
  counts: z.object({
    teams: z.number().int(),
    idle_teams: z.number().int(),
    partners: z.number().int(),
    brokers: z.number().int(),
    idle_brokers: z.number().int(),
  }),
  /** The controller whom a consent names; null: none. */
  controller: z.object({ name: z.string().nullable(), contact: z.string().nullable() }),
  mail: z.object({
    configured: z.boolean(),
    /** The sender's address; null without a mail server. */
    sender: z.string().nullable(),
    /** Where the caller's mails go; null for a caller without an address. */
    recipient: z.string().nullable(),
  }),
})
export type FirstSteps = z.output<typeof answer>

export const firstStepsRoute = get('/first-steps', action, { answer })

/** Leaves a step for later, or takes it up again. */
export const leaveFirstStepRoute = put('/first-steps/:step', action, {
  params: z.object({ step: firstStepSchema }),
  body: z.object({ later: z.boolean({ error: REQUIRED_FIELD }) }),
  answer,
})

/** Offers the steps, or concludes them. */
export const offerFirstStepsRoute = put('/first-steps', action, {
  body: z.object({ offered: z.boolean({ error: REQUIRED_FIELD }) }),
  answer,
})

/** Sends a mail to the caller at once. The message has what the mail server answered; 503 with its reason. */
export const sendTestMailRoute = post('/first-steps/mail', action, { answer: messageSchema })
