/** Referrals as a table, on wide screens. */
import { Table } from '@mantine/core'
import type { Lead } from '../../domain/lead/lead.ts'
import { STATES } from '../../domain/lead/status.ts'
import { formatDate, formatDateTime } from '../../domain/time/sao-paulo.ts'
import { ReferralStatus } from './ReferralStatus.tsx'
import classes from './ReferralsScreen.module.css'

export interface Referral {
  readonly lead: Lead
  readonly insurance: string
  readonly broker: string
}

export const dateOf = (iso: string | null) => (iso === null ? '—' : formatDate(iso))
export const onTimeWords = (flag: 0 | 1 | null) =>
  flag === null ? '—' : flag === 1 ? 'No prazo' : 'Fora do prazo'

const HEADINGS = [
  'Nº',
  'Cliente',
  'Seguro',
  'Produto',
  'Estado',
  'Status',
  'Corretor',
  'Criada',
  'Capturada',
  'Finalizada',
  'Indicação',
]

export function ReferralTable({ referrals }: { referrals: readonly Referral[] }) {
  return (
    <Table.ScrollContainer minWidth={1080} className={classes.table ?? ''}>
      <Table stickyHeader highlightOnHover verticalSpacing="sm" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {HEADINGS.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {referrals.map(({ lead, insurance, broker }) => (
            <Table.Tr key={lead.uid}>
              <Table.Td>{lead.id ?? 'pendente'}</Table.Td>
              <Table.Td fw={550}>{lead.client_name}</Table.Td>
              <Table.Td>{insurance}</Table.Td>
              <Table.Td>{lead.product ?? '—'}</Table.Td>
              <Table.Td>{STATES[lead.state]}</Table.Td>
              <Table.Td>
                <ReferralStatus lead={lead} />
              </Table.Td>
              <Table.Td>{broker === '' ? '—' : broker}</Table.Td>
              <Table.Td>{formatDateTime(lead.create_lead_date)}</Table.Td>
              <Table.Td>{dateOf(lead.capture_date)}</Table.Td>
              <Table.Td>{dateOf(lead.end_lead_date)}</Table.Td>
              <Table.Td>{onTimeWords(lead.indication_on_time)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
