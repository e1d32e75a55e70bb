/**
 * 'Situação do atendimento': the service-status select of leads beyond Origem. While closed it is a plain button in a
 * select's look: a card is rendered for each scrolled row, but its list is rarely opened.
 */
import { Select } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { CatalogueEntry } from '../../domain/catalogue/catalogue.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import { CLEAR_BUTTON } from '../../ui/theme.ts'
import classes from './ServiceStatusSelect.module.css'

interface ServiceStatusSelectProps {
  readonly value: number | null
  readonly options: readonly CatalogueEntry[]
  readonly onChange: (status: number | null) => void
}

const LABEL = labelOf('service_status')
const CLEAR = {
  ...CLEAR_BUTTON,
  'aria-label': 'Limpar situação',
  title: 'Limpar situação',
  // Escape on the button closes the list, not the surrounding dialog.
  'data-mantine-stop-propagation': true,
  // A press outside the list closes it, and would remove this button before its click.
  onMouseDown: (press: SyntheticEvent) => press.stopPropagation(),
  onTouchStart: (press: SyntheticEvent) => press.stopPropagation(),
} as const
const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

export function ServiceStatusSelect({ value, options, onChange }: ServiceStatusSelectProps) {
  const [opened, setOpened] = useState(false)
  const closed = useRef<HTMLButtonElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    // The list had the focus and has disappeared: the button takes the focus.
    if (!opened && wasOpened.current && document.activeElement === document.body) closed.current?.focus()
    wasOpened.current = opened
  }, [opened])

  if (opened)
    return <OpenSelect value={value} options={options} onChange={onChange} onClose={() => setOpened(false)} />
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

function OpenSelect({
  value,
  options,
  onChange,
  onClose,
}: ServiceStatusSelectProps & { readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const root = useRef<HTMLDivElement>(null)
  /** The list also closes when the focus moves to the × beside its field. The select must then stay open. */
  const toClear = useRef(false)
  useEffect(() => field.current?.focus(), [])
  const choose = (status: number | null) => {
    onClose()
    if (status !== value) onChange(status)
  }
  const onKey = (event: KeyboardEvent) => {
    const inField = event.target === field.current
    if (event.key === 'Escape' && !inField) onClose()
    if (event.key !== 'Tab' || event.shiftKey || !inField || value === null) return
    event.preventDefault()
    toClear.current = true
    root.current?.querySelector<HTMLButtonElement>(`[aria-label="${CLEAR['aria-label']}"]`)?.focus()
    toClear.current = false
  }
  const onLeave = (event: FocusEvent) => {
    // Wait until the focus has moved: otherwise the button would take it back.
    if (!event.currentTarget.contains(event.relatedTarget)) setTimeout(onClose)
  }
  return (
    <Select
      aria-label={LABEL}
      placeholder={LABEL}
      size="sm"
      ref={field}
      wrapperProps={{ ref: root, onKeyDown: onKey, onBlur: onLeave }}
      defaultDropdownOpened
      onDropdownClose={() => {
        if (!toClear.current) onClose()
      }}
      clearable={value !== null}
      clearButtonProps={CLEAR}
      data={options.map(({ var_id, value: label }) => ({ value: String(var_id), label }))}
      value={value === null ? null : String(value)}
      onChange={(picked) => choose(picked === null ? null : Number(picked))}
    />
  )
}
