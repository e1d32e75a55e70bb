/** What a line asks for, by the table of fields. */
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { askedOf, DETAIL_FIELDS, type DetailField } from '../../domain/indication/detail-fields.ts'
import { EMPTY_INDICATION, type LineChange, type TypedLine } from '../../domain/indication/form.ts'
import type { IndicationTab } from '../../domain/indication/lines.ts'
import { typings } from '../../domain/indication/typing.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import layout from '../../ui/FormLayout.module.css'
import { MaskedInput, maskOf } from '../../ui/MaskedInput.tsx'
import { AddressPart } from './AddressPart.tsx'
import classes from './External.module.css'
import { type Errors, fieldId, fieldProps } from './fields.ts'

const TYPINGS = typings(Date.now)

interface DetailFieldsProps {
  readonly userId: number
  readonly tab: IndicationTab
  readonly line: TypedLine
  readonly errors: Errors
  readonly onChange: (change: LineChange) => void
}

export function DetailFields(props: DetailFieldsProps) {
  const fields = DETAIL_FIELDS[props.tab.kind]
  const address = fields.find(({ input }) => input === 'address')
  return (
    <>
      <div className={`${layout.fields} ${classes.details}`}>
        {fields
          .filter(({ input }) => input !== 'address')
          .map((field) => (
            <Detail key={field.name} {...props} field={field} />
          ))}
      </div>
      {address === undefined ? null : <LineAddress {...props} field={address} />}
    </>
  )
}

type DetailProps = DetailFieldsProps & { readonly field: DetailField }

function Detail({ tab, field, line, errors, onChange }: DetailProps) {
  const { name, label, input, max, choices, help } = field
  const full = `${tab.key}.${name}`
  const value = line.values[name] ?? ''
  const set = (text: string) => onChange({ values: { ...line.values, [name]: text } })
  const required = askedOf(field, line.values) !== undefined
  const typing = TYPINGS[input]
  if (choices !== undefined)
    return (
      <ChoiceChips
        id={fieldId(full)}
        label={label}
        required={required}
        error={errors.get(full)}
        value={choices.includes(value) ? choices.indexOf(value) : null}
        choices={choices.map((choice, id) => ({ id, name: choice }))}
        onChange={(chosen) => set(chosen === null ? '' : (choices[chosen] ?? ''))}
      />
    )
  const shared = { ...fieldProps(full, errors), label, required, description: help }
  if (typing !== undefined)
    return (
      <MaskedInput
        {...shared}
        {...maskOf(typing)}
        {...(input === 'money' ? { leftSection: 'R$' } : {})}
        value={value}
        onChange={set}
      />
    )
  if (input === 'long')
    return (
      <Textarea
        {...shared}
        className={classes.full ?? ''}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={max ?? 2000}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...shared}
      className={layout.wide ?? ''}
      type={input === 'mail' ? 'email' : 'text'}
      maxLength={max ?? 200}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** Most often the customer's own. */
function LineAddress({ userId, tab, field, line, errors, onChange }: DetailProps) {
  const { address } = line
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{field.label}</legend>
      <Checkbox
        label="O mesmo endereço do cliente"
        checked={address === null}
        onChange={(event) =>
          onChange({ address: event.currentTarget.checked ? null : EMPTY_INDICATION.client.address })
        }
      />
      {address === null ? null : (
        <AddressPart
          userId={userId}
          prefix={`${tab.key}.${field.name}`}
          address={address}
          errors={errors}
          onChange={(edit) =>
            onChange(({ address: present }) => ({ address: present === null ? null : edit(present) }))
          }
        />
      )}
    </fieldset>
  )
}
