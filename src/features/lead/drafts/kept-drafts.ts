/** The drafts of this device as a list: title, typed fields, and the form that continues each. Pure. */
import { z } from 'zod'
import { type WrittenField, writtenIn } from '../../../commands/written-fields.ts'
import { isCreation } from '../../../db/outbox/replay.ts'
import type { DraftRecord, OutboxRecord } from '../../../db/schema/records.ts'
import {
  draftOfCreation,
  draftOfLead,
  draftOfRefused,
  type PrivacyForm,
  privacyDraft,
} from '../../../db/session/draft-names.ts'
import { keptIndication } from '../../../domain/indication/kept-typed.ts'
import { EXTERNAL_PATH } from '../../../domain/indication/words.ts'
import { writtenIndication } from '../../../domain/indication/written.ts'
import { withPresentFields } from '../../../domain/lead/earlier-fields.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { updateProblem } from '../../../domain/lead/lifecycle-problems.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { mayVisit } from '../../../domain/permissions/routes.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { type Creation, creationAt } from '../form/creations.ts'
import { draftFrom } from '../form/draft.ts'

/** The form that can continue the draft. */
export type DraftForm =
  | { readonly kind: 'lead'; readonly uid: string }
  | { readonly kind: 'creation'; readonly path: Creation['path'] | typeof EXTERNAL_PATH }
  | { readonly kind: 'correction'; readonly key: string }
  | { readonly kind: 'privacy'; readonly form: PrivacyForm; readonly id: number | null }

export interface KeptDraft {
  readonly name: string
  readonly title: string
  /** Epoch ms. */
  readonly savedAt: number
  readonly typed: readonly WrittenField[]
  /** Null: no form can continue it, and the user can only read it. */
  readonly form: DraftForm | null
}

export interface DraftSurroundings {
  readonly user: Pick<SessionUser, 'id' | 'roles' | 'covers'>
  /** Leads on this device, by uid. */
  readonly leads: ReadonlyMap<string, Lead>
  readonly queue: readonly OutboxRecord[]
}

const PATHS: readonly Creation['path'][] = ['/lead', '/auto-indicação', '/']
const part = z.record(z.string(), z.unknown())
/** The parts that every version of the form stores. */
const keptSchema = z.object({
  values: part,
  before: part.catch({}),
  lead_id: z.number().nullable().catch(null),
})
const namedSchema = z.object({ client: z.object({ name: z.string() }) })

/** Returns the form with its fields under this version's names: an offered draft is listed by them. */
const withCurrentNames = (form: Record<string, unknown>) =>
  'lead' in form ? { ...form, lead: withPresentFields(form.lead) } : form

/** Returns the fields that differ from what the form showed before; of an external indication those that are filled. */
export function typedFields(kept: unknown): WrittenField[] {
  const indication = keptIndication(kept)
  if (indication !== null) return writtenIndication(indication.values)
  const parsed = keptSchema.safeParse(kept)
  if (!parsed.success) return []
  const { values, before: shown } = parsed.data
  const before = new Map(writtenIn(withCurrentNames(shown)).map(({ field, value }) => [field, value]))
  const same = ({ field, value }: WrittenField) =>
    before.has(field) && JSON.stringify(before.get(field)) === JSON.stringify(value)
  return writtenIn(withCurrentNames(values)).filter((written) => !same(written))
}

const joined = (words: string, name: string) => (name === '' ? words : `${words} · ${name}`)

function clientIn(kept: unknown): { name: string; leadId: number | null } {
  const parsed = keptSchema.safeParse(kept)
  const named = namedSchema.safeParse(parsed.data?.values)
  return { name: named.data?.client.name ?? '', leadId: parsed.data?.lead_id ?? null }
}

const afterColon = (name: string) => name.slice(name.indexOf(':') + 1)

