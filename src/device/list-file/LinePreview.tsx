/** What the file says: how many lines are good, the first of them, and each refused one with its reason. */
import { Alert, Button, Group, List, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { isReferred, type Preview } from '../../domain/spreadsheet/preview.ts'
import { counted } from '../../domain/text/counted.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import classes from './LinePreview.module.css'
import type { OpenFile } from './useListFile.ts'

/** A phone, a date or a number is never broken; a long name is. */
const LONGEST_WHOLE = 20
const COLUMN_WIDTH = 150

interface LinePreviewProps {
  readonly chosen: OpenFile
  /** Labels of required fields without a column: until they have one no line is read. */
  readonly missing: readonly string[]
  /** What a refused line is known by: 'Apólice'. */
  readonly reference: string
  readonly onSaveRefused: () => Promise<void>
}

export function LinePreview({
  chosen: { preview, failed },
  missing,
  reference,
  onSaveRefused,
}: LinePreviewProps) {
  if (missing.length > 0)
    return <Text c="dimmed">{`As linhas são lidas quando houver coluna para: ${missing.join(', ')}.`}</Text>
  if (failed)
    return (
      <Alert color="red" role="alert">
        Não foi possível ler as linhas. Escolha o arquivo de novo.
      </Alert>
    )
  if (preview === null)
    return <Skeleton height={180} role="status" aria-label="Lendo as linhas" aria-busy="true" />
  const { good, refused, blank, total, warnings, known } = preview
  if (total === 0)
    return <Text role="status">A planilha tem só os títulos das colunas: não há linhas para importar.</Text>
  return (
    <Stack gap="md">
      <Text role="status">
        {`${counted(total, 'linha', 'linhas')} = `}
        <b>{counted(good, 'boa', 'boas')}</b>
        {` + ${counted(refused, 'recusada', 'recusadas')} + ${formatNumber(blank)} em branco`}
      </Text>
      {known.length === 0 ? null : (
        <Alert color="blue" title="Já estão no Farol">
          <Sentences of={known} />
        </Alert>
      )}
      {warnings.length === 0 ? null : (
        <Alert color="yellow" title="Confira antes de importar">
          <Sentences of={warnings} />
        </Alert>
      )}
      {preview.first.length === 0 ? null : <FirstLines preview={preview} />}
      <RefusedLines preview={preview} reference={reference} onSave={onSaveRefused} />
    </Stack>
  )
}

function Sentences({ of }: { readonly of: readonly string[] }) {
  return (
    <List size="sm">
      {of.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  )
}

function FirstLines({ preview: { columns, first } }: { readonly preview: Preview }) {
  return (
    <Table.ScrollContainer
      minWidth={Math.min(980, columns.length * COLUMN_WIDTH)}
      type="native"
      tabIndex={0}
      role="region"
      aria-label="Primeiras linhas da planilha"
    >
      <Table aria-label="Primeiras linhas" fz="sm" striped>
        <Table.Thead>
          <Table.Tr>
            {columns.map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.map(({ line, cells }) => (
            <Table.Tr key={line}>
              {cells.map((cell, place) => (
                <Table.Td
                  key={columns[place]}
                  className={(cell.length > LONGEST_WHOLE ? classes.long : classes.whole) ?? ''}
                >
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface RefusedLinesProps {
  readonly preview: Preview
  readonly reference: string
  readonly onSave: () => Promise<void>
}

function RefusedLines({ preview: { refused, firstRefused }, reference, onSave }: RefusedLinesProps) {
  if (refused === 0) return null
  const hidden = refused - firstRefused.length
  const hasReferences = isReferred(firstRefused)
  return (
    <Alert color="yellow">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            Estas linhas não serão importadas
          </Title>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => void onSave()}
          >
            Baixar recusadas
          </Button>
        </Group>
        <Table aria-label="Linhas recusadas" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={64}>Linha</Table.Th>
              {hasReferences ? <Table.Th>{reference}</Table.Th> : null}
              <Table.Th>Motivo</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {firstRefused.map(({ line, reference: known, reason }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                {hasReferences ? <Table.Td className={classes.long ?? ''}>{known}</Table.Td> : null}
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {hidden > 0 ? <Text size="sm">E mais {formatNumber(hidden)}, todas no arquivo.</Text> : null}
      </Stack>
    </Alert>
  )
}
