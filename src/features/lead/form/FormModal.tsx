/** A form over the whole screen. Escape belongs to what stands over it (lists, calendars, dialogs); it closes by its buttons and the browser's back. */
import { Modal } from '@mantine/core'
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

export function FormModal({ opened, title, onClose, onClosed, children }: FormModalProps) {
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
