/** The service-status select while its list is open. */
import { Select } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import type { CatalogueEntry } from '../../domain/catalogue/catalogue.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import { CLEAR_BUTTON } from '../../ui/theme.ts'

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

export interface OpenServiceStatusProps {
  readonly value: number | null
  readonly options: readonly CatalogueEntry[]
  readonly onChange: (status: number | null) => void
  readonly onClose: () => void
}

export function OpenServiceStatus({ value, options, onChange, onClose }: OpenServiceStatusProps) {
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
