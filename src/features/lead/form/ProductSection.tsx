/** The insured product: insurance, vehicle, and for renewals the policy that is being renewed. */
import { Textarea, TextInput } from '@mantine/core'
import { DateField } from '../../../device/DateField.tsx'
import { choosable } from '../../../domain/catalogue/catalogue.ts'
import { detailFacts } from '../../../domain/indication/detail-words.ts'
import { detailsOf } from '../../../domain/indication/details.ts'
import { hasProduct, type LeadFields } from '../../../domain/lead/changes.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { insuranceOptions } from '../../../domain/lead/form-rules.ts'
import { isVehicle } from '../../../domain/lead/insurance-line.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { monthName } from '../../../domain/time/months.ts'
import layout from '../../../ui/FormLayout.module.css'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'
import { offered } from '../policy/WithOffer.tsx'
import { FormSection } from './FormSection.tsx'
import { fieldProps, starredProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import classes from './LeadForm.module.css'
import { productSummary } from './section-summaries.ts'
import { capitals, digits, formatYear, plain } from './typed-values.ts'

interface ProductSectionProps extends SectionProps {
  readonly lead: LeadFields
}

const MONTHS = Array.from({ length: 12 }, (_, place) => ({
  id: place + 1,
  name: monthName(place + 1) ?? '',
}))

export function InsuranceField({ setting, errors, set, lead }: ProductSectionProps) {
  const { catalogues, mode, user } = setting
  const current = setting.lead?.insurance_id ?? null
  const insurances = choosable(catalogues.insuranceRows, current, lead.insurance_id).sort(
    (one, other) => one.id - other.id,
  )
  return (
    <IdSelect
      {...starredProps(setting, 'insurance_id', errors)}
      className={layout.wide ?? ''}
      value={lead.insurance_id}
      choices={insuranceOptions(insurances, { mode, user, current })}
      keepOrder
      {...(mode === 'referral' ? { required: true } : { clearable: true })}
      onChange={(insurance_id) => set({ lead: { insurance_id } })}
    />
  )
}

/** On the referral screens the insurance is not here but before the client. */
export function ProductSection(props: ProductSectionProps) {
  const { setting } = props
  return (
    <FormSection
      title="Produto"
      summary={setting.compact ? productSummary(props.lead, setting.catalogues) : undefined}
    >
      {setting.mode === 'referral' ? null : <InsuranceField {...props} />}
      <ProductFields {...props} />
      <DetailFacts lead={setting.lead} />
    </FormSection>
  )
}

/** What the external form asked for: docs/rules.md#details-by-line. It stays as it was indicated. */
function DetailFacts({ lead }: { lead: Lead | null }) {
  const details = lead === null ? null : detailsOf(lead)
  if (details === null) return null
  return (
    <dl className={layout.facts} aria-label={labelOf('insurance_details')}>
      {detailFacts(details)
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function ProductFields({ setting, errors, set, lead }: ProductSectionProps) {
  const { form, mode } = setting
  const field = (name: string) => fieldProps(form, name, errors)
  return (
    <>
      {setting.layout === 'renewal' ? (
        <>
          <TextInput
            {...field('old_insurer')}
            {...offered('old_insurer')}
            value={lead.old_insurer ?? ''}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => set({ lead: { old_insurer: event.currentTarget.value || null } })}
          />
          <DateField
            {...field('old_end_of_validity')}
            {...offered('old_end_of_validity')}
            value={lead.old_end_of_validity}
            onChange={(old_end_of_validity) => set({ lead: { old_end_of_validity } })}
          />
        </>
      ) : null}
      <IdSelect
        {...field('insurance_expiration')}
        value={lead.insurance_expiration}
        choices={MONTHS}
        keepOrder
        onChange={(insurance_expiration) => set({ lead: { insurance_expiration } })}
      />
      <TextInput
        {...field('product')}
        className={layout.wide ?? ''}
        value={lead.product ?? ''}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => set({ lead: { product: event.currentTarget.value || null } })}
      />
      <VehicleFields setting={setting} errors={errors} set={set} lead={lead} />
      <Textarea
        {...field('product_details.details')}
        className={classes.full ?? ''}
        value={lead.product_details.details}
        maxLength={2000}
        autosize
        minRows={mode === 'referral' ? 1 : 2}
        maxRows={8}
        onChange={(event) =>
          set({ lead: { product_details: { ...lead.product_details, details: event.currentTarget.value } } })
        }
      />
    </>
  )
}

/** Without a product these fields have no meaning, and a save empties them: docs/rules.md#what-a-save-changes. */
function VehicleFields({ setting, errors, set, lead }: ProductSectionProps) {
  const { form, mode } = setting
  const field = (name: string) => fieldProps(form, name, errors)
  const details = lead.product_details
  const change = (part: Partial<LeadFields['product_details']>) =>
    set({ lead: { product_details: { ...details, ...part } } })
  const required = mode !== 'referral' && isVehicle(lead.insurance_id)
  if (!hasProduct(lead)) return null
  return (
    <>
      <TextInput
        {...field('product_details.brand')}
        value={details.brand}
        maxLength={100}
        autoComplete="off"
        required={required}
        onChange={(event) => change({ brand: event.currentTarget.value })}
      />
      <MaskedInput
        {...field('product_details.year')}
        value={details.year.replace(/\D/g, '')}
        clean={digits(8)}
        format={formatYear}
        inputMode="numeric"
        placeholder="2026/2027"
        required={required}
        onChange={(year) => change({ year: formatYear(year) })}
      />
      <MaskedInput
        {...field('product_details.chassis')}
        {...offered('product_details.chassis')}
        className={layout.wide ?? ''}
        value={details.chassis}
        clean={capitals(17)}
        format={plain}
        required={required && details.license_plate === ''}
        onChange={(chassis) => change({ chassis })}
      />
      <MaskedInput
        {...field('product_details.license_plate')}
        {...offered('product_details.license_plate')}
        value={details.license_plate}
        clean={capitals(7)}
        format={plain}
        required={required && details.chassis === ''}
        onChange={(license_plate) => change({ license_plate })}
      />
    </>
  )
}
