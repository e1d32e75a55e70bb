/**
 * A form over the whole screen. Escape first closes open lists, calendars and dialogs, otherwise the form, which keeps
 * typed values as a draft.
 */
import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './EditLead.module.css'

interface FormModalProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  /** Called when the form has disappeared and the focus has returned. */
  readonly onClosed?: (() => void) | undefined
  readonly children: ReactNode
}

/** Whether a list, calendar or dialog handles the key. A list without suggestions is open but invisible. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  const isOpen = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
  return (isOpen && !opensNothing(target)) || document.querySelectorAll('[role="dialog"]').length > 1
}

function opensNothing(field: Element): boolean {
  const list = field.getAttribute('aria-controls')
  return list !== null && (document.getElementById(list)?.getClientRects().length ?? 0) === 0
}

export function FormModal({ opened, title, onClose, onClosed, children }: FormModalProps) {
  // In the capture phase: the list or dialog that the key closes still exists.
  useWindowEvent(
    'keydown',
    (event) => {
      if (opened && event.key === 'Escape' && !event.isComposing && !isTaken(event)) onClose()
    },
    { capture: true },
  )
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      fullScreen
      closeOnEscape={false}
      title={<span title={title}>{title}</span>}
      classNames={{
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
        content: classes.content ?? '',
      }}
    >
      {children}
    </Modal>
  )
}
