/** Limits of the law that are begun, kept or dismissed by hand: docs/rules.md#obligations */
import { z } from 'zod'
import { obligationProblem } from '../domain/lead/lifecycle-problems.ts'
import { lastDay, lawCalendar } from '../domain/obligations/calendar.ts'
import { type Obligation, PROOF_NAMES } from '../domain/obligations/fields.ts'
import { OBLIGATION_KIND_NAMES } from '../domain/obligations/kinds.ts'
import {
  newObligation,
  obligationKey,
  obligationOf,
  withObligation,
  withoutObligation,
} from '../domain/obligations/obligation.ts'
import { LONGEST_PROOF, proofProblem } from '../domain/obligations/proof.ts'
import { formatDay, saoPauloDay } from '../domain/time/sao-paulo.ts'
import { type CommandContext, defineCommand } from './definition.ts'

const entityUid = (args: { lead_uid: string }) => args.lead_uid
const todayOf = ({ occurredAt }: CommandContext) => saoPauloDay(Date.parse(occurredAt))

/** Which of the lead's limits it is. Text, since an act of a newer server may have begun it. */
const which = { lead_uid: z.string(), kind: z.string().max(40), since: z.iso.date() }

/** One that runs, with the other's end where that is sooner, and its note where it has one. */
const sooner = (running: Obligation, { until, note }: Obligation): Obligation => ({
  ...running,
  until: until < running.until ? until : running.until,
  note: note === '' ? running.note : note,
})

export const beginObligation = defineCommand({
  name: 'lead.beginObligation',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    kind: z.enum(OBLIGATION_KIND_NAMES),
    since: z.iso.date(),
    /** A day before the law's, because a right would perish; null: the law's. */
    until: z.iso.date().nullable().default(null),
    note: z.string().trim().max(LONGEST_PROOF),
  }),
  entityUid,
  label: 'Começar prazo da lei',
  problem: (lead, { kind, since, until }, context) => {
    const problem = obligationProblem('lead.beginObligation', lead, context.user)
    if (problem !== null) return problem
    if (since > todayOf(context)) return { message: 'Este dia ainda não chegou.', field: 'since' }
    if (until === null) return null
    const last = lastDay(kind, since, lawCalendar(context.settings.business_hours))
    return until < since || until > last
      ? { message: `Use um dia de ${formatDay(since)} a ${formatDay(last)}.`, field: 'until' }
      : null
  },
  /** Two people, or an act and a person, began the same. A sooner end is not done: the right would perish. */
  isDone: (lead, args) => {
    const running = obligationOf(lead, obligationKey(args))
    return running !== null && (args.until === null || args.until >= running.until)
  },
  apply: (lead, { kind, since, until, note }, { settings }) => {
    const running = obligationOf(lead, obligationKey({ kind, since }))
    const begun = newObligation(
      { kind, since, until },
      { note, begunBy: 'hand' },
      lawCalendar(settings.business_hours),
    )
    return withObligation(lead, running === null ? begun : sooner(running, begun))
  },
})

export const fulfilObligation = defineCommand({
  name: 'lead.fulfilObligation',
  version: 1,
  args: z.strictObject({
    ...which,
    /** When it was done. */
    done_on: z.iso.date(),
    proof_kind: z.enum(PROOF_NAMES),
    proof: z.string().trim().max(LONGEST_PROOF),
  }),
  entityUid,
  label: 'Registrar prazo da lei cumprido',
  problem: (lead, { since, done_on, ...given }, context) => {
    const problem = obligationProblem('lead.fulfilObligation', lead, context.user)
    if (problem !== null) return problem
    if (done_on < since || done_on > todayOf(context))
      return { message: `Use um dia de ${formatDay(since)} até hoje.`, field: 'done_on' }
    const proof = proofProblem(lead, given)
    return proof === null ? null : { message: proof, field: 'proof' }
  },
  apply: (lead, args) => withoutObligation(lead, obligationKey(args)),
})

export const dismissObligation = defineCommand({
  name: 'lead.dismissObligation',
  version: 1,
  args: z.strictObject({
    ...which,
    reason: z.string().trim().min(1, 'Diga por que este prazo não vale.').max(LONGEST_PROOF),
  }),
  entityUid,
  label: 'Dispensar prazo da lei',
  problem: (lead, _args, { user }) => obligationProblem('lead.dismissObligation', lead, user),
  apply: (lead, args) => withoutObligation(lead, obligationKey(args)),
})