function leadDraft(
  record: DraftRecord,
  { leads, user }: DraftSurroundings,
): Pick<KeptDraft, 'title' | 'form'> {
  const uid = afterColon(record.name)
  const lead = leads.get(uid)
  if (lead === undefined) {
    const { name, leadId } = clientIn(record.values)
    return { title: joined(leadId === null ? 'Lead' : `Lead ${leadId}`, name), form: null }
  }
  const works = updateProblem(lead, user) === null
  return {
    title: joined(`Lead ${lead.id ?? 'Nº pendente'}`, lead.client_name),
    form: works ? { kind: 'lead', uid } : null,
  }
}

function creationDraft(record: DraftRecord, { user }: DraftSurroundings): Pick<KeptDraft, 'title' | 'form'> {
  const { name } = clientIn(record.values)
  const role = roleOf(user)
  if (record.name === draftOfCreation(EXTERNAL_PATH))
    return {
      title: joined('Indicação externa', name),
      form: mayVisit(EXTERNAL_PATH, role) === 'yes' ? { kind: 'creation', path: EXTERNAL_PATH } : null,
    }
  const path = PATHS.find((known) => known === afterColon(record.name))
  if (path === undefined) return { title: joined('Novo lead', name), form: null }
  // '/' has a referral form only for roles above 3; for the others it is the board: docs/rules.md#routes.
  const stands = mayVisit(path, role) === 'yes' && (path !== '/' || !may('board.read', role))
  return {
    title: joined(creationAt(path, user).title, name),
    form: stands ? { kind: 'creation', path } : null,
  }
}

function correctionDraft(
  record: DraftRecord,
  { queue, leads }: DraftSurroundings,
): Pick<KeptDraft, 'title' | 'form'> {
  const key = afterColon(record.name)
  const refused = queue.find((other) => other.key === key)
  const { name, leadId } = clientIn(record.values)
  const number = refused?.subject.leadId ?? leadId
  const opens = refused !== undefined && (isCreation(refused) || leads.has(refused.entityUid))
  return {
    title: joined(
      number === null ? 'Correção' : `Correção do lead ${number}`,
      refused?.subject.clientName || name,
    ),
    form: opens ? { kind: 'correction', key } : null,
  }
}

/** Returns the unsent drafts over a refused command, or of the form of its lead. */
export function draftsBeside(
  { key, entityUid }: Pick<OutboxRecord, 'key' | 'entityUid'>,
  records: readonly DraftRecord[],
): Pick<KeptDraft, 'name' | 'savedAt' | 'typed'>[] {
  return records
    .filter(({ name }) => name === draftOfRefused(key) || name === draftOfLead(entityUid))
    .map(({ name, savedAt, values }) => ({ name, savedAt, typed: typedFields(values) }))
    .filter(({ typed }) => typed.length > 0)
}

const PRIVACY_TITLES: Readonly<Record<PrivacyForm, string>> = {
  request: 'Pedido de titular',
  answer: 'Resposta a um pedido de titular',
  incident: 'Incidente de segurança',
}

/** null: the draft is of another form. */
function privacyOf({ name }: DraftRecord, user: DraftSurroundings['user']): KeptPlace | null {
  const of = privacyDraft(name)
  if (of === null) return null
  return {
    title: joined(PRIVACY_TITLES[of.form], of.id === null ? '' : `nº ${of.id}`),
    form: mayVisit('/privacidade', roleOf(user)) === 'yes' ? { kind: 'privacy', ...of } : null,
  }
}

type KeptPlace = Pick<KeptDraft, 'title' | 'form'>

export function keptDrafts(records: readonly DraftRecord[], around: DraftSurroundings): KeptDraft[] {
  return records.map((record) => {
    const privacy = privacyOf(record, around.user)
    const typed = typedFields(record.values)
    if (privacy !== null) return { name: record.name, savedAt: record.savedAt, typed, ...privacy }
    const { title, form } = record.name.startsWith('lead:')
      ? leadDraft(record, around)
      : record.name.startsWith('create:')
        ? creationDraft(record, around)
        : correctionDraft(record, around)
    return {
      name: record.name,
      savedAt: record.savedAt,
      title,
      typed,
      // A draft that this version can't parse is not offered by its form either.
      form: draftFrom(record.values) === null && keptIndication(record.values) === null ? null : form,
    }
  })
}
