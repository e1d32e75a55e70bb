/**
 * The found proposals: a row each, on a phone a card each. Administrators also see the permission of duplicates and may
 * set it while it is unset.
 */
import { Button, Checkbox, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Proposal } from '../../../contract/proposals.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { proposalStatus } from './proposal-part.ts'

interface ProposalTableProps {
  readonly proposals: readonly Proposal[]
  readonly showsBypass: boolean
  readonly onChoose: (proposal: Proposal) => void
  /** Opens a question first: the decision is final. */
  readonly onBypass: (proposal: Proposal) => void
}
type RowProps = Omit<ProposalTableProps, 'proposals'> & { readonly row: Proposal }

/** A proposal that is already a lead may become another only if an administrator allowed it. */
const isChoosable = ({ imported, bypass_allowed }: Proposal) => !imported || bypass_allowed === true

const NONE = '—'
const wordsOf = (row: Proposal) => ({
  date: row.proposal_date === null ? NONE : formatDateTime(row.proposal_date),
  client: row.client_informations.name || NONE,
  product: row.product_informations.name || NONE,
  partner: row.partner ?? NONE,
  status: row.imported ? 'Já importada' : proposalStatus(row) || NONE,
})

export function ProposalTable({ proposals, ...rest }: ProposalTableProps) {
  const narrow = useMediaQuery('(max-width: 48em)')
  if (proposals.length === 0) return <Text c="dimmed">Nenhuma proposta encontrada.</Text>
  if (narrow)
    return (
      <Stack component="ul" gap="sm" m={0} p={0}>
        {proposals.map((row) => (
          <Card key={row.id} row={row} {...rest} />
        ))}
      </Stack>
    )
  return (
    <Table.ScrollContainer minWidth={760} maxHeight={420} type="native">
      <Table stickyHeader verticalSpacing={6} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{labelOf('proposal')}</Table.Th>
            <Table.Th scope="col">Data</Table.Th>
            <Table.Th scope="col">Cliente</Table.Th>
            <Table.Th scope="col">{labelOf('product')}</Table.Th>
            <Table.Th scope="col">{labelOf('partner_id')}</Table.Th>
            <Table.Th scope="col">Situação</Table.Th>
            {rest.showsBypass ? <Table.Th scope="col">Permite duplicidade</Table.Th> : null}
            <Table.Th scope="col" aria-label="Ação" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {proposals.map((row) => (
            <Row key={row.id} row={row} {...rest} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row(props: RowProps) {
  const { row } = props
  const words = wordsOf(row)
  return (
    <Table.Tr>
      <Table.Th scope="row">{row.proposal}</Table.Th>
      <Table.Td>{words.date}</Table.Td>
      <Table.Td>{words.client}</Table.Td>
      <Table.Td>{words.product}</Table.Td>
      <Table.Td>{words.partner}</Table.Td>
      <Table.Td>{words.status}</Table.Td>
      {props.showsBypass ? (
        <Table.Td>
          <Bypass {...props} />
        </Table.Td>
      ) : null}
      <Table.Td>
        <Choose {...props} />
      </Table.Td>
    </Table.Tr>
  )
}

function Card(props: RowProps) {
  const { row } = props
  const words = wordsOf(row)
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text fw={600}>
          {row.proposal} · {words.client}
        </Text>
        <Choose {...props} />
      </Group>
      <Text size="sm" mt={4}>
        {words.product} · {words.partner}
      </Text>
      <Text size="sm" c="dimmed">
        {words.date} · {words.status}
      </Text>
      {props.showsBypass ? (
        <Group mt="xs">
          <Bypass {...props} label="Permite duplicidade" />
        </Group>
      ) : null}
    </Paper>
  )
}

/** Enabled only while unset: docs/rules.md#proposals. */
function Bypass({ row, onBypass, label }: RowProps & { readonly label?: string }) {
  return (
    <Checkbox
      aria-label={`Permitir duplicidade da proposta ${row.proposal}`}
      checked={row.bypass_allowed === true}
      disabled={row.bypass_allowed !== null}
      onChange={() => onBypass(row)}
      {...(label === undefined ? {} : { label })}
    />
  )
}

function Choose({ row, onChoose }: RowProps) {
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
