/** One key of a dealership's system: since when, when last used, and what can be done with it. */
import { Button, Group, Paper, Text } from '@mantine/core'
import type { PartnerKey } from '../../../contract/administration/partner-keys.ts'
import { formatDate, formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'

interface KeyLineProps {
  readonly row: PartnerKey
  readonly onRenew: () => void
  readonly onEnd: () => void
}

const lastUse = ({ last_used_at }: PartnerKey) =>
  last_used_at === null ? 'nunca usada' : `último uso em ${formatDateTime(last_used_at)}`

export function KeyLine({ row, onRenew, onEnd }: KeyLineProps) {
  const { name, created_at, revoked_at } = row
  return (
    <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={640} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            Criada em {formatDate(created_at)}, {lastUse(row)}
          </Text>
        </div>
        {revoked_at === null ? (
          <Group gap="xs">
            <Button size="xs" variant="default" aria-label={`Renovar chave ${name}`} onClick={onRenew}>
              Renovar
            </Button>
            <Button
              size="xs"
              variant="light"
              color="red"
              aria-label={`Encerrar chave ${name}`}
              onClick={onEnd}
            >
              Encerrar chave
            </Button>
          </Group>
        ) : (
          <SoftChip color="gray">Encerrada em {formatDate(revoked_at)}</SoftChip>
        )}
      </Group>
    </Paper>
  )
}
