/** The attendance: contact, quote, answer, offers. Edit only. docs/rules.md#what-a-save-changes */
import { Anchor, Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateField } from '../../../device/DateField.tsx'
import { choosable } from '../../../domain/catalogue/catalogue.ts'
import type { LeadFields } from '../../../domain/lead/changes.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { leadPermissions } from '../../../domain/lead/lead-permissions.ts'
import { latestDay } from '../../../domain/lead/save-rules.ts'
import { OFFERS, soldFromScreen, soldToScreen } from '../../../domain/lead/status.ts'
import { MONEY_TYPING } from '../../../domain/money/money-typing.ts'
import { PERCENT_TYPING } from '../../../domain/money/percent-typing.ts'
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx'
import layout from '../../../ui/FormLayout.module.css'
import { type Choice, IdSelect } from '../../../ui/IdSelect.tsx'
import { MaskedInput, maskOf } from '../../../ui/MaskedInput.tsx'
import { offered } from '../policy/WithOffer.tsx'
import { afterOutcome, afterType } from './attendance.ts'
import { FormSection } from './FormSection.tsx'
import { focusField, starredProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import classes from './LeadForm.module.css'
import { MomentField } from './MomentField.tsx'
import { useAmounts } from './useAmounts.ts'

interface ShortSelectProps {
  readonly compact: boolean
  readonly id: string
  readonly label: string
  readonly error?: ReactNode
  readonly className?: string
  readonly disabled?: boolean
  readonly required?: boolean
  readonly value: number | null
  readonly choices: readonly Choice[]
  readonly onChange: (value: number | null) => void
}

/** A list is faster for more choices. */
const MOST = 6

/** A choice among a few: one tap each in the form of a lead in work, otherwise a select. A choice can be taken back. */
function ShortSelect({ compact, className, ...rest }: ShortSelectProps) {
  const known = rest.value === null || rest.choices.some(({ id }) => id === rest.value)
  if (!compact || !known || rest.choices.length > MOST)
    return <IdSelect clearable {...rest} {...(className === undefined ? {} : { className })} />
  return (
    <div className={className}>
      <ChoiceChips clearable {...rest} />
    </div>
  )
}

interface AttendanceSectionProps extends SectionProps {
  readonly lead: LeadFields
  readonly saved: Lead
  /** Returns the server's clock as this device knows it, in epoch ms. */
  readonly nowMs: () => number
}

const choicesOf = (names: ReadonlyMap<number, string>): readonly Choice[] =>
  [...names].map(([id, name]) => ({ id, name }))

export function ContactSection({ setting, errors, set, lead, nowMs }: AttendanceSectionProps) {
  const field = (name: string) => starredProps(setting, name, errors)
  const types = choicesOf(setting.catalogues.contactTypes)
  return (
    <FormSection title="Contato e cotação">
      <div className={classes.pair}>
        <ShortSelect
          compact={setting.compact}
          {...field('contact_type')}
          value={lead.contact_type}
          choices={types}
          onChange={(type) => set({ lead: afterType('contact', type, nowMs()) })}
        />
        <MomentField
          {...field('contact_date')}
          nowMs={nowMs}
          latest={latestDay('contact_date', lead.channel_id, setting.today)}
          value={lead.contact_date}
          onChange={(contact_date) => set({ lead: { contact_date } })}
        />
      </div>
      <div className={classes.pair}>
        <ShortSelect
          compact={setting.compact}
          {...field('quoted_type')}
          value={lead.quoted_type}
          choices={types}
          onChange={(type) => set({ lead: afterType('quoted', type, nowMs()) })}
        />
        <MomentField
          {...field('quoted_date')}
          nowMs={nowMs}
          latest={latestDay('quoted_date', lead.channel_id, setting.today)}
          value={lead.quoted_date}
          onChange={(quoted_date) => set({ lead: { quoted_date } })}
        />
      </div>
    </FormSection>
  )
}

/** Offers and outcome are disabled until the lead can be finished. Until then a save empties them. */
export function SaleSection(props: AttendanceSectionProps) {
  const { setting, saved } = props
  const { can_finish: canFinish } = leadPermissions(saved, setting.user, null)
  return (
    <FormSection
      title="Venda"
      note={canFinish ? undefined : 'Disponível quando o lead estiver em atendimento.'}
    >
      <OutcomeFields {...props} canFinish={canFinish} />
      <OfferFields {...props} canFinish={canFinish} />
      <LossFields {...props} />
    </FormSection>
  )
}

interface FinishableProps extends AttendanceSectionProps {
  readonly canFinish: boolean
}

const soldValue = (id: number | null) => (id === 1 || id === 2 ? soldFromScreen(id) : null)

function OutcomeFields({ setting, errors, set, lead, saved, nowMs, canFinish }: FinishableProps) {
  const { catalogues } = setting
  const field = (name: string) => starredProps(setting, name, errors)
  return (
    <>
      <ShortSelect
        compact={setting.compact}
        {...field('sold')}
        className={layout.wide ?? ''}
        value={lead.sold === null ? null : soldToScreen(lead.sold)}
        choices={catalogues.sold.map(({ var_id, value }) => ({ id: var_id, name: value }))}
        disabled={!canFinish}
        onChange={(id) => set((now) => ({ lead: afterOutcome({ sold: soldValue(id) }, now.lead) }))}
      />
      <div className={classes.pair}>
        <ShortSelect
          compact={setting.compact}
          {...field('sold_type')}
          value={lead.sold_type}
          choices={choicesOf(catalogues.contactTypes)}
          onChange={(type) => set({ lead: afterType('sold', type, nowMs()) })}
        />
        <MomentField
          {...field('sold_date')}
          nowMs={nowMs}
          latest={latestDay('sold_date', lead.channel_id, setting.today)}
          value={lead.sold_date}
          onChange={(sold_date) => set({ lead: { sold_date } })}
        />
      </div>
      <AmountFields setting={setting} errors={errors} set={set} lead={lead} saved={saved} />
    </>
  )
}

function AmountFields({ setting, errors, set, lead, saved }: Omit<AttendanceSectionProps, 'nowMs'>) {
  const field = (name: string) => starredProps(setting, name, errors)
  const { notice, undo } = useAmounts(lead, saved)
  if (lead.sold === 0)
    return notice === null ? null : (
      <div className={classes.note} role="status">
        {notice}{' '}
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            set({ lead: undo() })
            focusField(setting.form, 'sold')
          }}
        >
          Desfazer
        </Anchor>
      </div>
    )
  return (
    <>
      <MaskedInput
        {...field('sale_value_cents')}
        {...offered('sale_value_cents')}
        leftSection="R$"
        value={lead.sale_value_cents === null ? '' : String(lead.sale_value_cents)}
        {...maskOf(MONEY_TYPING)}
        onChange={(typed) => set({ lead: { sale_value_cents: typed === '' ? null : Number(typed) } })}
      />
      <MaskedInput
        {...field('commission_percentage')}
        rightSection="%"
        value={lead.commission_percentage === null ? '' : String(lead.commission_percentage)}
        {...maskOf(PERCENT_TYPING)}
        onChange={(typed) => set({ lead: { commission_percentage: typed === '' ? null : Number(typed) } })}
      />
    </>
  )
}

