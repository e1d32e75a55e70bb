/** A line of a file beside what it may be, with the answers that discard it or name none of these. */
import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface JudgedLineProps {
  readonly line: number
  readonly reason: string
  readonly isBusy: boolean
  readonly onDiscard: () => void
  /** 'É outra pessoa'. */
  readonly other: string
  readonly onOther: () => void
  readonly children: ReactNode
}

export function JudgedLine({ line, reason, isBusy, onDiscard, other, onOther, children }: JudgedLineProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={`Linha ${line}`}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {children}
        </SimpleGrid>
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="subtle" disabled={isBusy} onClick={onDiscard}>
            Descartar linha
          </Button>
          <Button size="xs" disabled={isBusy} onClick={onOther}>
            {other}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
