/**
 * A dialog. Back closes it as Escape and X do. A form in it reports typed text (`useTypedInDialog`), about which closing
 * asks first. docs/rules.md#leaving
 */
import { type ComponentProps, useState } from 'react'
import { LayerModal } from './LayerModal.tsx'
import { useClosing } from './leaving/useClosing.tsx'
import { type DialogLeaving, DialogLeavingContext } from './leaving/useLayer.ts'

export function Dialog({ opened, onClose, children, ...rest }: ComponentProps<typeof LayerModal>) {
  const [isTyped, setTyped] = useState(false)
  const { close, question } = useClosing({ opened, isTyped, onClose })
  const leaving: DialogLeaving = { report: setTyped, close }
  return (
    <>
      <LayerModal opened={opened} onClose={close} {...rest}>
        <DialogLeavingContext value={leaving}>{children}</DialogLeavingContext>
      </LayerModal>
      {question}
    </>
  )
}
