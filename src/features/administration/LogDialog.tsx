/** What became of a row, page by page: the runs of an automation, the deliveries of a webhook. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Answer } from '../../device/useAnswer.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataTable, type DataTableProps } from '../../ui/table/DataTable.tsx'
import { tableState } from '../../ui/table/table-search.ts'
import { useScreenQuery } from '../../ui/useScreenQuery.ts'

const NARROW = '(max-width: 43.75em)'
const CARDS = '(max-width: 62em)'

/** What a log begins with. */
export const firstPage = () => tableState({ por_pagina: 25 })

interface LogDialogProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'state' | 'onState'> {
  readonly title: string
  /** How long the log lasts. */
  readonly note: string
  readonly filter?: ReactNode
  readonly empty: { readonly title: string; readonly text: string }
  readonly answer: Answer<{ readonly data: readonly Row[]; readonly meta: { readonly total: number } }>
  readonly onClose: () => void
}

export function LogDialog<Row extends { readonly id: number }>(props: LogDialogProps<Row>) {
  const { title, note: words, filter, empty, answer, state, onClose, ...table } = props
  const narrow = useScreenQuery(NARROW)
  const rows = answer.value?.data
  const note = (
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  )
  return (
    <Dialog opened onClose={onClose} title={title} size="80rem" fullScreen={narrow}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          {filter ?? note}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={answer.refresh}
          >
            Atualizar
          </Button>
        </Group>
        {filter === undefined ? null : note}
        {answer.problem === null ? null : (
          <Alert color="red" role="alert">
            {answer.problem.words}
          </Alert>
        )}
        {rows === undefined && answer.problem !== null ? null : (
          <DataTable
            {...table}
            label={title}
            rows={rows}
            total={answer.value?.meta.total ?? 0}
            idOf={({ id }) => id}
            state={{ ...state, sort: null }}
            cardsIn={CARDS}
            empty={
              <EmptyState drawing="lost" title={empty.title}>
                {empty.text}
              </EmptyState>
            }
          />
        )}
      </Stack>
    </Dialog>
  )
}
