/** An address. A known CEP fills it; otherwise the person types it. */
import { useRef } from 'react'
import { ADDRESS_FIELDS, ADDRESS_NAMES } from '../domain/client/fields.ts'
import { CEP_TYPING } from '../domain/documents/document-typing.ts'
import { STATES } from '../domain/documents/states.ts'
import { filledAddress, type TypedAddress, withCep } from '../domain/indication/form.ts'
import type { Edit } from '../ui/usePresent.ts'
import { MaskedField, SelectField, TextField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'
import type { FindAddress } from './server-calls.ts'

interface AddressFieldsProps {
  readonly prefix: string
  readonly address: TypedAddress
  readonly errors: Errors
  readonly find: FindAddress
  readonly onChange: (edit: Edit<TypedAddress>) => void
}

export function AddressFields({ prefix, address, errors, find, onChange }: AddressFieldsProps) {
  const asked = useRef('')
  const lookUp = async () => {
    const { cep } = address
    if (find === null || cep.length < 8 || asked.current === cep) return
    asked.current = cep
    const found = await find(cep)
    if (found !== null) onChange((typed) => filledAddress(typed, address, found))
  }
  return (
    <div className="fields">
      {ADDRESS_NAMES.map((name) => (
        <AddressField
          key={name}
          name={name}
          prefix={prefix}
          value={address[name]}
          errors={errors}
          onChange={onChange}
          onBlur={name === 'cep' ? () => void lookUp() : undefined}
        />
      ))}
    </div>
  )
}

interface AddressFieldProps extends Pick<AddressFieldsProps, 'prefix' | 'errors' | 'onChange'> {
  readonly name: (typeof ADDRESS_NAMES)[number]
  readonly value: string
  readonly onBlur: (() => void) | undefined
}

function AddressField({ name, prefix, value, errors, onChange, onBlur }: AddressFieldProps) {
  const { label, typing, most } = ADDRESS_FIELDS[name]
  const full = `${prefix}.${name}`
  const shared = {
    id: fieldId(full),
    label,
    value,
    error: errors.get(full),
    onChange: (text: string) =>
      onChange((typed) => (name === 'cep' ? withCep(typed, text) : { ...typed, [name]: text })),
  }
  if (typing === 'state') return <SelectField {...shared} choices={STATES} />
  if (typing === 'text') return <TextField {...shared} wide={name === 'street'} max={most} />
  return <MaskedField {...shared} typing={CEP_TYPING} complete="postal-code" onBlur={onBlur} />
}
