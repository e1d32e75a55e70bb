/**
 * The found proposals. Administrators also see the permission of duplicates and may set it while it is unset. A chunk of
 * its own: the lead form opens without it.
 */
import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { Proposal } from '../../../contract/proposals.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableState } from '../../../ui/table/table-search.ts'
import { proposalStatus } from './proposal-part.ts'

interface ProposalTableProps {
  readonly proposals: readonly Proposal[]
  readonly showsBypass: boolean
  readonly onChoose: (proposal: Proposal) => void
  /** Opens a question first: the decision is final. */
  readonly onBypass: (proposal: Proposal) => void
}

/** The server's order. */
const FIRST_PAGE = { page: 1, perPage: 25, sort: null }

/** A proposal that is already a lead may become another only if an administrator allowed it. */
const isChoosable = ({ imported, bypass_allowed }: Proposal) => !imported || bypass_allowed === true

const NONE = '—'

const COLUMNS: readonly Column<Proposal>[] = [
  {
    key: 'proposal',
    label: labelOf('proposal'),
    cell: ({ proposal }) => proposal,
    sortBy: ({ proposal }) => proposal,
    isTitle: true,
  },
  {
    key: 'proposal_date',
    label: 'Data',
    cell: ({ proposal_date }) => (proposal_date === null ? NONE : formatDateTime(proposal_date)),
    sortBy: ({ proposal_date }) => (proposal_date === null ? null : Date.parse(proposal_date)),
  },
  { key: 'client', label: 'Cliente', cell: ({ client_informations: { name } }) => name || NONE },
  { key: 'product', label: labelOf('product'), cell: ({ product_informations: { name } }) => name || NONE },
  { key: 'partner', label: labelOf('partner_id'), cell: ({ partner }) => partner ?? NONE },
  {
    key: 'status',
    label: 'Situação',
    cell: (row) => (row.imported ? 'Já importada' : proposalStatus(row) || NONE),
  },
]

export default function ProposalTable({ proposals, showsBypass, onChoose, onBypass }: ProposalTableProps) {
  const [state, setState] = useState<TableState>(FIRST_PAGE)
  const columns: readonly Column<Proposal>[] = [
    ...COLUMNS,
    ...(showsBypass
      ? [
          {
            key: 'bypass_allowed',
            label: 'Permite duplicidade',
            cell: (row: Proposal) => <Bypass row={row} onBypass={onBypass} />,
          },
        ]
      : []),
    {
      key: 'acao',
      label: 'Ação',
      align: 'right',
      isActions: true,
      cell: (row) => <Choose row={row} onChoose={onChoose} />,
    },
  ]
  return (
    <DataTable<Proposal>
      label="Propostas encontradas"
      columns={columns}
      rows={proposals}
      idOf={({ id }) => id}
      state={state}
      onState={setState}
      empty={<Text c="dimmed">Nenhuma proposta encontrada.</Text>}
    />
  )
}

type OfRow<Name extends 'onBypass' | 'onChoose'> = Pick<ProposalTableProps, Name> & { readonly row: Proposal }

/** Enabled only while unset: docs/rules.md#proposals. */
function Bypass({ row, onBypass }: OfRow<'onBypass'>) {
  return (
    <Checkbox
      aria-label={`Permitir duplicidade da proposta ${row.proposal}`}
      checked={row.bypass_allowed === true}
      disabled={row.bypass_allowed !== null}
      onChange={() => onBypass(row)}
    />
  )
}

function Choose({ row, onChoose }: OfRow<'onChoose'>) {
  return (
    <Button
      size="xs"
      flex="none"
      variant="default"
      disabled={!isChoosable(row)}
      onClick={() => onChoose(row)}
      aria-label={`Selecionar proposta ${row.proposal}`}
    >
      Selecionar
    </Button>
  )
}
