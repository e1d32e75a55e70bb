/** The form around the set-up of one second factor: its problem and its buttons below the fields. */
import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface SetUpFrameProps {
  readonly children: ReactNode
  readonly problem: string | null
  /** Names the button that sets it up. */
  readonly submit: string
  readonly busy: boolean
  readonly disabled?: boolean
  readonly onSubmit: () => Promise<void>
  readonly onCancel: () => void
}

export function SetUpFrame({
  children,
  problem,
  submit,
  busy,
  disabled,
  onSubmit,
  onCancel,
}: SetUpFrameProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <Stack gap="md">
        {children}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy} disabled={disabled ?? false}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
