/** Referrals as cards, on phones and tablets. Empty values take no space, and only the chip shows the state. */
import { labelOf } from '../../domain/lead/field-words.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { QueueMark } from '../../ui/QueueMark.tsx'
import { ReferralStatus } from './ReferralStatus.tsx'
import classes from './ReferralsScreen.module.css'
import { dateOf, onTimeWords, type Referral } from './referrals.ts'

interface ReferralCardsProps {
  readonly referrals: readonly Referral[]
  /** Whether to show the inviter: only where there may be several. */
  readonly withInviter: boolean
}

const factsOf = ({ lead, inviter, broker }: Referral, withInviter: boolean) =>
  [
    [labelOf('inviter_id'), withInviter ? inviter : ''],
    [labelOf('broker_id'), broker],
    [labelOf('create_lead_date'), formatDateTime(lead.create_lead_date)],
    [labelOf('capture_date'), dateOf(lead.capture_date)],
    [labelOf('end_lead_date'), dateOf(lead.end_lead_date)],
    ['Indicação', onTimeWords(lead.indication_on_time)],
  ].filter(([, value]) => value !== '')

export function ReferralCards({ referrals, withInviter }: ReferralCardsProps) {
  return (
    <ul className={classes.cards}>
      {referrals.map((referral) => (
        <li key={referral.lead.uid} className={classes.card}>
          <div className={classes.line}>
            <span className={classes.number}>
              {referral.lead.id === null ? 'Nº pendente' : `Nº ${referral.lead.id}`}
              <QueueMark mark={referral.mark} className={classes.mark} />
            </span>
            <ReferralStatus lead={referral.lead} />
          </div>
          <div>
            <strong className={classes.name}>{referral.lead.client_name}</strong>
            <div className={classes.dimmed}>{referral.insured}</div>
          </div>
          <dl className={classes.facts}>
            {factsOf(referral, withInviter).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
