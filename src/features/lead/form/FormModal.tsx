/**
 * A form over the whole screen. It keeps typed values as a draft. Its address names it, and Back leaves that address.
 */

import { Modal } from '@mantine/core'
import { createContext, type ReactNode, useState } from 'react'
import { LayerModalRoot } from '../../../ui/LayerModal.tsx'
import { OPENS_AT_ONCE } from '../../../ui/theme.ts'
import classes from './EditLead.module.css'

interface FormModalProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  /** Called when the form has disappeared and the focus has returned. */
  readonly onClosed?: (() => void) | undefined
  /** In the head, right of the title, after the place for the form's own part. */
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** The place of the form's part in the head, or null where the head is only a title. */
export const HeadPlace = createContext<HTMLElement | null>(null)

export function FormModal({ opened, title, onClose, onClosed, head, children }: FormModalProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <LayerModalRoot
      takesBack={false}
      opened={opened}
      onClose={onClose}
      {...OPENS_AT_ONCE}
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      fullScreen
      classNames={{
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
        content: classes.content ?? '',
      }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <Modal.Header {...(head === undefined ? {} : { mod: { wide: true } })}>
          <Modal.Title>
            <span title={title}>{title}</span>
          </Modal.Title>
          {head === undefined ? null : (
            <>
              <div className={classes.place} ref={setPlace} />
              {head}
            </>
          )}
          <Modal.CloseButton aria-label="Fechar" />
        </Modal.Header>
        <Modal.Body>
          <HeadPlace value={place}>{children}</HeadPlace>
        </Modal.Body>
      </Modal.Content>
    </LayerModalRoot>
  )
}
