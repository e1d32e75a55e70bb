/** A form as part of a page: a title, its fields, what the server refused, Cancelar and Salvar. */
import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface FormCardProps {
  readonly title: string
  readonly children: ReactNode
  readonly dirty: boolean
  readonly busy: boolean
  readonly problem: string | null
  readonly onSave: () => void
  readonly onCancel: () => void
  /** False: a bar beside it saves. Enter in a field saves all the same. */
  readonly hasButtons?: boolean | undefined
  /** It is in a card that shows the title. */
  readonly isPart?: boolean | undefined
}

export function FormCard(props: FormCardProps) {
  const { title, children, dirty, busy, problem, onSave, onCancel, hasButtons = true, isPart = false } = props
  return (
    <Paper
      component="form"
      withBorder={!isPart}
      p={isPart ? 0 : 'lg'}
      {...(isPart ? { bg: 'transparent' } : {})}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Stack gap="md">
        {isPart ? null : (
          <Title order={2} size="h4">
            {title}
          </Title>
        )}
        {children}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {hasButtons ? (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={!dirty || busy} onClick={onCancel}>
              Cancelar
            </Button>
            <Button type="submit" disabled={!dirty} loading={busy}>
              Salvar
            </Button>
          </Group>
        ) : (
          <button type="submit" hidden disabled={!dirty || busy}>
            Salvar
          </button>
        )}
      </Stack>
    </Paper>
  )
}
