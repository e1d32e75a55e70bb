/** A card of the profile whose content the server has: what it is about, why it can't be read, or its content. */
import { Alert, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface ServerSectionProps {
  readonly title: string
  readonly text: string
  /** Why it could not be read. */
  readonly problem: string | null
  /** Nothing is known yet. */
  readonly isLoading: boolean
  /** In the column of the card. */
  readonly children: ReactNode
  /** Beside the column. */
  readonly dialogs: ReactNode
}

export function ServerSection({ title, text, problem, isLoading, children, dialogs }: ServerSectionProps) {
  return (
    <Paper component="section" withBorder p="lg" aria-label={title}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {problem === null ? null : (
          <Alert color="gray" role="alert">
            {problem}
          </Alert>
        )}
        {isLoading && problem === null ? (
          <Skeleton height={120} role="status" aria-label="Carregando" />
        ) : null}
        {children}
      </Stack>
      {dialogs}
    </Paper>
  )
}
