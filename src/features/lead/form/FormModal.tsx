/**
 * A form over the whole screen. Escape closes what stands over it (lists, calendars, dialogs) first; with nothing there
 * the form itself, which keeps what was typed as a draft.
 */
import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './EditLead.module.css'

interface FormModalProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  /** It is gone from the screen, focus given back. */
  readonly onClosed?: (() => void) | undefined
  readonly children: ReactNode
}

/** Whether a list, calendar or dialog takes the key. A list without a single suggestion is open and not to be seen. */
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
  // Asked while the key goes down the page, before what it closes is gone.
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
      title={title}
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
