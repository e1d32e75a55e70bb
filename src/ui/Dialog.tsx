/**
 * A dialog. Back closes it as Escape and X do. A form in it reports typed text (`useTypedInDialog`), about which closing
 * asks first. docs/rules.md#leaving
 */
import { Modal, type ModalProps } from '@mantine/core'
import { useState } from 'react'
import { useClosing } from './leaving/useClosing.tsx'
import { type DialogLeaving, DialogLeavingContext } from './leaving/useLayer.ts'

export function Dialog({ opened, onClose, closeOnEscape = true, children, ...rest }: ModalProps) {
  const [isTyped, setTyped] = useState(false)
  const { close, asks, question } = useClosing({ opened, isTyped, onClose })
  const leaving: DialogLeaving = { report: setTyped, close }
  return (
    <>
      <Modal opened={opened} onClose={close} closeOnEscape={closeOnEscape && !asks} {...rest}>
        <DialogLeavingContext value={leaving}>{children}</DialogLeavingContext>
      </Modal>
      {question}
    </>
  )
}
