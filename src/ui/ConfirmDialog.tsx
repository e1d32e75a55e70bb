/** Asks before something happens: Cancelar and Continuar; and the alert, with a single Ok. Focus returns by itself. */
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Gone with the tap that answers it: what follows the answer may take longer, the answer itself is seen at once. */
const AT_ONCE = { exitDuration: 0 } as const

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children?: ReactNode
  readonly confirm?: string
  readonly cancel?: string
  /** What it does can't be undone: the button turns red, and Enter alone does not press it. */
  readonly danger?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirm = 'Continuar', cancel = 'Cancelar', onConfirm, onClose } = props
  const danger = props.danger ?? false
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="md" transitionProps={AT_ONCE}>
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus={danger || undefined}>
            {cancel}
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

type AlertDialogProps = Pick<ConfirmDialogProps, 'opened' | 'title' | 'children' | 'onClose'>

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
