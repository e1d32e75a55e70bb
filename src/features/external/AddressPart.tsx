/** An address. A known CEP fills it; without a connection the user types it. */
import { Select, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { findAddress, NO_ADDRESS_WORDS } from '../../device/find-address.ts'
import { ADDRESS_FIELDS, foundAddress } from '../../domain/client/fields.ts'
import { stateOfCep } from '../../domain/documents/cep-state.ts'
import { CEP_TYPING } from '../../domain/documents/document-typing.ts'
import { STATES } from '../../domain/documents/states.ts'
import { filledAddress, type TypedAddress } from '../../domain/indication/form.ts'
import layout from '../../ui/FormLayout.module.css'
import { MaskedInput, maskOf } from '../../ui/MaskedInput.tsx'
import type { Edit } from '../../ui/usePresent.ts'
import classes from './External.module.css'
import { type Errors, fieldProps } from './fields.ts'

interface AddressPartProps {
  readonly userId: number
  /** Name of the address among the fields. */
  readonly prefix: string
  readonly address: TypedAddress
  readonly errors: Errors
  readonly onChange: (edit: Edit<TypedAddress>) => void
}

export function AddressPart({ userId, prefix, address, errors, onChange }: AddressPartProps) {
  const [said, setSaid] = useState<{ readonly cep: string; readonly words: string } | null>(null)
  const asked = useRef('')
  const field = (name: string) => fieldProps(`${prefix}.${name}`, errors)
  const change = (part: Partial<TypedAddress>) => onChange((typed) => ({ ...typed, ...part }))

  const lookUp = async () => {
    const { cep } = address
    if (cep.length < 8 || asked.current === cep) return
    asked.current = cep
    const outcome = await findAddress(userId, cep)
    if (outcome.kind !== 'found') return setSaid({ cep, words: NO_ADDRESS_WORDS[outcome.kind] })
    const found = foundAddress(outcome.answer)
    onChange((typed) => filledAddress(typed, address, found))
  }

  return (
    <div className={`${layout.fields} ${classes.address}`}>
      <MaskedInput
        {...field('cep')}
        label={ADDRESS_FIELDS.cep.label}
        value={address.cep}
        {...maskOf(CEP_TYPING)}
        onChange={(cep) => change({ cep, state: stateOfCep(cep) || address.state })}
        onBlur={() => void lookUp()}
      />
      <TextInput
        {...field('street')}
        label={ADDRESS_FIELDS.street.label}
        className={layout.wide ?? ''}
        maxLength={200}
        value={address.street}
        onChange={(event) => change({ street: event.currentTarget.value })}
      />
      <TextInput
        {...field('number')}
        label={ADDRESS_FIELDS.number.label}
        inputMode="numeric"
        maxLength={20}
        value={address.number}
        onChange={(event) => change({ number: event.currentTarget.value })}
      />
      <TextInput
        {...field('comp')}
        label={ADDRESS_FIELDS.comp.label}
        maxLength={200}
        value={address.comp}
        onChange={(event) => change({ comp: event.currentTarget.value })}
      />
      <TextInput
        {...field('district')}
        label={ADDRESS_FIELDS.district.label}
        maxLength={200}
        value={address.district}
        onChange={(event) => change({ district: event.currentTarget.value })}
      />
      <TextInput
        {...field('city')}
        label={ADDRESS_FIELDS.city.label}
        maxLength={200}
        value={address.city}
        onChange={(event) => change({ city: event.currentTarget.value })}
      />
      <Select
        {...field('state')}
        label={ADDRESS_FIELDS.state.label}
        data={[...STATES]}
        value={address.state === '' ? null : address.state}
        searchable
        clearable
        onChange={(state) => change({ state: state ?? '' })}
      />
      {said?.cep === address.cep ? (
        <p className={classes.cepNote} role="status">
          {said.words}
        </p>
      ) : null}
    </div>
  )
}
