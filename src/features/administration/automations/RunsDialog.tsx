/** What an automation did, and what it left out and why. docs/rules.md#automations */
import { Anchor, Stack, Text } from '@mantine/core'
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
import lines from '../../../ui/LineLink.module.css'
import type { Column } from '../../../ui/table/columns.ts'
import { firstPage, LogDialog } from '../LogDialog.tsx'

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

interface RunsDialogProps {
  readonly user: SessionUser
  readonly automation: Automation
  readonly onClose: () => void
}

export function RunsDialog({ user, automation, onClose }: RunsDialogProps) {
  const [state, setState] = useState(firstPage)
  const answer = useAnswer(
    user.id,
    automationRunsRoute,
    { params: { id: automation.id }, query: { page: state.page, per_page: state.perPage } },
    { what: 'ver o registro', keeps: false },
  )
  return (
    <LogDialog
      title={`Registro de ${automation.name}`}
      note="Fica aqui por 90 dias."
      answer={answer}
      columns={COLUMNS}
      state={state}
      onState={setState}
      empty={{
        title: 'Ainda não agiu',
        text: 'O que ela fizer aparece aqui, com o que não foi feito e por quê.',
      }}
      onClose={onClose}
    />
  )
}
