/** The lead form: the draft's offer, the sections in order, and below them problems and actions. */
import { type FormEvent, useRef } from 'react'
import { DraftBanner, DraftWords } from '../../../device/DraftBanner.tsx'
import { fieldLabel } from '../../../domain/lead/field-words.ts'
import { Dates } from '../../../ui/Dates.tsx'
import layout from '../../../ui/FormLayout.module.css'
import { ToastPlace } from '../../../ui/ToastPlace.tsx'
import { useUnchanged } from '../../../ui/useUnchanged.ts'
import { missingForEnd } from '../actions/form-lead.ts'
import { LeadActionBar } from '../actions/LeadActionBar.tsx'
import { QuoteLinkLine } from '../actions/QuoteLinkLine.tsx'
import { PolicyLine } from '../policy/PolicyLine.tsx'
import { PolicyDeskContext } from '../policy/policy-desk.ts'
import { usePolicyDesk } from '../policy/usePolicyDesk.ts'
import { ContactSection, SaleSection } from './AttendanceSection.tsx'
import { BrokerSection } from './BrokerSection.tsx'
import { ClientSection } from './ClientSection.tsx'
import { FormGuard } from './FormSection.tsx'
import { errorsOf, type FieldErrors } from './fields.ts'
import { IdentityDialog } from './IdentityDialog.tsx'
import { InviterSection } from './InviterSection.tsx'
import classes from './LeadForm.module.css'
import { NotesSection } from './NotesSection.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { InsuranceField, ProductSection } from './ProductSection.tsx'
import { QuiverSections } from './QuiverSections.tsx'
import type { LeadFormState } from './useLeadForm.ts'

interface LeadFormProps {
  readonly state: LeadFormState
  readonly fixedInviter: boolean
  readonly nowMs: () => number
  /** Why the form is read-only. Null: it is not. */
  readonly lockedBy: string | null
}

export function LeadForm({ state, fixedInviter, nowMs, lockedBy }: LeadFormProps) {
  const { api, setting, fields, keeper } = state
  const { offer } = keeper
  const problems =
    api.isEnding && setting.lead !== null ? missingForEnd(api, setting.lead, nowMs()) : fields.problems
  const errors = useUnchanged(errorsOf(problems))
  const policy = usePolicyDesk(state)
  const form = useRef<HTMLFormElement>(null)
  // The banner disappears with the focused button: the form takes the focus.
  const answered = (act: () => void) => () => {
    act()
    form.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void api.save()
  }
  return (
    <Dates>
      <PolicyDeskContext value={lockedBy === null ? policy : null}>
        <form
          ref={form}
          className={classes.form}
          onSubmit={submit}
          noValidate
          aria-label="Lead"
          data-after-entries
          tabIndex={-1}
        >
          {lockedBy === null ? null : (
            <div className={layout.banner} role="status">
              {lockedBy}
            </div>
          )}
          {lockedBy === null ? <QuoteLinkLine form={api} /> : null}
          {offer ? (
            <DraftBanner
              savedAt={offer.savedAt}
              onContinue={answered(state.continueDraft)}
              onDiscard={answered(() => keeper.settleOffer('discard'))}
            />
          ) : null}
          {fields.changedMeanwhile.length > 0 ? (
            <div className={layout.banner} role="status">
              Mudou enquanto você editava: {fields.changedMeanwhile.map(fieldLabel).join(', ')}. Ao salvar,
              vale o que você digitou.
            </div>
          ) : null}
          {/* Read-only until the user has decided about the offered draft. */}
          <FormGuard value={offer !== null || lockedBy !== null}>
            <Sections state={state} errors={errors} fixedInviter={fixedInviter} nowMs={nowMs} />
          </FormGuard>
          <div className={layout.foot} role="region" aria-label="Ações do lead">
            <PolicyLine />
            <ProblemSummary
              key={state.listing.times}
              takesFocus={state.listing.takesFocus}
              form={setting.form}
              problems={problems}
              ends={api.isEnding}
              phone={state.phone}
            />
            <div className={layout.status}>
              <DraftWords savedAt={api.isDirty ? keeper.savedAt : null} failed={keeper.failed} />
              <ToastPlace />
            </div>
            <fieldset className={layout.guard} disabled={offer !== null}>
              <LeadActionBar form={api} />
            </fieldset>
          </div>
        </form>
        <IdentityDialog question={state.identity} creates={setting.lead === null} />
      </PolicyDeskContext>
    </Dates>
  )
}

interface SectionsProps extends Pick<LeadFormProps, 'state' | 'fixedInviter' | 'nowMs'> {
  readonly errors: FieldErrors
}

/**
 * The sections in order. A referral begins with the insurance and the client, a lead in work with contact, quote and
 * sale, every other form with broker and inviter.
 */
function Sections({ state, errors, fixedInviter, nowMs }: SectionsProps) {
  const { setting, fields, found } = state
  const { lead, client, inviter_phone } = fields.values
  const shared = { setting, errors, set: fields.set }
  const saved = setting.lead
  if (saved !== null && setting.layout === 'quiver_cancellation')
    return <QuiverSections {...shared} values={fields.values} saved={saved} />
  const inviter = (
    <InviterSection
      {...shared}
      lead={lead}
      inviterPhone={inviter_phone}
      fixedInviter={fixedInviter}
      nowMs={nowMs}
    />
  )
  const indicado = (
    <ClientSection
      {...shared}
      client={client}
      update={fields.update}
      onFound={found}
      first={setting.mode === 'referral' ? <InsuranceField {...shared} lead={lead} /> : null}
    />
  )
  const product = <ProductSection {...shared} lead={lead} />
  const notes = <NotesSection {...shared} text={lead.additional_information} />
  if (setting.mode === 'referral')
    return (
      <>
        {indicado}
        {product}
        {inviter}
        {notes}
      </>
    )
  const broker = saved === null ? null : <BrokerSection {...shared} lead={saved} brokerId={lead.broker_id} />
  const attendance =
    saved !== null ? (
      <>
        <ContactSection {...shared} lead={lead} saved={saved} nowMs={nowMs} />
        <SaleSection {...shared} lead={lead} saved={saved} nowMs={nowMs} />
      </>
    ) : null
  if (setting.compact)
    return (
      <>
        {attendance}
        {product}
        {indicado}
        {notes}
        {inviter}
        {broker}
      </>
    )
  return (
    <>
      {broker}
      {inviter}
      {indicado}
      {product}
      {attendance}
      {notes}
    </>
  )
}
