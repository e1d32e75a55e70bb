/** An address. A known CEP fills it; without a connection the user types it. */
import { Select, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { findAddress } from '../../device/find-address.ts'
import { stateOfCep } from '../../domain/documents/cep-state.ts'
import { cleanDigits, formatCep } from '../../domain/documents/masks.ts'
import type { TypedAddress } from '../../domain/indication/form.ts'
import { STATES } from '../../domain/indication/states.ts'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import classes from './External.module.css'
import { type Errors, fieldProps } from './fields.ts'

interface AddressPartProps {
  readonly userId: number
  /** Name of the address among the fields. */
  readonly prefix: string
  readonly address: TypedAddress
  readonly errors: Errors
  readonly onChange: (address: TypedAddress) => void
}

const NO_ANSWER = 'Sem resposta para este CEP agora: preencha o endereço.'
const NO_CEP = 'CEP não encontrado: confira ou preencha o endereço.'

export function AddressPart({ userId, prefix, address, errors, onChange }: AddressPartProps) {
  const [said, setSaid] = useState<{ readonly cep: string; readonly words: string } | null>(null)
  /** What is typed when an answer arrives. */
  const present = useRef(address)
  useEffect(() => {
    present.current = address
  }, [address])
  const asked = useRef('')
  const field = (name: string) => fieldProps(`${prefix}.${name}`, errors)
  const change = (part: Partial<TypedAddress>) => onChange({ ...address, ...part })

  const lookUp = async () => {
    const { cep } = address
    if (cep.length < 8 || asked.current === cep) return
    asked.current = cep
    const outcome = await findAddress(userId, cep)
    if (present.current.cep !== cep) return
    if (outcome.kind !== 'found') return setSaid({ cep, words: outcome.kind === 'none' ? NO_CEP : NO_ANSWER })
    const { uf, cidade, bairro, logradouro } = outcome.answer
    const typed = present.current
    onChange({
      ...typed,
      street: typed.street || logradouro,
      district: typed.district || bairro,
      city: cidade || typed.city,
      state: uf || typed.state,
    })
  }

  return (
    <div className={classes.fields}>
      <MaskedInput
        {...field('cep')}
        label="CEP"
        value={address.cep}
        clean={(text) => cleanDigits(text).slice(0, 8)}
        format={formatCep}
        inputMode="numeric"
        onChange={(cep) => change({ cep, state: stateOfCep(cep) || address.state })}
        onBlur={() => void lookUp()}
      />
      <TextInput
        {...field('street')}
        label="Rua"
        className={classes.wide ?? ''}
        maxLength={200}
        value={address.street}
        onChange={(event) => change({ street: event.currentTarget.value })}
      />
      <TextInput
        {...field('number')}
        label="Número"
        inputMode="numeric"
        maxLength={20}
        value={address.number}
        onChange={(event) => change({ number: event.currentTarget.value })}
      />
      <TextInput
        {...field('comp')}
        label="Complemento"
        maxLength={200}
        value={address.comp}
        onChange={(event) => change({ comp: event.currentTarget.value })}
      />
      <TextInput
        {...field('district')}
        label="Bairro"
        maxLength={200}
        value={address.district}
        onChange={(event) => change({ district: event.currentTarget.value })}
      />
      <TextInput
        {...field('city')}
        label="Cidade"
        maxLength={200}
        value={address.city}
        onChange={(event) => change({ city: event.currentTarget.value })}
      />
      <Select
        {...field('state')}
        label="Estado (UF)"
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
