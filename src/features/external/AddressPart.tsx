/** An address. A known CEP fills it; without a connection the user types it. */
import { Select, TextInput } from '@mantine/core'
import { memo, useRef, useState } from 'react'
import { findAddress, NO_ADDRESS_WORDS } from '../../device/find-address.ts'
import { ADDRESS_FIELDS, ADDRESS_NAMES, foundAddress } from '../../domain/client/fields.ts'
import { CEP_TYPING } from '../../domain/documents/document-typing.ts'
import { STATES } from '../../domain/documents/states.ts'
import { filledAddress, type TypedAddress, withCep } from '../../domain/indication/form.ts'
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
      {ADDRESS_NAMES.map((name) => (
        <AddressInput
          key={name}
          name={name}
          prefix={prefix}
          value={address[name]}
          errors={errors}
          onChange={onChange}
          onBlur={name === 'cep' ? () => void lookUp() : undefined}
        />
      ))}
      {said?.cep === address.cep ? (
        <p className={classes.cepNote} role="status">
          {said.words}
        </p>
      ) : null}
    </div>
  )
}

interface AddressInputProps extends Pick<AddressPartProps, 'prefix' | 'errors' | 'onChange'> {
  readonly name: (typeof ADDRESS_NAMES)[number]
  readonly value: string
  readonly onBlur: (() => void) | undefined
}

/** `memo`: a key draws its field, and that of the CEP, whose look-up knows the address. */
const AddressInput = memo(function AddressInput(props: AddressInputProps) {
  const { name, prefix, value, errors, onChange, onBlur } = props
  const { label, typing, most } = ADDRESS_FIELDS[name]
  const shared = { ...fieldProps(`${prefix}.${name}`, errors), label }
  const set = (text: string) =>
    onChange((typed) => (name === 'cep' ? withCep(typed, text) : { ...typed, [name]: text }))
  if (typing === 'cep')
    return <MaskedInput {...shared} value={value} {...maskOf(CEP_TYPING)} onChange={set} onBlur={onBlur} />
  if (typing === 'state')
    return (
      <Select
        {...shared}
        data={[...STATES]}
        value={value === '' ? null : value}
        searchable
        clearable
        onChange={(state) => set(state ?? '')}
      />
    )
  return (
    <TextInput
      {...shared}
      className={name === 'street' ? (layout.wide ?? '') : ''}
      inputMode={name === 'number' ? 'numeric' : undefined}
      maxLength={most}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
})
