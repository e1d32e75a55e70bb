import { z } from 'zod'
import { changeLead } from '../domain/lead/changes.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { finish } from '../domain/lead/lifecycle.ts'
import { finishStepProblem } from '../domain/lead/lifecycle-problems.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { defineCommand } from './definition.ts'
import { endOfVersion1 } from './earlier-form.ts'
import { clientWriteOf, savedClient, savedClientUid, withSavedClient } from './saved-client.ts'
import { formChanges, formWithout, formWithTexts } from './update-lead.ts'

const finishArgs = formChanges.extend({
  /** 1 when the form contains a quote that was never marked: the end marks it. */
  quoted: z.literal(1).exactOptional(),
})

/** Returns the lead with the form's changes, still in attendance. The checks before the end read it. */
export const leadBeforeEnd = (
  lead: Lead,
  { changes, quoted }: Pick<z.infer<typeof finishArgs>, 'changes' | 'quoted'>,
  user: Pick<SessionUser, 'id' | 'roles' | 'covers'>,
): Lead => ({ ...changeLead(lead, changes, user), quoted: quoted ?? lead.quoted })

/** 'Finalizar': saves the form's changes and ends the lead: docs/rules.md#finish. */
export const finishLead = defineCommand({
  name: 'lead.finish',
  version: 2,
  upcast: endOfVersion1,
  args: finishArgs,
  entityUid: (args) => args.lead_uid,
  clientUid: savedClientUid,
  writesClient: clientWriteOf,
  label: 'Finalizar lead',
  problem: (lead, _args, { user }) => finishStepProblem(lead, user),
  apply: (lead, args, context) =>
    withSavedClient(finish(leadBeforeEnd(lead, args, context.user), context), args),
  applyClient: savedClient,
  dropFields: (args, theirs) => formWithout(args, Object.keys(theirs)),
  withTexts: formWithTexts,
})
