/**
 * A form over the whole screen. It keeps typed values as a draft. Its address names it, and Back leaves that address.
 */

import {
  ModalBody,
  ModalCloseButton,
  ModalContent,
  ModalHeader,
  ModalOverlay,
  ModalTitle,
} from '@mantine/core'
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
      <ModalOverlay backgroundOpacity={0.45} />
      <ModalContent>
        <ModalHeader {...(head === undefined ? {} : { mod: { wide: true } })}>
          <ModalTitle>
            <span title={title}>{title}</span>
          </ModalTitle>
          {head === undefined ? null : (
            <>
              <div className={classes.place} ref={setPlace} />
              {head}
            </>
          )}
          <ModalCloseButton aria-label="Fechar" />
        </ModalHeader>
        <ModalBody>
          <HeadPlace value={place}>{children}</HeadPlace>
        </ModalBody>
      </ModalContent>
    </LayerModalRoot>
  )
}
