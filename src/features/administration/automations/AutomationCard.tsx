/** One automation: its sentence, how it fares, and what can be done with it. */
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Automation } from '../../../contract/administration/automations.ts'
import { AUTOMATION_STATE_WORDS } from '../../../domain/automations/definition.ts'
import { type AutomationNames, sentenceOf } from '../../../domain/automations/sentence.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { missingWords } from './automation-names.ts'

export interface AutomationActs {
  readonly onLog: () => void
  readonly onEdit: () => void
  readonly onSwitch: () => void
  readonly onRemove: () => void
}

interface AutomationCardProps extends AutomationActs {
  readonly row: Automation
  readonly names: AutomationNames
  readonly busy: boolean
}

const COLORS = { on: 'green', off: 'gray', paused: 'red', restored: 'red' } as const

const faring = ({ times, last_acted_at: last }: Automation): string =>
  last === null
    ? 'Ainda não agiu'
    : `Agiu ${counted(times, 'vez', 'vezes')} em 30 dias · última em ${formatDateTime(last)}`

export function AutomationCard({ row, names, busy, ...acts }: AutomationCardProps) {
  const { name, state } = row
  const isOn = state === 'on'
  const missing = missingWords(row)
  return (
    <Paper component="li" withBorder p="md" style={{ listStyle: 'none' }}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <SoftChip color={COLORS[state]} wraps>
            {AUTOMATION_STATE_WORDS[state]}
          </SoftChip>
        </Group>
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
        <Group gap="xs" mt={4}>
          <Button
            size="xs"
            variant={isOn ? 'default' : 'filled'}
            aria-label={`${isOn ? 'Desligar' : 'Ligar'} ${name}`}
            disabled={busy}
            onClick={acts.onSwitch}
          >
            {isOn ? 'Desligar' : 'Ligar'}
          </Button>
          <Button size="xs" variant="default" aria-label={`Registro de ${name}`} onClick={acts.onLog}>
            Registro
          </Button>
          <Button size="xs" variant="default" aria-label={`Editar ${name}`} onClick={acts.onEdit}>
            Editar
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            aria-label={`Remover automação ${name}`}
            disabled={busy}
            onClick={acts.onRemove}
          >
            Remover automação
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
