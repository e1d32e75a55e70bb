/** The screen of an empty, missing, denied or failed state: a drawing, a sentence, and a possible action. */
import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  readonly drawing: DrawingName
  readonly title: string
  readonly children?: ReactNode
  /** A button or link. */
  readonly action?: ReactNode
  /** The heading's level: 1 if it is the whole screen. */
  readonly order?: 1 | 2 | 3
}

export function EmptyState({ drawing, title, children, action, order = 2 }: EmptyStateProps) {
  return (
    <Stack className={classes.root} align="center" gap="xs">
      <Drawing name={drawing} />
      <Title order={order} size="h3" ta="center" mt="xs">
        {title}
      </Title>
      {children === undefined ? null : (
        <Text c="dimmed" ta="center" className={classes.sentence} component="div">
          {children}
        </Text>
      )}
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </Stack>
  )
}
