/** What an automation did, and what it left out and why. docs/rules.md#automations */
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Automation,
  type AutomationRun,
  automationRunsRoute,
} from '../../../contract/administration/automations.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { resultWords } from '../../../domain/automations/outcomes.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import lines from '../../../ui/LineLink.module.css'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { tableState } from '../../../ui/table/table-search.ts'
import { useScreenQuery } from '../../../ui/useScreenQuery.ts'

const COLUMNS: readonly Column<AutomationRun>[] = [
  {
    key: 'lead',
    label: 'Lead',
    isTitle: true,
    cell: ({ lead_id: id }) =>
      id === null ? (
        'Lead removido'
      ) : (
        <Anchor
          size="sm"
          underline="always"
          className={lines.link}
          renderRoot={(props) => <Link to="/" search={{ lead: id }} {...props} />}
        >
          Lead {id}
        </Anchor>
      ),
  },
  { key: 'quando', label: 'Quando', noWrap: true, cell: ({ made_at: at }) => formatDateTime(at) },
  {
    key: 'feito',
    label: 'O que foi feito',
    cell: ({ results }) => (
      <Stack gap={0}>
        {results.map((result, place) => (
          // Results stand in the order of the acts.
          // oxlint-disable-next-line react/no-array-index-key
          <Text key={place} size="sm" {...(result.why === null ? {} : { c: 'dimmed' })}>
            {resultWords(result)}
          </Text>
        ))}
      </Stack>
    ),
  },
]

const NARROW = '(max-width: 43.75em)'
const CARDS = '(max-width: 62em)'

interface RunsDialogProps {
  readonly user: SessionUser
  readonly automation: Automation
  readonly onClose: () => void
}

export function RunsDialog({ user, automation, onClose }: RunsDialogProps) {
  const narrow = useScreenQuery(NARROW)
  const [state, setState] = useState(() => tableState({ por_pagina: 25 }))
  const answer = useAnswer(
    user.id,
    automationRunsRoute,
    { params: { id: automation.id }, query: { page: state.page, per_page: state.perPage } },
    { what: 'ver o registro', keeps: false },
  )
  const rows = answer.value?.data
  const title = `Registro de ${automation.name}`
  return (
    <Dialog opened onClose={onClose} title={title} size="80rem" fullScreen={narrow}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            Fica aqui por 90 dias.
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={answer.refresh}
          >
            Atualizar
          </Button>
        </Group>
        {answer.problem === null ? null : (
          <Alert color="red" role="alert">
            {answer.problem.words}
          </Alert>
        )}
        {rows === undefined && answer.problem !== null ? null : (
          <DataTable
            label={title}
            columns={COLUMNS}
            rows={rows}
            total={answer.value?.meta.total ?? 0}
            idOf={({ id }) => id}
            state={{ ...state, sort: null }}
            onState={setState}
            cardsIn={CARDS}
            empty={
              <EmptyState drawing="lost" title="Ainda não agiu">
                O que ela fizer aparece aqui, com o que não foi feito e por quê.
              </EmptyState>
            }
          />
        )}
      </Stack>
    </Dialog>
  )
}
