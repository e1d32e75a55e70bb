/** 'Informações do Corretor', edit only: the broker and the lead's state. */
import { fieldValue, isEmpty, labelOf } from '../../../domain/lead/field-words.ts'
import { brokerOptions, mayChooseBroker } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isInAttendance } from '../../../domain/lead/lead-state.ts'
import layout from '../../../ui/FormLayout.module.css'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { FormSection } from './FormSection.tsx'
import { fieldProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import { brokerSummary } from './section-summaries.ts'

interface BrokerSectionProps extends SectionProps {
  readonly lead: Lead
  readonly brokerId: number | null
}

const FACTS = [
  'state',
  'status',
  'service_status',
  'create_lead_date',
  'capture_date',
  'first_call_date',
] as const satisfies readonly (keyof Lead)[]

export function BrokerSection({ setting, errors, set, lead, brokerId }: BrokerSectionProps) {
  const { form, role, catalogues } = setting
  return (
    <FormSection
      title="Informações do Corretor"
      summary={setting.compact ? brokerSummary(lead, catalogues) : undefined}
    >
      <IdSelect
        {...fieldProps(form, 'broker_id', errors)}
        className={layout.wide ?? ''}
        value={brokerId}
        choices={brokerOptions([...catalogues.users.values()], {
          today: setting.today,
          current: lead.broker_id,
        })}
        required={mayChooseBroker(role) && isInAttendance(lead)}
        clearable
        disabled={!mayChooseBroker(role)}
        onChange={(broker_id) => set({ lead: { broker_id } })}
      />
      <dl className={layout.facts}>
        {FACTS.map((fact) => (
          <div key={fact}>
            <dt>{labelOf(fact)}</dt>
            <dd>{isEmpty(lead[fact]) ? '—' : fieldValue(fact, lead[fact], catalogues)}</dd>
          </div>
        ))}
      </dl>
    </FormSection>
  )
}
