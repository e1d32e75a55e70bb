/** A choice of a few: one tap each. Radio buttons for keyboard and screen readers. Null: nothing chosen. */
import { CloseButton, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ChoiceChips.module.css'

interface ChoiceChipsProps {
  /** Id of the group, which is focused when it has an error. */
  readonly id: string
  readonly label: string
  readonly value: number | null
  readonly choices: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (value: number | null) => void
  readonly error?: ReactNode
  readonly required?: boolean
  /** Default: what is required can't be cleared. */
  readonly clearable?: boolean
  readonly disabled?: boolean
}

export function ChoiceChips(props: ChoiceChipsProps) {
  const { id, label, value, choices, onChange, error, required = false, disabled = false } = props
  const { clearable = !required } = props
  return (
    <Input.Wrapper
      className={classes.root ?? ''}
      label={label}
      labelElement="div"
      // With an id of its own the wrapper would be found in place of the group.
      labelProps={{ id: `${id}-label` }}
      error={error}
      required={required}
    >
      <div
        id={id}
        className={classes.choices}
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-invalid={Boolean(error)}
        aria-required={required}
        aria-disabled={disabled}
        tabIndex={-1}
      >
        {choices.map((choice) => (
          <label key={choice.id} className={classes.choice} data-chosen={choice.id === value || undefined}>
            <input
              type="radio"
              name={id}
              className={classes.radio}
              checked={choice.id === value}
              disabled={disabled}
              onChange={() => onChange(choice.id)}
            />
            {choice.name}
          </label>
        ))}
      </div>
      {value === null || !clearable || disabled ? null : (
        <CloseButton
          className={classes.clear ?? ''}
          size="sm"
          iconSize={14}
          aria-label={`Limpar ${label}`}
          onClick={() => {
            document.getElementById(id)?.focus()
            onChange(null)
          }}
        />
      )}
    </Input.Wrapper>
  )
}
