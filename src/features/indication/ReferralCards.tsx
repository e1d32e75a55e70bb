/** Referrals as cards, on phones and small tablets. */
import { STATES } from '../../domain/lead/status.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { ReferralStatus } from './ReferralStatus.tsx'
import classes from './ReferralsScreen.module.css'
import { dateOf, onTimeWords, type Referral } from './ReferralTable.tsx'

export function ReferralCards({ referrals }: { referrals: readonly Referral[] }) {
  return (
    <ul className={classes.cards}>
      {referrals.map(({ lead, insurance, broker }) => (
        <li key={lead.uid} className={classes.card}>
          <div className={classes.line}>
            <span className={classes.dimmed}>Nº {lead.id ?? 'pendente'}</span>
            <span className={classes.dimmed}>{formatDateTime(lead.create_lead_date)}</span>
          </div>
          <strong>{lead.client_name}</strong>
          <div>{[insurance, lead.product].filter(Boolean).join(' · ')}</div>
          <div className={classes.line}>
            <ReferralStatus lead={lead} />
            <span className={classes.dimmed}>{STATES[lead.state]}</span>
          </div>
          <dl className={classes.facts}>
            <dt>Corretor</dt>
            <dd>{broker === '' ? '—' : broker}</dd>
            <dt>Capturada</dt>
            <dd>{dateOf(lead.capture_date)}</dd>
            <dt>Finalizada</dt>
            <dd>{dateOf(lead.end_lead_date)}</dd>
            <dt>Indicação</dt>
            <dd>{onTimeWords(lead.indication_on_time)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
