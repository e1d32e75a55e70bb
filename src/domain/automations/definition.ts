/**
 * What an automation is made of: when, if, then. Each trigger and act is declared once here, with its schema and its words; a
 * new one is a line here, a sentence in `sentence.ts`, and what it means in `occasions.ts` or on the server. docs/rules.md#automations
 */
import { z } from 'zod'
import { withoutInvisible } from '../text/invisible.ts'
import { REQUIRED_FIELD } from '../text/required.ts'

const whole = (least: number, most: number) => {
  const error = `Use um número de ${least} a ${most}`
  return z.number({ error }).int(error).min(least, error).max(most, error)
}
const id = z.number().int().min(1).max(2_147_483_647)
const ids = z.array(id).max(100)
const words = (most: number) => z.string().overwrite(withoutInvisible).trim().min(1, REQUIRED_FIELD).max(most)

/** Many at once: imports and transfers count only where this is chosen. */
const bulk = z.boolean()

const TRIGGER_SCHEMAS = {
  lead_made: z.object({ kind: z.literal('lead_made'), bulk }),
  /** null: to any status. */
  status_changed: z.object({ kind: z.literal('status_changed'), to: whole(1, 6).nullable(), bulk }),
  /** Working days. */
  idle: z.object({ kind: z.literal('idle'), days: whole(1, 60) }),
  schedule_late: z.object({ kind: z.literal('schedule_late') }),
  /** Working hours before the limit of the bar; hours by the clock before that of a renewal. */
  deadline_near: z.object({ kind: z.literal('deadline_near'), hours: whole(1, 200) }),
  renewal_near: z.object({ kind: z.literal('renewal_near'), days: whole(1, 180) }),
} as const

export const triggerSchema = z.discriminatedUnion('kind', [
  TRIGGER_SCHEMAS.lead_made,
  TRIGGER_SCHEMAS.status_changed,
  TRIGGER_SCHEMAS.idle,
  TRIGGER_SCHEMAS.schedule_late,
  TRIGGER_SCHEMAS.deadline_near,
  TRIGGER_SCHEMAS.renewal_near,
])
export type Trigger = z.infer<typeof triggerSchema>
export type TriggerKind = Trigger['kind']

/** In the order of the form. */
export const TRIGGERS = [
  { kind: 'lead_made', label: 'um lead é criado', isEvent: true },
  { kind: 'status_changed', label: 'um lead muda de status', isEvent: true },
  { kind: 'idle', label: 'nada acontece com um lead', isEvent: false },
  { kind: 'schedule_late', label: 'um agendamento atrasa', isEvent: false },
  { kind: 'deadline_near', label: 'o prazo de um lead está perto', isEvent: false },
  { kind: 'renewal_near', label: 'um seguro está para vencer', isEvent: false },
] as const satisfies readonly {
  readonly kind: TriggerKind
  readonly label: string
  /** A change of a lead; otherwise an instant that comes. */
  readonly isEvent: boolean
}[]

export const isEventTrigger = ({ kind }: Pick<Trigger, 'kind'>): boolean =>
  TRIGGERS.some((line) => line.kind === kind && line.isEvent)

export const includesBulk = (trigger: Trigger): boolean => 'bulk' in trigger && trigger.bulk

/** The value of a trigger that was just chosen. */
export const NEW_TRIGGERS: { readonly [Kind in TriggerKind]: Extract<Trigger, { kind: Kind }> } = {
  lead_made: { kind: 'lead_made', bulk: false },
  status_changed: { kind: 'status_changed', to: null, bulk: false },
  idle: { kind: 'idle', days: 2 },
  schedule_late: { kind: 'schedule_late' },
  deadline_near: { kind: 'deadline_near', hours: 4 },
  renewal_near: { kind: 'renewal_near', days: 30 },
}

