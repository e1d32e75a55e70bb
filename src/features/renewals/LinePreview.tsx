/** What the file says: how many lines are good, the first of them, and each refused one with its reason. */
import { Alert, Button, Group, List, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import type { ReadLines, RenewalRow } from '../../domain/renewals/rows.ts'
import { formatDay } from '../../domain/time/sao-paulo.ts'
import type { Preview } from '../../workers/renewal-file-bridge.ts'
import { downloadRefused } from './refused-sheet.ts'

const number = new Intl.NumberFormat('pt-BR')
const counted = (count: number, one: string, many: string) =>
  `${number.format(count)} ${count === 1 ? one : many}`

const FIRST = 5
const FIRST_REFUSED = 20

const CELLS: readonly (readonly [label: string, cell: (row: RenewalRow) => string])[] = [
  ['Apólice', ({ policy_number }) => policy_number],
  ['Item', ({ item }) => item],
  ['Produto', ({ product }) => product],
  ['Cliente', ({ client_name }) => client_name],
  ['CPF/CNPJ', ({ document }) => formatDocument(document)],
  ['Celular', ({ cellphone }) => formatPhone(cellphone)],
  ['Telefone', ({ phone }) => formatPhone(phone)],
  ['E-mail', ({ mail }) => mail],
  ['Seguradora', ({ insurer }) => insurer],
  ['Vencimento', ({ end_of_validity }) => formatDay(end_of_validity)],
  ['Grupo', ({ group }) => group],
]

export function LinePreview({ preview }: { readonly preview: Preview | null }) {
  if (preview === null) return <Skeleton height={180} aria-label="Lendo as linhas" aria-busy="true" />
  const { lines, warnings } = preview
  const { good, refused, blank, total } = lines
  return (
    <Stack gap="md">
      <Text role="status">
        {`${counted(total, 'linha', 'linhas')} = `}
        <b>{counted(good.length, 'boa', 'boas')}</b>
        {` + ${counted(refused.length, 'recusada', 'recusadas')} + ${number.format(blank)} em branco`}
      </Text>
      {warnings.length === 0 ? null : (
        <Alert color="yellow" title="Confira antes de importar">
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {good.length === 0 ? null : (
        <Table.ScrollContainer
          minWidth={980}
          type="native"
          tabIndex={0}
          role="region"
          aria-label="Primeiras linhas da planilha"
        >
          <Table aria-label="Primeiras linhas" fz="sm" striped>
            <Table.Thead>
              <Table.Tr>
                {CELLS.map(([label]) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {good.slice(0, FIRST).map(({ line, row }) => (
                <Table.Tr key={line}>
                  {CELLS.map(([label, cell]) => (
                    <Table.Td key={label}>{cell(row)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <RefusedLines refused={refused} />
    </Stack>
  )
}

function RefusedLines({ refused }: Pick<ReadLines, 'refused'>) {
  if (refused.length === 0) return null
  const hidden = refused.length - FIRST_REFUSED
  const save = () =>
    void downloadRefused(
      refused.map(({ line, policy_number, reasons }) => ({
        line,
        policy_number,
        reason: reasons.join('; '),
      })),
    )
  return (
    <Alert color="yellow">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            Estas linhas não serão importadas
          </Title>
          <Button size="xs" variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
            Baixar recusadas
          </Button>
        </Group>
        <Table aria-label="Linhas recusadas" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>Linha</Table.Th>
              <Table.Th>Apólice</Table.Th>
              <Table.Th>Motivo</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refused.slice(0, FIRST_REFUSED).map(({ line, policy_number, reasons }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{policy_number}</Table.Td>
                <Table.Td>{reasons.join('; ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {hidden > 0 ? <Text size="sm">E mais {number.format(hidden)}, todas no arquivo.</Text> : null}
      </Stack>
    </Alert>
  )
}
