/** The answer: its sentence, the proposal as it arrived, its lead, and the raw JSON. */
import { Button, Collapse, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { LeadVerification } from '../../contract/lead-verification.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { tableState } from '../../ui/table/table-search.ts'
import { useCopied } from '../../ui/useCopied.ts'
import classes from './VerificationScreen.module.css'
import { LEAD_COLUMNS, RECORD_COLUMNS } from './verified-columns.tsx'

export function VerifiedProposal({ answer }: { readonly answer: LeadVerification }) {
  const [found, record, lead] = answer
  return (
    <>
      <Group gap="sm">
        <SoftChip color={found.imported ? 'green' : found.found ? 'blue' : 'gray'}>
          {found.imported ? 'Importada' : found.found ? 'Não importada' : 'Não encontrada'}
        </SoftChip>
        <Text role="status">{found.message}</Text>
      </Group>
      {found.found ? (
        <>
          <OneRow
            title="Proposta recebida"
            columns={RECORD_COLUMNS}
            row={record}
            none="Nenhuma proposta recebida com estes filtros."
          />
          <OneRow
            title="Lead associado"
            columns={LEAD_COLUMNS}
            row={lead}
            none="Nenhum lead associado a esta proposta."
          />
        </>
      ) : null}
      <RawAnswer answer={answer} />
    </>
  )
}

interface OneRowProps<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly row: Row | null
  /** In place of the table without a row. */
  readonly none: string
}

const UNSORTED = tableState({})

function OneRow<Row extends { readonly id: number }>({ title, columns, row, none }: OneRowProps<Row>) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      <DataTable<Row>
        label={title}
        columns={columns}
        rows={row === null ? [] : [row]}
        idOf={({ id }) => id}
        state={UNSORTED}
        onState={() => {}}
        unpaged
        empty={
          <Text c="dimmed" size="sm">
            {none}
          </Text>
        }
      />
    </Stack>
  )
}

function RawAnswer({ answer }: { readonly answer: LeadVerification }) {
  const [opened, setOpened] = useState(true)
  const id = useId()
  const text = JSON.stringify(answer, null, 2)
  const { isCopied, copy } = useCopied(text)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          size="xs"
          variant="subtle"
          leftSection={opened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          Resposta em JSON
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copiado' : 'Copiar JSON'}
        </Button>
      </Group>
      <Collapse expanded={opened} id={id}>
        {/* A long answer scrolls inside, also by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={classes.json} tabIndex={0} aria-label="Resposta em JSON" role="region">
          {text}
        </pre>
      </Collapse>
    </Stack>
  )
}
