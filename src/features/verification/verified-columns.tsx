/** The columns of the two tables: the proposal as it arrived, and its lead. */
import { Link } from '@tanstack/react-router'
import { labelOf } from '../../domain/lead/field-words.ts'
import { PROPOSAL_FIELDS } from '../../domain/proposal/fields.ts'
import { formatExactTime } from '../../domain/time/sao-paulo.ts'
import line from '../../ui/LineLink.module.css'
import type { Column } from '../../ui/table/columns.ts'
import classes from './VerificationScreen.module.css'
import type { VerifiedLead, VerifiedRecord } from './verification-search.ts'

const moment = (instant: string | null) => (instant === null ? '—' : formatExactTime(instant))

function LeadLink({ id }: { readonly id: number }) {
  return (
    <Link
      to="/"
      search={{ lead: id }}
      className={`${classes.link} ${line.link}`}
      aria-label={`Abrir lead ${id}`}
    >
      {id}
    </Link>
  )
}

export const RECORD_COLUMNS: readonly Column<VerifiedRecord>[] = [
  {
    key: 'inviter_login',
    label: PROPOSAL_FIELDS.inviter_login.label,
    cell: ({ inviter_login }) => inviter_login,
    isTitle: true,
  },
  { key: 'created_at', label: 'Criada em', cell: ({ created_at }) => moment(created_at), width: 190 },
  { key: 'updated_at', label: 'Atualizada em', cell: ({ updated_at }) => moment(updated_at), width: 190 },
  {
    key: 'lead_id',
    label: 'Lead',
    cell: ({ lead_id }) => (lead_id === null ? '—' : <LeadLink id={lead_id} />),
    width: 120,
  },
]

export const LEAD_COLUMNS: readonly Column<VerifiedLead>[] = [
  { key: 'id', label: 'ID', cell: ({ id }) => <LeadLink id={id} />, isTitle: true, width: 110 },
  { key: 'proposal', label: labelOf('proposal'), cell: ({ proposal }) => proposal ?? '—' },
  { key: 'actual_proposal', label: 'Proposta atual', cell: ({ actual_proposal }) => actual_proposal ?? '—' },
  {
    key: 'older_proposal',
    label: 'Proposta anterior',
    cell: ({ older_proposal }) => older_proposal ?? '—',
  },
  { key: 'created_at', label: 'Criado em', cell: ({ created_at }) => moment(created_at), width: 190 },
  {
    key: 'proposal_date',
    label: labelOf('proposal_date'),
    cell: ({ proposal_date }) => moment(proposal_date),
    width: 190,
  },
]
