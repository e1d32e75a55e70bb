/** The columns of the list of referrals. On a card empty values take no space, and only the chip shows the state. */
import { IconCircleCheck, IconCircleX, IconInbox, IconProgress } from '@tabler/icons-react'
import { labelOf } from '../../domain/lead/field-words.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { isFinished, isInOrigin } from '../../domain/lead/lead-state.ts'
import { saleLabel, statusLine } from '../../domain/lead/status.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { QueueBadge } from '../../ui/QueueBadge.tsx'
import { SoftChip } from '../../ui/SoftChip.tsx'
import type { Column } from '../../ui/table/columns.ts'
import classes from './ReferralsScreen.module.css'
import { dateOf, onTimeWords, type Referral } from './referrals.ts'

/** The status of a referral as a chip; for a finished one its outcome. */
function ReferralStatus({ lead }: { lead: Lead }) {
  if (isFinished(lead))
    return lead.sold === 1 ? (
      <SoftChip color="green" icon={<IconCircleCheck />}>
        {saleLabel(lead)}
      </SoftChip>
    ) : (
      <SoftChip color="gray" icon={<IconCircleX />}>
        {saleLabel(lead)}
      </SoftChip>
    )
  const line = statusLine(lead.status)
  return (
    <SoftChip color={line.colour} icon={isInOrigin(lead) ? <IconInbox /> : <IconProgress />}>
      {line.label}
    </SoftChip>
  )
}

const text = (
  label: Parameters<typeof labelOf>[0],
  words: (referral: Referral) => string,
): Column<Referral> => ({
  key: label,
  label: labelOf(label),
  cell: words,
  sortBy: (referral) => words(referral) || null,
  isOptional: true,
})

const day = (
  label: 'create_lead_date' | 'capture_date' | 'end_lead_date',
  words: (iso: string | null) => string,
): Column<Referral> => ({
  ...text(label, ({ lead }) => words(lead[label])),
  sortBy: ({ lead }) => (lead[label] === null ? null : Date.parse(lead[label])),
})

/** `withInviter`: only where there may be several. */
export const referralColumns = (withInviter: boolean): readonly Column<Referral>[] => [
  {
    key: 'id',
    label: 'Nº',
    cell: ({ lead, queueState }) => (
      <span className={classes.number}>
        {lead.id ?? 'pendente'}
        <QueueBadge state={queueState} className={classes.queueBadge} />
      </span>
    ),
    sortBy: ({ lead }) => lead.id,
    width: 110,
  },
  {
    key: 'client_name',
    label: 'Cliente',
    cell: ({ lead }) => <strong className={classes.name}>{lead.client_name}</strong>,
    sortBy: ({ lead }) => lead.client_name,
    isTitle: true,
  },
  text('insurance_id', ({ insured }) => insured),
  ...(withInviter ? [text('inviter_id', ({ inviter }) => inviter)] : []),
  { key: 'status', label: 'Status', cell: ({ lead }) => <ReferralStatus lead={lead} />, isBeside: true },
  text('broker_id', ({ broker }) => broker),
  day('create_lead_date', (iso) => (iso === null ? '' : formatDateTime(iso))),
  day('capture_date', dateOf),
  day('end_lead_date', dateOf),
  {
    key: 'indication_on_time',
    label: 'Indicação',
    cell: ({ lead }) => onTimeWords(lead.indication_on_time),
    isOptional: true,
  },
]
