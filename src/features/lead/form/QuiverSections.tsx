/**
 * The form of a cancellation in Quiver: the fields that may change (docs/rules.md#cancellation-in-quiver), and the
 * others read-only.
 */
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { LeadFields } from '../../../domain/lead/changes.ts'
import { fieldLabel, fieldValue } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isFinished } from '../../../domain/lead/lead-state.ts'
import layout from '../../../ui/FormLayout.module.css'
import { BrokerSection } from './BrokerSection.tsx'
import { ClientContactFields } from './ClientContactFields.tsx'
import { FormSection } from './FormSection.tsx'
import type { FormSetting, SectionProps } from './form-setting.ts'
import classes from './LeadForm.module.css'
import type { LeadFormValues } from './lead-values.ts'
import { NotesSection } from './NotesSection.tsx'
import { InsuranceField } from './ProductSection.tsx'

interface QuiverSectionsProps extends SectionProps {
  readonly values: LeadFormValues
  readonly saved: Lead
}

const INVITER = ['channel_id', 'inviter_id', 'partner_id', 'proposal', 'proposal_date'] as const
const CLIENT = [
  'name',
  'cpf',
  'birth_date',
  'rg',
  'address',
] as const satisfies readonly (keyof ClientFields)[]
const PRODUCT = ['product', 'product_details'] as const satisfies readonly (keyof LeadFields)[]

export function QuiverSections({ values, saved, ...shared }: QuiverSectionsProps) {
  const { lead, client, inviter_phone } = values
  return (
    <>
      {isFinished(saved) ? null : (
        <div className={layout.banner} role="status">
          Cancelamento no Quiver: mudam só o seguro, o corretor, o contato do cliente e as informações
          adicionais.
        </div>
      )}
      <BrokerSection {...shared} lead={saved} brokerId={lead.broker_id} />
      <FormSection title="Informações do Indicador">
        <Facts
          setting={shared.setting}
          facts={[...INVITER.map((field) => [field, lead[field]] as const), ['inviter_phone', inviter_phone]]}
        />
      </FormSection>
      <FormSection title="Informações do Indicado">
        <ClientContactFields {...shared} client={client} />
        <Facts
          setting={shared.setting}
          facts={CLIENT.map((field) => [`client.${field}`, client[field]] as const)}
        />
      </FormSection>
      <FormSection title="Produto">
        <InsuranceField {...shared} lead={lead} />
        <Facts setting={shared.setting} facts={PRODUCT.map((field) => [field, lead[field]] as const)} />
      </FormSection>
      <NotesSection {...shared} text={lead.additional_information} />
    </>
  )
}

interface FactsProps {
  readonly setting: FormSetting
  readonly facts: readonly (readonly [field: string, value: unknown])[]
}

const NONE = '—'
const isNone = (value: unknown) =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every((part) => part === ''))

function Facts({ setting, facts }: FactsProps) {
  return (
    <dl className={layout.facts}>
      {facts.map(([field, value]) => (
        // A value with several parts has a line of its own.
        <div key={field} className={typeof value === 'object' && value !== null ? classes.full : undefined}>
          <dt>{fieldLabel(field)}</dt>
          <dd>{isNone(value) ? NONE : fieldValue(field, value, setting.catalogues)}</dd>
        </div>
      ))}
    </dl>
  )
}
