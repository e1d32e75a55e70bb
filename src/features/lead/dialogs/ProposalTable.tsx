/** The proposals found, a row each; the permission of duplicates for administrators, settable while nobody has decided. */
import { Button, Checkbox, Table, Text } from '@mantine/core'
import type { Proposal } from '../../../contract/proposals.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { proposalStatus } from './proposal-part.ts'

interface ProposalTableProps {
  readonly proposals: readonly Proposal[]
  readonly showsBypass: boolean
  readonly onChoose: (proposal: Proposal) => void
  readonly onBypass: (proposal: Proposal, allowed: boolean) => void
}

/** One that is a lead already may become another only where an administrator allowed it. */
const isChoosable = ({ imported, bypass_allowed }: Proposal) => !imported || bypass_allowed === true

export function ProposalTable({ proposals, showsBypass, onChoose, onBypass }: ProposalTableProps) {
  if (proposals.length === 0) return <Text c="dimmed">Nenhuma proposta encontrada.</Text>
  return (
    <Table.ScrollContainer minWidth={760} maxHeight={420} type="native">
      <Table stickyHeader verticalSpacing={6} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Proposta</Table.Th>
            <Table.Th scope="col">Data</Table.Th>
            <Table.Th scope="col">Cliente</Table.Th>
            <Table.Th scope="col">Produto</Table.Th>
            <Table.Th scope="col">Concessionária</Table.Th>
            <Table.Th scope="col">Situação</Table.Th>
            {showsBypass ? <Table.Th scope="col">Permite duplicidade</Table.Th> : null}
            <Table.Th scope="col" aria-label="Ação" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {proposals.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Th scope="row">{row.proposal}</Table.Th>
              <Table.Td>{row.proposal_date === null ? '—' : formatDateTime(row.proposal_date)}</Table.Td>
              <Table.Td>{row.client_informations.name || '—'}</Table.Td>
              <Table.Td>{row.product_informations.name || '—'}</Table.Td>
              <Table.Td>{row.partner ?? '—'}</Table.Td>
              <Table.Td>{row.imported ? 'Já importada' : proposalStatus(row) || '—'}</Table.Td>
              {showsBypass ? (
                <Table.Td>
                  <Checkbox
                    aria-label={`Permitir duplicidade da proposta ${row.proposal}`}
                    checked={row.bypass_allowed === true}
                    disabled={row.bypass_allowed !== null}
                    onChange={(event) => onBypass(row, event.currentTarget.checked)}
                  />
                </Table.Td>
              ) : null}
              <Table.Td>
                <Button
                  size="xs"
                  variant="default"
                  disabled={!isChoosable(row)}
                  onClick={() => onChoose(row)}
                  aria-label={`Selecionar proposta ${row.proposal}`}
                >
                  Selecionar
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
