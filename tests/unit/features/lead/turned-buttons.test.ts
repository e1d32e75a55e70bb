/** The buttons of a lead follow the table of permissions: each command is given to another role, and its button follows. */
import { expect, test } from 'vitest'
import { type CommandName, commands } from '../../../../src/commands/registry.ts'
import { cardActions } from '../../../../src/domain/lead/card-actions.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { leadPermissions } from '../../../../src/domain/lead/lead-permissions.ts'
import {
  bringBackProblem,
  callResultProblem,
  decideMessageProblem,
  noteContactProblem,
  obligationProblem,
  putBackProblem,
  undoCallProblem,
} from '../../../../src/domain/lead/lifecycle-problems.ts'
import { closeSchedulingProblem } from '../../../../src/domain/lead/scheduling.ts'
import { DEFAULT_STATUS_FLOW } from '../../../../src/domain/lead/status.ts'
import type { RoleId, SessionUser } from '../../../../src/domain/session/session-user.ts'
import { allowedActions, type LeadAction } from '../../../../src/features/lead/actions/allowed-actions.ts'
import { aLead, aUser, iso, NOW, ROLES } from '../../domain/fixtures.ts'
import { withRoles } from '../../domain/turned-row.ts'

const attended = aLead({
  state: 2,
  status: 3,
  broker_id: 10,
  lead_scheduling: { scheduling_date: iso('2026-11-19T10:00:00'), description: 'Ligar', status: 0 },
})
const finished = aLead({ state: 3, status: 6, sold: 1, broker_id: 10 })
const origin = aLead()

type Offer = (user: SessionUser) => boolean
const inForm =
  (action: LeadAction, lead: Lead = attended): Offer =>
  (user) =>
    allowedActions({ lead, user, statusFlow: DEFAULT_STATUS_FLOW }).has(action)
const onCard =
  (shown: (actions: ReturnType<typeof cardActions>) => boolean, lead: Lead = attended): Offer =>
  (user) =>
    shown(cardActions(lead, { user, nowMs: NOW, oldestPendingUid: lead.uid }))
const answers =
  (allows: (permissions: ReturnType<typeof leadPermissions>) => boolean): Offer =>
  (user) =>
    allows(leadPermissions(attended, user, { release_quote: true }))

/** Every place that offers the command. Creations and the dialog of a client have no button of a lead. */
const OFFERS: Partial<Readonly<Record<CommandName, readonly Offer[]>>> = {
  'lead.capture': [onCard(({ capture }) => capture.kind === 'allowed', origin)],
  'lead.schedule': [inForm('schedule'), onCard(({ schedule }) => schedule)],
  'lead.closeScheduling': [(user) => closeSchedulingProblem(attended, user) === null],
  'lead.addNote': [inForm('note'), onCard(({ note }) => note)],
  'lead.setServiceStatus': [onCard(({ serviceStatus }) => serviceStatus)],
  'lead.update': [inForm('save'), onCard(({ work }) => work)],
  'lead.bringBack': [(user) => bringBackProblem(attended, user) === null],
  'lead.negotiate': [inForm('negotiate'), answers(({ can_negociate }) => can_negociate)],
  'lead.pendingSell': [inForm('pendingSell')],
  'lead.advance': [inForm('advance')],
  'lead.markQuoted': [inForm('quote'), answers(({ can_quote }) => can_quote.able_to_quote)],
  'lead.recordCall': [inForm('call'), answers(({ can_call }) => can_call)],
  'lead.callResult': [(user) => callResultProblem(attended, user) === null],
  'lead.undoCall': [(user) => undoCallProblem(attended, user) === null],
  'lead.noteContact': [(user) => noteContactProblem(attended, user) === null],
  'lead.sendMessage': [inForm('message')],
  'lead.decideMessage': [(user) => decideMessageProblem(attended, user) === null],
  'lead.putBack': [(user) => putBackProblem(attended, user) === null],
  'lead.attachFile': [inForm('attach')],
  'lead.beginObligation': [(user) => obligationProblem('lead.beginObligation', attended, user) === null],
  'lead.fulfilObligation': [(user) => obligationProblem('lead.fulfilObligation', attended, user) === null],
  'lead.dismissObligation': [(user) => obligationProblem('lead.dismissObligation', attended, user) === null],
  'lead.finish': [inForm('finish'), answers(({ can_finish }) => can_finish)],
  'lead.recover': [inForm('recover', finished), onCard(({ recover }) => recover, finished)],
  'lead.cancel': [inForm('cancel')],
  'lead.setDeadlines': [inForm('deadlines')],
  'lead.setSuspended': [inForm('suspend', origin)],
}
const WITHOUT_BUTTON: readonly CommandName[] = [
  'lead.create',
  'indication.create',
  'indication.external',
  'client.create',
  'client.update',
]
const TABLE = Object.keys(commands).flatMap((name) => {
  const command = Object.keys(commands).find((known): known is CommandName => known === name)
  return command === undefined || WITHOUT_BUTTON.includes(command) ? [] : [command]
})
/** They may work the lead; the others are held back by the lead's scope as well. */
const WORKERS: readonly RoleId[] = [1, 2, 3]

test.each(TABLE)('%s is offered to the roles of its line alone', async (command) => {
  const offers = OFFERS[command] ?? []
  expect(offers).not.toEqual([])
  for (const roles of [[], ...WORKERS.map((role) => [role]), WORKERS])
    for (const offer of offers) {
      const shown = await withRoles(command, roles, () => ROLES.filter((role) => offer(aUser(role))))
      expect(shown).toEqual(roles)
    }
})