const OFFER_CHOICES = OFFERS.map((name, id) => ({ id, name }))
const offer = (id: number | null) => (id === 0 || id === 1 || id === 2 ? id : null)

function OfferFields(props: FinishableProps) {
  return (
    <>
      <OfferField {...props} name="backup_car" />
      <OfferField {...props} name="pague_menos" />
      <OfferField {...props} name="seguro_conteudo" />
    </>
  )
}

interface OfferFieldProps extends FinishableProps {
  readonly name: 'backup_car' | 'pague_menos' | 'seguro_conteudo'
}

function OfferField({ name, setting, errors, set, lead, canFinish }: OfferFieldProps) {
  return (
    <ShortSelect
      compact={setting.compact}
      {...starredProps(setting, name, errors)}
      className={layout.wide ?? ''}
      value={lead[name]}
      choices={OFFER_CHOICES}
      disabled={!canFinish}
      onChange={(id) => set({ lead: { [name]: offer(id) } })}
    />
  )
}

/** A sale has no reason of loss, a loss no policy. Only the reason 5 has a competitor: docs/rules.md#losses. */
function LossFields({ setting, errors, set, lead, saved }: AttendanceSectionProps) {
  const { catalogues } = setting
  const field = (name: string) => starredProps(setting, name, errors)
  const closedElsewhere = lead.sold !== 1 && lead.lost_sale === 5
  return (
    <>
      {lead.sold === 1 ? null : (
        <IdSelect
          {...field('lost_sale')}
          className={layout.wide ?? ''}
          value={lead.lost_sale}
          choices={choicesOf(catalogues.lostSales)}
          keepOrder
          clearable
          onChange={(lost_sale) => set((now) => ({ lead: afterOutcome({ lost_sale }, now.lead) }))}
        />
      )}
      {closedElsewhere ? (
        <>
          <IdSelect
            {...field('competitor_broker')}
            className={layout.wide ?? ''}
            value={lead.competitor_broker}
            choices={choosable(catalogues.competitorRows, saved.competitor_broker, lead.competitor_broker)}
            clearable
            onChange={(competitor_broker) => set({ lead: { competitor_broker } })}
          />
          <DateField
            {...field('endorsement_date')}
            value={lead.endorsement_date}
            disabled={lead.date_fail}
            onChange={(endorsement_date) => set({ lead: { endorsement_date } })}
          />
          <Checkbox
            id={field('date_fail').id}
            label={field('date_fail').label}
            className={classes.check ?? ''}
            checked={lead.date_fail}
            onChange={(event) => set({ lead: { date_fail: event.currentTarget.checked } })}
          />
        </>
      ) : null}
      {lead.sold === 0 ? null : (
        <DateField
          {...field('end_of_validity')}
          {...offered('end_of_validity')}
          value={lead.end_of_validity}
          onChange={(end_of_validity) => set({ lead: { end_of_validity } })}
        />
      )}
      {saved.old_competitor_broker === null ? null : (
        <TextInput
          label={labelOf('old_competitor_broker')}
          readOnly
          value={catalogues.competitors.get(saved.old_competitor_broker) ?? ''}
        />
      )}
      {saved.nps_value === null ? null : (
        <TextInput label={labelOf('nps_value')} readOnly value={String(saved.nps_value)} />
      )}
    </>
  )
}
