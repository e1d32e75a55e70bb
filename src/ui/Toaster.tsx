/** Shows the toast: on the line that a screen reserves, otherwise at the bottom right; below menus, above dialogs. */
import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconCloudUp } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type Toast, toasts } from './notify.ts'
import classes from './Toaster.module.css'
import { freeToastPlace } from './toast-places.ts'

const ICON: Readonly<Record<Toast['kind'], ReactNode>> = {
  success: <IconCircleCheck size={18} aria-hidden />,
  warning: <IconAlertTriangle size={18} aria-hidden />,
  error: <IconCircleX size={18} aria-hidden />,
}

/** A dialog that closes after its action has disappeared after this time. */
const CLOSING_MS = 160

export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.get)
  return toast === null ? null : <Placed toast={toast} />
}

function Placed({ toast }: { readonly toast: Toast }) {
  const line = useFreeLine()
  if (toast.place === 'top')
    return createPortal(<div className={classes.top}>{words(toast)}</div>, document.body)
  if (line === undefined) return null
  if (line !== null) return createPortal(words(toast), line)
  return createPortal(<div className={classes.corner}>{words(toast)}</div>, document.body)
}

const words = (toast: Toast) => <ToastLine key={toast.id} toast={toast} />

/** The screen's own line. Null: none, or a dialog covers it. Undefined: that dialog may be closing. */
function useFreeLine(): HTMLElement | null | undefined {
  const [line, setLine] = useState<HTMLElement | null | undefined>(() => freeToastPlace() ?? undefined)
  useEffect(() => {
    const look = () => setLine((before) => freeToastPlace() ?? (before === undefined ? undefined : null))
    const settle = setTimeout(
      () => setLine(freeToastPlace()),
      document.querySelector('[aria-modal="true"]') === null ? 0 : CLOSING_MS,
    )
    // A dialog may have come with the toast. Dialogs and forms may also open or close while it is shown.
    look()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(settle)
      observer.disconnect()
    }
  }, [])
  return line
}

function ToastLine({ toast }: { readonly toast: Toast }) {
  const { kind, message, saved, waits, more, action } = toast
  /** The element that had the focus before the keyboard moved to the toast. */
  const before = useRef<Element | null>(null)
  const giveBack = () => {
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const onFocus = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    before.current = event.relatedTarget
    toasts.hold(true)
  }
  const close = () => {
    giveBack()
    toasts.close()
  }
  return (
    <div
      className={classes.toast}
      data-kind={kind}
      data-waits={waits || undefined}
      data-toast
      role={kind === 'success' ? 'status' : 'alert'}
      // Not on entering: a toast may appear under a mouse that rests where a menu was, and would never close.
      onMouseMove={() => toasts.hold(true)}
      onMouseLeave={() => toasts.hold(false)}
      onFocus={onFocus}
      onBlur={() => toasts.hold(false)}
    >
      <span className={classes.icon}>{waits ? <IconCloudUp size={18} aria-hidden /> : ICON[kind]}</span>
      <span className={classes.words}>
        {saved > 1 ? (
          <>
            <strong>
              {saved} alterações {waits ? 'na fila' : 'salvas'}
            </strong>{' '}
            ·{' '}
          </>
        ) : null}
        <span>{message}</span>
        {more > 0 ? ` · e mais ${more}` : null}
      </span>
      {action === null ? null : (
        <Button
          className={classes.action ?? ''}
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton className={classes.close ?? ''} size="sm" aria-label="Fechar aviso" onClick={close} />
    </div>
  )
}
