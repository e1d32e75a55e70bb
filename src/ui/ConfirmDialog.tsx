/**
 * Asks before something happens: Cancelar and Continuar; what can't be undone: Voltar, and a button that says what it does
 * (docs/rules.md#questions). And the alert, with a single Ok. Focus returns by itself.
 */
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Gone with the tap that answers it: what follows the answer may take longer, the answer itself is seen at once. */
const AT_ONCE = { exitDuration: 0 } as const

interface Question {
  readonly opened: boolean
  readonly title: string
  readonly children?: ReactNode
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** What can't be undone has its own words: the button is red, and Enter alone does not press it. */
type Answers =
  | { readonly danger: true; readonly confirm: string }
  | { readonly danger?: false; readonly confirm?: string }

type ConfirmDialogProps = Question & Answers

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, danger = false, confirm = 'Continuar', onConfirm, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="md" transitionProps={AT_ONCE}>
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus={danger || undefined}>
            {danger ? 'Voltar' : 'Cancelar'}
          </Button>
          <Button
            onClick={onConfirm}
            loading={props.busy ?? false}
            {...(danger ? { color: 'red' } : {})}
            data-autofocus={!danger || undefined}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type AlertDialogProps = Pick<Question, 'opened' | 'title' | 'children' | 'onClose'>

export function AlertDialog({ opened, title, children, onClose }: AlertDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="md">
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Ok
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
