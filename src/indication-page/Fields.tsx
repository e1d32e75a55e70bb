/** Plain fields: label, input, sentence. Masks as in the app. */
import type { ReactNode } from 'react'
import type { Typing } from '../domain/documents/typing.ts'
import { useMask } from '../ui/useMask.ts'
import { isMemoryOnly } from './memory-only.ts'

export interface FieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  readonly help?: string | undefined
  readonly required?: boolean
  readonly wide?: boolean
  readonly max?: number
  readonly onChange: (value: string) => void
}

interface FrameProps extends Pick<FieldProps, 'id' | 'label' | 'error' | 'help' | 'required' | 'wide'> {
  readonly children: ReactNode
}

function Frame({ id, label, error, help, required = false, wide = false, children }: FrameProps) {
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </label>
      {help === undefined ? null : (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
      {children}
      {error === undefined ? null : (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}

const described = ({ id, error, help, required = false }: FieldProps) => ({
  id,
  required,
  'aria-invalid': error !== undefined,
  'aria-describedby':
    [error === undefined ? '' : `${id}-error`, help === undefined ? '' : `${id}-help`].join(' ').trim() ||
    undefined,
})

interface TextProps extends FieldProps {
  readonly type?: 'text' | 'email'
  readonly complete?: string
}

export function TextField(props: TextProps) {
  const { value, type = 'text', complete = 'off', max = 200, onChange } = props
  return (
    <Frame {...props}>
      <input
        {...described(props)}
        type={type}
        autoComplete={isMemoryOnly() ? 'off' : complete}
        maxLength={max}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Frame>
  )
}

export function LongField(props: FieldProps) {
  const { value, max = 2000, onChange } = props
  return (
    <Frame {...props} wide>
      <textarea
        {...described(props)}
        rows={3}
        maxLength={max}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Frame>
  )
}

interface MaskedProps extends FieldProps {
  readonly typing: Typing
  readonly type?: 'text' | 'email'
  readonly complete?: string
}

export function MaskedField(props: MaskedProps & { readonly onBlur?: (() => void) | undefined }) {
  const { value, typing, type = 'text', complete = 'off', onChange, onBlur } = props
  const { keyboard, placeholder, ...mask } = typing
  const { masked, said } = useMask({ ...mask, value, onChange })
  const shown = said === undefined ? props : { ...props, error: said }
  return (
    <Frame {...shown}>
      <input
        {...described(shown)}
        type={type}
        inputMode={keyboard}
        autoComplete={isMemoryOnly() ? 'off' : complete}
        placeholder={placeholder}
        {...masked}
        onBlur={() => {
          masked.onBlur()
          onBlur?.()
        }}
      />
    </Frame>
  )
}

export function SelectField(props: FieldProps & { readonly choices: readonly string[] }) {
  const { value, choices, onChange } = props
  return (
    <Frame {...props}>
      <select {...described(props)} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Escolha</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </Frame>
  )
}

/** A choice of a few: one tap each. */
export function ChoiceField(props: FieldProps & { readonly choices: readonly string[] }) {
  const { id, label, value, error, required = false, choices, onChange } = props
  return (
    <fieldset className="field choices" id={id} tabIndex={-1} aria-invalid={error !== undefined}>
      <legend>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </legend>
      <div>
        {choices.map((choice) => (
          <label key={choice} className="choice">
            <input type="radio" name={id} checked={choice === value} onChange={() => onChange(choice)} />
            {choice}
          </label>
        ))}
      </div>
      {error === undefined ? null : <span className="error">{error}</span>}
    </fieldset>
  )
}

interface CheckProps {
  readonly id: string
  readonly label: string
  readonly checked: boolean
  readonly error?: string | undefined
  readonly onChange: (checked: boolean) => void
}

export function CheckField({ id, label, checked, error, onChange }: CheckProps) {
  return (
    <div className="check">
      <label htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {error === undefined ? null : (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
