/**
 * A question before an action: Cancelar and Continuar. For an irreversible action: Voltar, and a button named after the
 * action (docs/rules.md#questions). Also the alert with a single Ok. The focus returns by itself.
 */
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { LayerModal } from './LayerModal.tsx'
import type { LayerKind } from './layer-order.ts'
import type { Dialog } from './useDialog.ts'

/** Closes without a transition: the tap's effect is visible at once, even if the action takes longer. */
const AT_ONCE = { duration: 0, exitDuration: 0 } as const

interface Question {
  readonly opened: boolean
  readonly title: string
  readonly children?: ReactNode
  readonly busy?: boolean
  /** A question with lists has room for them. */
  readonly size?: 'md' | 'lg'
  readonly layer?: LayerKind
  /** A third answer, between the others. */
  readonly other?: { readonly label: string; readonly onChoose: () => void }
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** An irreversible action names its button. The button is red, and Enter alone does not press it. */
type Answers =
  | { readonly danger: true; readonly confirm: string }
  | { readonly danger?: false; readonly confirm?: string }

type ConfirmDialogProps = Question & Answers

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    danger = false,
    confirm = 'Continuar',
    size = 'md',
    other,
    layer,
    onConfirm,
    onClose,
  } = props
  return (
    <LayerModal
      kind={layer}
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      transitionProps={AT_ONCE}
    >
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus={danger || undefined}>
            {danger ? 'Voltar' : 'Cancelar'}
          </Button>
          {other === undefined ? null : (
            <Button variant="default" onClick={other.onChoose}>
              {other.label}
            </Button>
          )}
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
    </LayerModal>
  )
}

type SubjectQuestionProps<Subject> = Omit<Question, 'opened' | 'onConfirm' | 'onClose'> &
  Answers & {
    readonly dialog: Dialog<Subject>
    readonly onConfirm: (subject: Subject) => void
  }

/** The question before an action on the subject of a dialog (`useDialog`). */
export function SubjectQuestion<Subject>({ dialog, onConfirm, ...rest }: SubjectQuestionProps<Subject>) {
  const { subject, opened, close } = dialog
  const confirm = () => {
    if (subject !== null) onConfirm(subject)
  }
  return <ConfirmDialog {...rest} opened={opened} onConfirm={confirm} onClose={close} />
}

type AlertDialogProps = Pick<Question, 'opened' | 'title' | 'children' | 'onClose'>

export function AlertDialog({ opened, title, children, onClose }: AlertDialogProps) {
  return (
    <LayerModal opened={opened} onClose={onClose} title={title} size="md">
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Ok
          </Button>
        </Group>
      </Stack>
    </LayerModal>
  )
}
