/**
 * 'Situação do atendimento': the service-status select of leads beyond Origem. While closed it is a plain button in a
 * select's look: a card is rendered for each scrolled row, but its list is rarely opened.
 */
import { IconSelector } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { labelOf } from '../../domain/lead/field-words.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import type { OpenServiceStatusProps } from './OpenServiceStatus.tsx'
import classes from './ServiceStatusSelect.module.css'

const LABEL = labelOf('service_status')
/** The closed button's look for the frame before the list. */
const OpenServiceStatus = lazyAfterPaint(
  async () => (await import('./OpenServiceStatus.tsx')).OpenServiceStatus,
  () => <span className={classes.closed} />,
)
const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

export function ServiceStatusSelect({ value, options, onChange }: Omit<OpenServiceStatusProps, 'onClose'>) {
  const [opened, setOpened] = useState(false)
  const closed = useRef<HTMLButtonElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    // The list had the focus and has disappeared: the button takes the focus.
    if (!opened && wasOpened.current && document.activeElement === document.body)
      closed.current?.focus({ preventScroll: true })
    wasOpened.current = opened
  }, [opened])

  if (opened)
    return (
      <OpenServiceStatus
        value={value}
        options={options}
        onChange={onChange}
        onClose={() => setOpened(false)}
      />
    )
  const chosen = options.find(({ var_id }) => var_id === value)?.value
  const open = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return
    event.preventDefault()
    setOpened(true)
  }
  return (
    <button
      ref={closed}
      type="button"
      className={classes.closed}
      data-empty={chosen === undefined || undefined}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={chosen === undefined ? LABEL : `${LABEL}: ${chosen}`}
      onClick={() => setOpened(true)}
      onKeyDown={open}
    >
      <span className={classes.words}>{chosen ?? LABEL}</span>
      <IconSelector size={16} aria-hidden />
    </button>
  )
}
