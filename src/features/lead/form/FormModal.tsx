/**
 * A form over the whole screen. Escape first closes open lists, calendars and dialogs, otherwise the form, which keeps
 * typed values as a draft.
 */
import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { createContext, type ReactNode, useState } from 'react'
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

export function FormModal({ opened, title, onClose, onClosed, head, children }: FormModalProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // In the capture phase: the list or dialog that the key closes still exists.
  useWindowEvent(
    'keydown',
    (event) => {
      if (opened && event.key === 'Escape' && !event.isComposing && !isTaken(event)) onClose()
    },
    { capture: true },
  )
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      {...OPENS_AT_ONCE}
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      fullScreen
      closeOnEscape={false}
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
    </Modal.Root>
  )
}
