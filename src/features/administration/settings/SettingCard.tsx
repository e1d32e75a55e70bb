/** A section of settings: its fields, and a foot that appears once something was changed. */
import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SettingCardProps {
  readonly title: string
  readonly children: ReactNode
  readonly dirty: boolean
  readonly busy: boolean
  readonly problem: string | null
  readonly onSave: () => void
  readonly onCancel: () => void
}

export function SettingCard({ title, children, dirty, busy, problem, onSave, onCancel }: SettingCardProps) {
  return (
    <Paper
      component="form"
      withBorder
      p="lg"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Stack gap="md">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={!dirty || busy} onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" disabled={!dirty} loading={busy}>
            Salvar
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
