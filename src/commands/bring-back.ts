import { z } from 'zod'
import { changeLead } from '../domain/lead/changes.ts'
import { bringBackProblem } from '../domain/lead/lifecycle-problems.ts'
import { defineCommand } from './definition.ts'
import { clientWriteOf, savedClient } from './saved-client.ts'
import { changesNothing, formChanges, formWithout, formWithTexts } from './update-lead.ts'

/** The longest reason, in characters. */
export const MOST_REASON = 500

const args = formChanges.omit({ inviter_phone: true, other_uid: true }).extend({
  /** Only 'Corrigir o cadastro': the lead keeps its client. */
  identity: z.literal('correct').optional(),
  reason: z.string().trim().min(1, 'Escreva o motivo.').max(MOST_REASON),
  /** The moment whose values these are. */
  as_of: z.iso.datetime({ offset: true }),
})

/** 'Trazer de volta': fields get an earlier value, for a reason. docs/rules.md#as-it-was */
export const bringBack = defineCommand({
  name: 'lead.bringBack',
  version: 1,
  args,
  entityUid: (given) => given.lead_uid,
  clientUid: (given) => given.client_uid,
  writesClient: clientWriteOf,
  label: 'Trazer de volta',
  problem: (lead, _args, { user }) => bringBackProblem(lead, user),
  apply: (lead, { changes }, { user }) => changeLead(lead, changes, user),
  applyClient: savedClient,
  withTexts: formWithTexts,
  dropFields: (given, theirs) => {
    const left = formWithout(given, Object.keys(theirs))
    return left === null || changesNothing(left) ? null : left
  },
})
