/** Checks a save against the shared rules, and against the inviter, the broker and other clients in the database. */

import type { CommandContext } from '../../../src/commands/definition.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { type LeadFields, withDependencies } from '../../../src/domain/lead/changes.ts'
import { changedFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import { type FieldProblem, problemWhen } from '../../../src/domain/lead/field-problem.ts'
import { mayChangePhoneOf, mayChooseInviter } from '../../../src/domain/lead/form-rules.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { isInAttendance } from '../../../src/domain/lead/lead-state.ts'
import { withinQuiver } from '../../../src/domain/lead/quiver-cancellation.ts'
import { clientProblems, type SaveMode, saveProblems } from '../../../src/domain/lead/save-rules.ts'
import { isSpecialInviter, isStaff } from '../../../src/domain/permissions/roles.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { brokerRefusal } from '../../queries/assignable-broker.ts'
import { type Inviter, readInviter } from '../../queries/inviter.ts'
import type { Reader } from '../../queries/lead-row.ts'
import type { FurtherChanges } from '../handler.ts'

export interface Save {
  readonly mode: SaveMode
  /** The lead after the save. */
  readonly lead: LeadFields
  readonly client: Client
  /** The rows before the save; null for a new one. The client's is that of `client`. */
  readonly before: { readonly lead: Lead | null; readonly client: Client | null }
  /** Absent: an existing lead keeps its client. */
  readonly getsClient?: boolean
  readonly inviterPhone: string | undefined
  readonly context: CommandContext
}

/** Returns all problems of the save, and the lead's inviter. */
export async function checkSave(
  db: Reader,
  save: Save,
): Promise<{ readonly problems: readonly FieldProblem[]; readonly inviter: Inviter | null }> {
  const { mode, lead, client, before, context } = save
  const inviter = await readInviter(db, lead.inviter_id)
  const state = before.lead?.state ?? null
  const all = [
    ...saveProblems({
      mode,
      lead,
      client,
      inviter,
      mayChooseInviter: mayChooseInviter(roleOf(context.user), state),
      inviterPhone: save.inviterPhone ?? inviter?.phone ?? '',
      needsBroker: isInAttendance({ state: state ?? undefined }),
      nowMs: Date.parse(context.occurredAt),
    }),
    ...phoneProblems(save, inviter),
    ...(await peopleProblems(db, save, inviter)),
    ...(await documentProblems(db, client, before.client)),
  ]
  const asked = save.getsClient === true ? all.filter(({ field }) => !isMissingContact(client, field)) : all
  const problems = withinQuiver(
    { before: before.lead, after: lead, changed: changedBy(save, inviter) },
    asked,
  )
  // A referrer gets the same problems for a known and an unknown client, so that it can't learn which clients exist.
  if (!isStaff(roleOf(context.user))) return { problems, inviter }
  const nowMs = Date.parse(context.occurredAt)
  return { problems: withoutStanding(problems, { client, before: before.client, nowMs }), inviter }
}

/**
 * A lead that gets another client leaves the contact data with the first one: the next save asks for the other's.
 * docs/rules.md#identity-of-a-client
 */
const isMissingContact = ({ mail, phone, cellphone }: Client, field: string) =>
  (field === 'client.mail' && mail === '') ||
  (field === 'client.cellphone' && phone === '' && cellphone === '')

/** The fields that the user changed, without the dependent fields that every save of this lead changes. */
function changedBy({ lead, client, before, inviterPhone, context }: Save, inviter: Inviter | null): string[] {
  if (before.lead === null) return []
  const asSaved = flatRow(withDependencies(before.lead, context.user), before.client)
  const changed = Object.keys(changedFields(asSaved, flatRow({ ...before.lead, ...lead }, client)))
  const changesPhone = inviterPhone !== undefined && inviterPhone !== inviter?.phone
  return changesPhone ? [...changed, 'inviter_phone'] : changed
}

/** Removes problems of unchanged client fields: the sender may not even see those fields. */
function withoutStanding(
  problems: readonly FieldProblem[],
  {
    client,
    before,
    nowMs,
  }: { readonly client: Client; readonly before: Client | null; readonly nowMs: number },
): readonly FieldProblem[] {
  if (before === null) return problems
  const changed = changedFields(flatRow(null, before), flatRow(null, client))
  const standing = clientProblems(client, nowMs).filter(({ field }) => !(field in changed))
  return problems.filter(
    (problem) =>
      !standing.some(({ field, message }) => field === problem.field && message === problem.message),
  )
}

function phoneProblems({ inviterPhone, context }: Save, inviter: Inviter | null): readonly FieldProblem[] {
  const changes = inviter !== null && inviterPhone !== undefined && inviterPhone !== inviter.phone
  const forbidden = changes && !mayChangePhoneOf(inviter, context.user)
  return problemWhen(forbidden, 'inviter_phone', 'Você não pode mudar o telefone deste usuário')
}

/**
 * A new broker must be one who may be given leads: docs/rules.md#assignable-brokers. All users except role 6 may be
 * inviters: docs/rules.md#form.
 */
async function peopleProblems(
  db: Reader,
  { mode, lead, before }: Save,
  inviter: Inviter | null,
): Promise<readonly FieldProblem[]> {
  const newBroker = lead.broker_id !== (before.lead?.broker_id ?? null)
  const refusal =
    newBroker && lead.broker_id !== null ? await brokerRefusal(db, lead.broker_id, { by: 'hand' }) : null
  const newInviter = lead.inviter_id !== (before.lead?.inviter_id ?? null)
  const unfitInviter =
    newInviter && lead.inviter_id !== null && (inviter === null || isSpecialInviter(inviter.role_id))
  return [
    ...(refusal === null ? [] : [{ field: 'broker_id', message: refusal }]),
    ...problemWhen(unfitInviter && mode !== 'referral', 'inviter_id', 'Este usuário não pode ser indicador'),
  ]
}

/** A document belongs to one client. */
export async function documentProblems(
  db: Reader,
  client: Client,
  before: Client | null,
): Promise<readonly FieldProblem[]> {
  if (client.cpf === '' || client.cpf === before?.cpf) return []
  const other = await db
    .selectFrom('clients')
    .select('uid')
    .where('cpf', '=', client.cpf)
    .where('uid', '<>', client.uid)
    .executeTakeFirst()
  return problemWhen(other !== undefined, 'client.cpf', 'Já existe outro cliente com este CPF/CNPJ')
}

/**
 * Writes the inviter's phone when the form changed it: docs/rules.md#phone-of-the-inviter. Returns the timeline
 * entry.
 */
export async function writeInviterPhone(
  db: Reader,
  { lead, inviterPhone }: Pick<Save, 'lead' | 'inviterPhone'>,
  inviter: Inviter | null,
): Promise<FurtherChanges> {
  if (inviterPhone === undefined || inviter === null || lead.inviter_id === null) return {}
  if (inviter.phone === inviterPhone) return {}
  await db.updateTable('users').set({ phone: inviterPhone }).where('id', '=', lead.inviter_id).execute()
  return { inviter_phone: { before: inviter.phone, after: inviterPhone } }
}
