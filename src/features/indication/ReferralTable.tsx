/** Referrals as a table, on wide screens. */
import { Table } from '@mantine/core'
import { labelOf } from '../../domain/lead/field-words.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { QueueMark } from '../../ui/QueueMark.tsx'
import { ReferralStatus } from './ReferralStatus.tsx'
import classes from './ReferralsScreen.module.css'
import { dateOf, onTimeWords, type Referral } from './referrals.ts'

interface ReferralTableProps {
  readonly referrals: readonly Referral[]
  /** Whether to show the inviter: only where there may be several. */
  readonly withInviter: boolean
}

interface Column {
  readonly heading: string
  readonly cell: (referral: Referral) => React.ReactNode
}

const COLUMNS: readonly Column[] = [
  {
    heading: 'Nº',
    cell: ({ lead, mark }) => (
      <span className={classes.number}>
        {lead.id ?? 'pendente'}
        <QueueMark mark={mark} className={classes.mark} />
      </span>
    ),
  },
  { heading: 'Cliente', cell: ({ lead }) => <strong className={classes.name}>{lead.client_name}</strong> },
  { heading: labelOf('insurance_id'), cell: ({ insured }) => insured },
  { heading: labelOf('inviter_id'), cell: ({ inviter }) => inviter },
  { heading: 'Status', cell: ({ lead }) => <ReferralStatus lead={lead} /> },
  { heading: labelOf('broker_id'), cell: ({ broker }) => broker },
  {
    heading: labelOf('create_lead_date'),
    cell: ({ lead }) => <Day>{formatDateTime(lead.create_lead_date)}</Day>,
  },
  { heading: labelOf('capture_date'), cell: ({ lead }) => <Day>{dateOf(lead.capture_date)}</Day> },
  { heading: labelOf('end_lead_date'), cell: ({ lead }) => <Day>{dateOf(lead.end_lead_date)}</Day> },
  { heading: 'Indicação', cell: ({ lead }) => <Day>{onTimeWords(lead.indication_on_time)}</Day> },
]

function Day({ children }: { children: string }) {
  return children === '' ? null : <span className={classes.day}>{children}</span>
}

export function ReferralTable({ referrals, withInviter }: ReferralTableProps) {
  const columns = COLUMNS.filter(({ heading }) => withInviter || heading !== labelOf('inviter_id'))
  return (
    <Table.ScrollContainer minWidth={withInviter ? 1060 : 920} className={classes.table ?? ''}>
      <Table stickyHeader highlightOnHover verticalSpacing="sm" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ heading }) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {referrals.map((referral) => (
            <Table.Tr key={referral.lead.uid}>
              {columns.map(({ heading, cell }) => (
                <Table.Td key={heading}>{cell(referral) || <span className={classes.none}>—</span>}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
