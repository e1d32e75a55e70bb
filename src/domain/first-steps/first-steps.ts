/** What a new installation needs until its first lead: docs/rules.md#first-steps */
import { z } from 'zod'

export const FIRST_STEPS = ['brokerage', 'controller', 'team', 'partner', 'broker', 'mail', 'lead'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const firstStepSchema = z.enum(FIRST_STEPS)

export const FIRST_STEP_TITLES: Readonly<Record<FirstStep, string>> = {
  brokerage: 'Nome e logotipo da corretora',
  controller: 'Responsável pelos dados (LGPD)',
  team: 'Primeira equipe técnica',
  partner: 'Primeira concessionária',
  broker: 'Primeiro corretor',
  mail: 'Envio de e-mails',
  lead: 'Primeiro lead',
}

/** `done` follows from the facts, also of a step that was left for later. */
export const STEP_STATES = ['done', 'open', 'later'] as const
export type StepState = (typeof STEP_STATES)[number]

export interface StepLine {
  readonly step: FirstStep
  readonly state: StepState
}

/** Settings of their own, so that all administrators see the same. */
export const firstStepsShape = {
  /** The steps that were left for later. */
  first_steps_later: z.array(firstStepSchema).default([]),
  /** true from the first administrator on, false once they are concluded. null: an installation of before. */
  first_steps_offered: z.boolean().nullable().default(null),
}

/** Whether the dashboard offers them. An installation of before is offered them while it has no lead. */
export const areOffered = (setting: boolean | null, hasLead: boolean): boolean => setting ?? !hasLead

/** Returns the lines in their order. */
export const stepLines = (done: readonly string[], later: readonly FirstStep[]): StepLine[] =>
  FIRST_STEPS.map((step) => ({
    step,
    state: done.includes(step) ? 'done' : later.includes(step) ? 'later' : 'open',
  }))

/** Steps that a user completes in Farol. The server's environment completes the others. */
const BY_HAND: readonly FirstStep[] = ['brokerage', 'team', 'partner', 'broker', 'lead']

/** Whether no step by hand was begun. An administrator's sign-in then leads to the steps. */
export const areUntouched = (lines: readonly StepLine[]): boolean =>
  lines.every(({ step, state }) => state === 'open' || (state === 'done' && !BY_HAND.includes(step)))

export const openSteps = (lines: readonly StepLine[]): FirstStep[] =>
  lines.filter(({ state }) => state === 'open').map(({ step }) => step)
