/** An address. A known CEP fills it; otherwise the person types it. */
import { useRef } from 'react'
import { ADDRESS_FIELDS, type FoundAddress } from '../domain/client/fields.ts'
import { stateOfCep } from '../domain/documents/cep-state.ts'
import { CEP_TYPING } from '../domain/documents/document-typing.ts'
import { STATES } from '../domain/documents/states.ts'
import { filledAddress, type TypedAddress } from '../domain/indication/form.ts'
import type { Edit } from '../ui/usePresent.ts'
import { MaskedField, SelectField, TextField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'

interface AddressFieldsProps {
  readonly prefix: string
  readonly address: TypedAddress
  readonly errors: Errors
  /** Null: this server finds none. */
  readonly find: ((cep: string) => Promise<FoundAddress | null>) | null
  readonly onChange: (edit: Edit<TypedAddress>) => void
}

export function AddressFields({ prefix, address, errors, find, onChange }: AddressFieldsProps) {
  const asked = useRef('')
  const field = (name: string) => ({
    id: fieldId(`${prefix}.${name}`),
    error: errors.get(`${prefix}.${name}`),
  })
  const change = (part: Partial<TypedAddress>) => onChange((typed) => ({ ...typed, ...part }))
  const lookUp = async () => {
    const { cep } = address
    if (find === null || cep.length < 8 || asked.current === cep) return
    asked.current = cep
    const found = await find(cep)
    if (found !== null) onChange((typed) => filledAddress(typed, address, found))
  }
  return (
    <div className="fields">
      <MaskedField
        {...field('cep')}
        label={ADDRESS_FIELDS.cep.label}
        typing={CEP_TYPING}
        complete="postal-code"
        value={address.cep}
        onChange={(cep) => change({ cep, state: stateOfCep(cep) || address.state })}
        onBlur={() => void lookUp()}
      />
      <TextField
        {...field('street')}
        label={ADDRESS_FIELDS.street.label}
        wide
        value={address.street}
        onChange={(street) => change({ street })}
      />
      <TextField
        {...field('number')}
        label={ADDRESS_FIELDS.number.label}
        max={20}
        value={address.number}
        onChange={(number) => change({ number })}
      />
      <TextField
        {...field('comp')}
        label={ADDRESS_FIELDS.comp.label}
        value={address.comp}
        onChange={(comp) => change({ comp })}
      />
      <TextField
        {...field('district')}
        label={ADDRESS_FIELDS.district.label}
        value={address.district}
        onChange={(district) => change({ district })}
      />
      <TextField
        {...field('city')}
        label={ADDRESS_FIELDS.city.label}
        value={address.city}
        onChange={(city) => change({ city })}
      />
      <SelectField
        {...field('state')}
        label={ADDRESS_FIELDS.state.label}
        choices={STATES}
        value={address.state}
        onChange={(state) => change({ state })}
      />
    </div>
  )
}
