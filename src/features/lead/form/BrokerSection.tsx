/** 'Informações do Corretor': edit only. Who attends the lead, and where it stands. */
import { brokerOptions, mayChooseBroker } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { STATES, statusLine } from '../../../domain/lead/status.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { FormSection } from './FormSection.tsx'
import { fieldProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import { IdSelect } from './IdSelect.tsx'
import classes from './LeadForm.module.css'

interface BrokerSectionProps extends SectionProps {
  readonly lead: Lead
  readonly brokerId: number | null
}

const moment = (iso: string | null) => (iso === null ? '—' : formatDateTime(iso))

export function BrokerSection({ setting, errors, set, lead, brokerId }: BrokerSectionProps) {
  const { form, role, catalogues } = setting
  const service = catalogues.serviceStatuses.find(({ var_id }) => var_id === lead.service_status)
  const facts = [
    ['Estado', STATES[lead.state] ?? '—'],
    ['Status', statusLine(lead.status).label],
    ['Situação do atendimento', service?.value ?? '—'],
    ['Criação', moment(lead.create_lead_date)],
    ['Captura', moment(lead.capture_date)],
    ['Primeira ligação', moment(lead.first_call_date)],
  ]
  return (
    <FormSection title="Informações do Corretor">
      <IdSelect
        {...fieldProps(form, 'broker_id', errors)}
        className={classes.wide ?? ''}
        value={brokerId}
        choices={brokerOptions([...catalogues.users.values()], lead.broker_id)}
        disabled={!mayChooseBroker(role)}
        onChange={(broker_id) => set({ lead: { broker_id } })}
      />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </FormSection>
  )
}
