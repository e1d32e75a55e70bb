/** One automation: its sentence, how it fares, and what can be done with it. */
import { Alert, Text } from '@mantine/core'
import type { Automation } from '../../../contract/administration/automations.ts'
import { AUTOMATION_STATE_WORDS } from '../../../domain/automations/definition.ts'
import { type AutomationNames, sentenceOf } from '../../../domain/automations/sentence.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { type SwitchedActs, SwitchedCard } from '../SwitchedCard.tsx'
import { missingWords } from './automation-names.ts'

interface AutomationCardProps extends SwitchedActs {
  readonly row: Automation
  readonly names: AutomationNames
  readonly onLog: () => void
  readonly onEdit: () => void
}

const COLORS = { on: 'green', off: 'gray', paused: 'red', restored: 'red' } as const

const faring = ({ times, last_acted_at: last }: Automation): string =>
  last === null
    ? 'Ainda não agiu'
    : `Agiu ${counted(times, 'vez', 'vezes')} em 30 dias · última em ${formatDateTime(last)}`

export function AutomationCard({ row, names, onLog, onEdit, ...acts }: AutomationCardProps) {
  const { name, state } = row
  const missing = missingWords(row)
  return (
    <SwitchedCard
      row={row}
      chip={
        <SoftChip color={COLORS[state]} wraps>
          {AUTOMATION_STATE_WORDS[state]}
        </SoftChip>
      }
      after={[
        { label: 'Registro', name: `Registro de ${name}`, onClick: onLog },
        { label: 'Editar', name: `Editar ${name}`, onClick: onEdit },
      ]}
      {...acts}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentenceOf(row, names)}
      </Text>
      <Text size="sm" c="dimmed">
        {faring(row)}
      </Text>
      {state === 'paused' || state === 'restored' ? (
        <Text size="sm">
          Desde {formatDateTime(row.state_since)} ela não age. Ligada de novo, age no que acontecer daí em
          diante.
        </Text>
      ) : null}
      {missing.length === 0 ? null : (
        <Alert color="orange" p="xs">
          {missing.join(' ')} Edite a condição.
        </Alert>
      )}
    </SwitchedCard>
  )
}
