/** Combines values, problems, draft and commands into the state of a lead form and its interface. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { type DraftKeeper, useDraft } from '../../../device/useDraft.ts'
import { useToday } from '../../../device/useToday.ts'
import type { Client } from '../../../domain/client/client.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { requiredForEnd } from '../../../domain/lead/finish-checks.ts'
import { formLayout } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { closedAsSaved } from '../../../domain/lead/quiver-cancellation.ts'
import { DATES, PROPOSAL_MISSING, type SaveMode } from '../../../domain/lead/save-rules.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { UNFINISHED } from '../../../ui/MomentInput.tsx'
import { notify } from '../../../ui/notify.ts'
import { useScreenQuery } from '../../../ui/useScreenQuery.ts'
import { useUnchanged } from '../../../ui/useUnchanged.ts'
import { finishQuestion, leadAsTyped } from '../actions/form-lead.ts'
import { isSameClient } from './client-fill.ts'
import { addsTo, continued, type Draft, LEAD_DRAFT } from './draft.ts'
import { focusField, inScreenOrder, showField, unfinishedFields, unfold } from './fields.ts'
import type { LeadFormApi, LeadFormPart } from './form-api.ts'
import { withinForm } from './form-bounds.ts'
import { formProblems } from './form-problems.ts'
import type { FormSetting } from './form-setting.ts'
import { changesBetween, type FormChanges, type LeadFormValues, settled } from './lead-values.ts'
import { type FormValues, useFormValues } from './useFormValues.ts'
import { type IdentityQuestion, shownPerson, useIdentity, withChoice } from './useIdentity.ts'

/** The data of a save. */
export interface Submission {
  readonly values: LeadFormValues
  readonly changes: FormChanges
  /** The client that a look-up found for the current document or name. Null: none. */
  readonly client: Client | null
  readonly electiveLeadId: number | null
  /** The inviter's phone if it differs from the known one, else null. */
  readonly inviterPhone: string | null
}

export interface LeadFormOptions {
  /** Distinguishes two forms on one page. */
  readonly form: string
  readonly draftName: string
  readonly mode: SaveMode
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly lead: Lead | null
  readonly client: Client | null
  readonly start: LeadFormValues
  readonly fixedInviter: boolean
  /** Returns the server's clock as this device knows it, in epoch ms. */
  readonly nowMs: () => number
  /** Runs the command and shows its outcome. Returns true for a success. */
  readonly submit: (submission: Submission) => Promise<boolean>
  /** Returns the initial values of another creation. Absent where a lead is edited. */
  readonly begin?: () => LeadFormValues
  /** The form corrects a refused save. */
  readonly correcting?: boolean
  /** The values of that save. The queue stores them, so they need no draft while they are unchanged. */
  readonly queued?: LeadFormValues | null
  /** Null: the form can't close, and starts over instead. */
  readonly onClose: (() => void) | null
}

export interface LeadFormState {
  readonly api: LeadFormApi
  readonly setting: FormSetting
  /** How often problems were listed, and whether the list takes the focus. */
  readonly listing: { readonly times: number; readonly takesFocus: boolean }
  readonly phone: boolean
  readonly fields: FormValues
  readonly keeper: DraftKeeper<LeadFormValues, Draft>
  readonly found: (client: Client) => void
  /** Null: no question is open. */
  readonly identity: IdentityQuestion | null
  readonly continueDraft: () => void
}

const PHONE = '(max-width: 37.5em)'

const NO_FIELDS: ReadonlySet<string> = new Set()

const asTyped = (typed: LeadFormValues) => typed

