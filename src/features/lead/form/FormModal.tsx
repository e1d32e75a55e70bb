/**
 * A form over the whole screen. It keeps typed values as a draft. Its address names it, and Back leaves that address.
 */
import type { ReactNode } from 'react'
import { LayerModal } from '../../../ui/LayerModal.tsx'
import classes from './EditLead.module.css'

interface FormModalProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  /** Called when the form has disappeared and the focus has returned. */
  readonly onClosed?: (() => void) | undefined
  readonly children: ReactNode
}

export function FormModal({ opened, title, onClose, onClosed, children }: FormModalProps) {
  return (
    <LayerModal
      takesBack={false}
      opened={opened}
      onClose={onClose}
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      fullScreen
      title={<span title={title}>{title}</span>}
      classNames={{
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
        content: classes.content ?? '',
      }}
    >
      {children}
    </LayerModal>
  )
}