/** An empty list, and null, are no condition. */
export const conditionsSchema = z.object({
  channels: ids,
  insurances: ids,
  partners: ids,
  brokers: ids,
  /** Cents, both included. A lead without a sale's value meets neither. */
  least_cents: whole(0, 99_999_999_999).nullable(),
  most_cents: whole(0, 99_999_999_999).nullable(),
})
export type Conditions = z.infer<typeof conditionsSchema>
export const NO_CONDITIONS: Conditions = {
  channels: [],
  insurances: [],
  partners: [],
  brokers: [],
  least_cents: null,
  most_cents: null,
}

export const actSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notice'), to: z.enum(['broker', 'managers']), text: words(200) }),
  z.object({
    kind: z.literal('schedule'),
    /** Working days after it acts. */
    days: whole(1, 60),
    /** In São Paulo. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Escolha um horário'),
    text: words(200),
  }),
  z.object({ kind: z.literal('note'), text: words(500) }),
  /** The broker sends it, or does not. */
  z.object({
    kind: z.literal('whatsapp'),
    template: z.number().int().min(1, REQUIRED_FIELD).max(2_147_483_647),
  }),
  z.object({ kind: z.literal('webhook') }),
])
export type Act = z.infer<typeof actSchema>
export type ActKind = Act['kind']

/** In the order of the form. */
export const ACTS = [
  { kind: 'notice', label: 'Avisar' },
  { kind: 'schedule', label: 'Agendar um retorno' },
  { kind: 'note', label: 'Deixar uma nota' },
  { kind: 'whatsapp', label: 'Sugerir uma mensagem de WhatsApp' },
  { kind: 'webhook', label: 'Avisar os webhooks' },
] as const satisfies readonly { readonly kind: ActKind; readonly label: string }[]

export const NEW_ACTS: { readonly [Kind in ActKind]: Extract<Act, { kind: Kind }> } = {
  notice: { kind: 'notice', to: 'broker', text: '' },
  schedule: { kind: 'schedule', days: 1, time: '09:00', text: '' },
  note: { kind: 'note', text: '' },
  whatsapp: { kind: 'whatsapp', template: 0 },
  webhook: { kind: 'webhook' },
}

export const MOST_ACTS = 5
export const MOST_AUTOMATIONS = 50

export const definitionSchema = z.object({
  trigger: triggerSchema,
  conditions: conditionsSchema.superRefine(({ least_cents: least, most_cents: most }, context) => {
    if (least === null || most === null || least <= most) return
    const message = 'O valor mínimo é maior que o máximo'
    for (const field of ['least_cents', 'most_cents'])
      context.addIssue({ code: 'custom', path: [field], message })
  }),
  acts: z.array(actSchema).min(1, 'Escolha ao menos uma ação').max(MOST_ACTS),
})
export type Definition = z.infer<typeof definitionSchema>

export const automationName = words(60)

/** `paused`: it acted too often. `restored`: the database came from a backup. Both are switched on by hand. */
export const AUTOMATION_STATES = ['on', 'off', 'paused', 'restored'] as const
export type AutomationState = (typeof AUTOMATION_STATES)[number]

/** It is paused when it would act once more within an hour. */
export const MOST_AN_HOUR = 100
/** All automations together act so often on one lead within an hour: another system may answer each by a change. */
export const MOST_OF_LEAD_AN_HOUR = 10

export const AUTOMATION_STATE_WORDS: Readonly<Record<AutomationState, string>> = {
  on: 'Ligada',
  off: 'Desligada',
  paused: `Pausada: agiu mais de ${MOST_AN_HOUR} vezes em uma hora`,
  restored: 'Parada: o banco foi restaurado',
}

/** The author of what an automation writes, as notes and the timeline name it. */
export const automationAuthor = (name: string): string => `Automação “${name}”`

/** What a scheduling by an automation is for: the day's screen says by whom without a network. */
export const scheduledBy = (text: string, name: string): string => `${text} (por automação “${name}”)`