export function useLeadForm(options: LeadFormOptions): LeadFormState {
  const { form, user, catalogues, lead, client, mode, nowMs, begin } = options
  const [electiveLeadId, setElectiveLeadId] = useState<number | null>(null)
  /** Phones that were saved here and are not in the catalogue yet. */
  const [savedPhones, setSavedPhones] = useState<ReadonlyMap<number, string>>(new Map())
  const phoneOf = (inviterId: number | null) =>
    inviterId === null ? '' : (savedPhones.get(inviterId) ?? catalogues.users.get(inviterId)?.phone ?? '')
  const startPhone = phoneOf(options.start.lead.inviter_id)
  const start = useMemo(() => ({ ...options.start, inviter_phone: startPhone }), [options.start, startPhone])
  const fields = useFormValues(start, lead === null ? asTyped : closedAsSaved)
  const { values, before, isDirty } = fields
  const [match, setMatch] = useState<Client | null>(null)
  const [isEnding, setEnding] = useState(false)
  const [listing, setListing] = useState({ times: 0, takesFocus: false })
  const busy = useRef(false)
  const identity = useIdentity()
  /** A question is answered later than it was asked. */
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const phone = useScreenQuery(PHONE)
  const today = useToday(user.id)
  const queued = options.queued
    ? { ...options.queued, inviter_phone: options.queued.inviter_phone || startPhone }
    : null
  const keeper = useDraft(LEAD_DRAFT, {
    userId: user.id,
    name: options.draftName,
    draft: isDirty ? { values, before, elective_lead_id: electiveLeadId, lead_id: lead?.id ?? null } : null,
    queued,
    adds: (draft) => addsTo(draft, fields.get(), queued),
  })

  const changes = (): FormChanges => {
    const now = fields.get()
    const known = { ...before, inviter_phone: phoneOf(now.lead.inviter_id) }
    return lead === null ? { changes: {} } : changesBetween({ lead, before: known, now, user })
  }
  /** Whose client a save would change. Null: a new one. */
  const person = () => {
    const { lead: own, client: shown } = latest.current
    if (own !== null) return shownPerson(shown, own)
    return match !== null && isSameClient(match, settled(fields.get()).client) ? match : null
  }
  const identified = async (): Promise<FormChanges | null> => {
    const typed = settled(fields.get()).client
    const known = person()
    const choice = await identity.ask(person, typed)
    if (choice === null) return null
    const given = changes()
    if (known === null) return given
    if (lead !== null) return withChoice(user.id, given, { choice, known, typed })
    if (choice !== 'other') return choice === 'none' ? given : { ...given, identity: choice }
    showProblems([
      { field: 'client.cpf', message: `Este CPF/CNPJ é de ${known.name}. Digite o da outra pessoa.` },
    ])
    return null
  }
  /**
   * Opens the sections of all problems, and focuses the first field, or else the list. On a phone a field's keyboard would
   * cover a list of several.
   */
  const list = (problems: readonly FieldProblem[], ends: boolean) => {
    for (const { field } of problems) unfold(form, field)
    const covers = phone && problems.length > 1
    const shown = !covers && problems.some(({ field }) => focusField(form, field))
    fields.setProblems(ends ? [] : problems)
    setEnding(ends)
    setListing(({ times }) => ({ times: times + 1, takesFocus: !shown && problems.length > 0 }))
  }
  const showProblems = (found: readonly FieldProblem[]) => list(inScreenOrder(form, found), false)
  const unfit = () => {
    const unfinished = unfinishedFields(form, DATES).map((field) => ({ field, message: UNFINISHED }))
    const ruled = formProblems({
      mode,
      values: fields.get(),
      before,
      lead,
      fixedInviter: options.fixedInviter,
      user,
      catalogues,
      nowMs: nowMs(),
    })
    return [...unfinished, ...ruled.filter(({ field }) => !unfinished.some((one) => one.field === field))]
  }
  const validate = () => {
    const problems = unfit()
    showProblems(problems)
    return problems
  }
  const saved = () => {
    setEnding(false)
    const { lead: typed, inviter_phone } = fields.get()
    const inviter = typed.inviter_id
    if (inviter !== null) setSavedPhones((known) => new Map(known).set(inviter, inviter_phone))
    // Saved values have no surrounding spaces. The fields must match them, or the form stays dirty.
    const { lead: kept, client: keptClient } = settled(fields.get())
    fields.set({ lead: kept, client: keptClient })
    keeper.drop(fields.get())
  }
  const startOver = () => {
    keeper.drop(null)
    setEnding(false)
    setMatch(null)
    setElectiveLeadId(null)
    if (begin === undefined) return fields.restart(start)
    const fresh = begin()
    fields.restart({ ...fresh, inviter_phone: phoneOf(fresh.lead.inviter_id) })
    focusField(form, mode === 'referral' ? 'insurance_id' : 'client.cpf')
  }
  const savedOnce = async () => {
    const given = await identified()
    if (given === null) return false
    const now = fields.get()
    const reading = fields.reading()
    const known = match !== null && isSameClient(match, settled(now).client) ? match : null
    const phone = now.inviter_phone === phoneOf(now.lead.inviter_id) ? null : now.inviter_phone
    const submission = { values: now, changes: given, client: known, electiveLeadId, inviterPhone: phone }
    if (!(await options.submit(submission))) return false
    if (begin !== undefined) startOver()
    // Nothing of the first person stays in the form.
    else if (given.identity === 'other' && fields.reading() !== reading) {
      keeper.drop(null)
      fields.restart({ ...latest.current.start, inviter_phone: now.inviter_phone })
    } else {
      saved()
      // Not the current values: the user may have typed since.
      fields.savedSince(reading, settled(now))
    }
    return true
  }
  const save = async () => {
    // A save would drop the draft while it is still offered.
    if (busy.current || keeper.offer !== null) return false
    const problems = validate()
    if (problems.some(({ message }) => message === PROPOSAL_MISSING)) notify.warning(PROPOSAL_MISSING)
    if (problems.length > 0) return false
    busy.current = true
    return savedOnce().finally(() => {
      busy.current = false
    })
  }
  const set = (part: LeadFormPart) => {
    if (part.elective_lead_id !== undefined) setElectiveLeadId(part.elective_lead_id)
    fields.set(part)
  }
  const fillIn = (part: LeadFormPart) => {
    const bounded = withinForm(part, fields.get().lead, options)
    set(bounded.part)
    return bounded.kept
  }

  const starredOf = () => {
    if (lead === null || mode !== 'edit') return NO_FIELDS
    const typed = leadAsTyped({ changes, user }, lead, {})
    return requiredForEnd(finishQuestion({ catalogues, user }, typed, nowMs()))
  }
  const starred = useUnchanged(starredOf())
  const compact = mode === 'edit' && !options.correcting
  return {
    fields,
    listing,
    phone,
    keeper,
    found: setMatch,
    identity: identity.question,
    continueDraft: () => {
      const { offer } = keeper
      if (offer === null || offer === undefined) return
      fields.resume(continued(offer.draft, fields.get()))
      setElectiveLeadId(offer.draft.elective_lead_id)
      keeper.settleOffer('continue')
    },
    setting: {
      form,
      mode,
      user,
      role: roleOf(user),
      catalogues,
      today,
      lead,
      layout: formLayout(values.lead, lead),
      compact,
      starred,
    },
    api: {
      mode: mode === 'edit' ? 'edit' : 'create',
      correcting: options.correcting ?? false,
      compact,
      user,
      catalogues,
      lead,
      client,
      values,
      isDirty,
      validate,
      unfit,
      showProblems,
      isEnding,
      showEnd: (problems) => list(problems, true),
      save,
      changes,
      identified,
      draftName: options.draftName,
      saved,
      setValues: set,
      show: (field) => showField(form, field),
      fillIn,
      reload: startOver,
      close: options.onClose ?? startOver,
      saveLabel: mode === 'edit' ? 'Salvar' : mode === 'create' ? 'Criar Lead' : 'Indicar',
      closes: options.onClose !== null,
    },
  }
}
