/** While leads of a queue are chosen: how many, and 'Transferir'. Without a connection it says why not. docs/rules.md#transfers */
import { Button, Group, Paper, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { offlineWords } from '../../../device/online.ts'
import { leadCount } from '../../../domain/lead/transfer.ts'
import classes from '../transfer/Transfer.module.css'

interface TeamBarProps {
  readonly count: number
  readonly isOffline: boolean
  readonly onClear: () => void
  readonly onTransfer: () => void
}

export function TeamBar({ count, isOffline, onClear, onTransfer }: TeamBarProps) {
  if (count === 0) return null
  return (
    <Paper
      className={classes.bar ?? ''}
      withBorder
      shadow="md"
      p="sm"
      component="section"
      aria-label="Transferir leads"
    >
      <Group gap="xs">
        <Text fw={600} role="status">
          {count === 1 ? '1 lead escolhido' : `${leadCount(count)} escolhidos`}
        </Text>
        <Button size="sm" variant="default" onClick={onClear}>
          Limpar
        </Button>
        <Button
          size="sm"
          disabled={isOffline}
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={onTransfer}
        >
          Transferir
        </Button>
        {isOffline ? (
          <Text size="sm" c="dimmed">
            {offlineWords('transferir leads')}
          </Text>
        ) : null}
      </Group>
    </Paper>
  )
}
