/** Automations: when, if, then. docs/rules.md#automations */
import { z } from 'zod'
import { AUTOMATION_STATES, automationName, definitionSchema } from '../../domain/automations/definition.ts'
import { wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { listOf, messageSchema } from '../session.ts'
import { opened, revised } from './managed.ts'

const { get, post, put, remove } = routesOf('Automações')
const action = 'automations.manage'

export const automationBodySchema = definitionSchema.extend({ name: automationName })
export type AutomationBody = z.output<typeof automationBodySchema>

export const MISSING_KINDS = ['channel', 'insurance', 'partner', 'broker', 'template'] as const

export const automationSchema = z.object({
  id: z.uuid(),
  ...automationBodySchema.shape,
  state: z.enum(AUTOMATION_STATES),
  state_since: z.string(),
  /** What it did within the last 30 days, without what was left out. */
  times: z.number().int(),
  last_acted_at: z.string().nullable(),
  /** What it names that is there no more, or is not in use. */
  missing: z.array(
    z.object({ kind: z.enum(MISSING_KINDS), id: z.number().int(), name: z.string().nullable() }),
  ),
  ...opened,
})
export type Automation = z.infer<typeof automationSchema>

const params = z.object({ id: z.uuid().meta({ title: 'Automação' }) })

export const automationsRoute = get('/automations', action, { answer: listOf(automationSchema) })

/** It begins switched off. */
export const newAutomationRoute = post('/automations', action, {
  once: true,
  body: automationBodySchema,
  answer: automationSchema,
})

export const changeAutomationRoute = put('/automations/:id', action, {
  params,
  body: automationBodySchema.extend(revised),
  answer: automationSchema,
})

/** With `revision` only the automation that was tried out is switched on. */
export const switchAutomationRoute = put('/automations/:id/state', action, {
  params,
  body: z.object({ on: z.boolean(), ...revised }),
  answer: automationSchema,
})

export const removeAutomationRoute = remove('/automations/:id', action, { params, answer: messageSchema })

export const dryRunSchema = z.object({
  since: z.string(),
  until: z.string(),
  /** How often it would have acted, and on how many leads. */
  times: z.number().int(),
  leads: z.number().int(),
  /** false: there are more leads than were read. */
  is_whole: z.boolean(),
  /** The latest 50. */
  data: z.array(z.object({ lead_id: z.number().int(), at: z.string() })),
})
export type DryRun = z.infer<typeof dryRunSchema>

/** What it would have done over the last 30 days. */
export const dryRunRoute = post('/automations/dry-run', action, {
  reads: true,
  body: definitionSchema.pick({ trigger: true, conditions: true }),
  answer: dryRunSchema,
})

export const automationRunSchema = z.object({
  id: z.number().int(),
  /** null: the lead is gone. */
  lead_id: z.number().int().nullable(),
  made_at: z.string(),
  acted: z.boolean(),
  results: z.array(z.object({ act: z.string(), why: z.string().nullable(), message: z.string().nullable() })),
})
export type AutomationRun = z.infer<typeof automationRunSchema>

/** The latest first. */
export const automationRunsRoute = get('/automations/:id/runs', action, {
  params,
  query: z.object({
    per_page: wholeNumber.pipe(z.number().min(1).max(100)).default(25),
    /** From 1. */
    page: wholeNumber.pipe(z.number().min(1).max(10_000)).default(1),
  }),
  answer: z.object({ data: z.array(automationRunSchema), meta: z.object({ total: z.number().int() }) }),
})
