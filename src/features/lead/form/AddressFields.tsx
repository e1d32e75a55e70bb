/** The address. A known CEP fills it; without a connection the user types it. */
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { findAddress, NO_ADDRESS_WORDS } from '../../../device/find-address.ts'
import type { ClientFields } from '../../../domain/client/changes.ts'
import { foundAddress } from '../../../domain/client/fields.ts'
import { CEP_TYPING } from '../../../domain/documents/document-typing.ts'
import { cleanDigits } from '../../../domain/documents/masks.ts'
import { STATES } from '../../../domain/documents/states.ts'
import { fieldLabel } from '../../../domain/lead/field-words.ts'
import layout from '../../../ui/FormLayout.module.css'
import { MaskedInput, maskOf } from '../../../ui/MaskedInput.tsx'
import { fillAddress } from './client-fill.ts'
import { fieldProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import classes from './LeadForm.module.css'

type Address = ClientFields['address']

interface CepNote {
  /** The CEP of the look-up. The note disappears when the field has another one. */
  readonly cep: string
  readonly words: string
  /** The address of the CEP, if the user typed another one. */
  readonly offer: Partial<Address> | null
}

interface AddressFieldsProps extends SectionProps {
  readonly client: ClientFields
  /** Changes the current values when an answer arrives, which may be after the last render. */
  readonly update: (change: (typed: ClientFields) => ClientFields) => void
}

export function AddressFields({ setting, errors, set, client, update }: AddressFieldsProps) {
  const { address } = client
  const referral = setting.mode === 'referral'
  const [asked, setAsked] = useState(address.cep)
  const [ours, setOurs] = useState<Partial<Address>>({})
  const [said, setNote] = useState<CepNote | null>(null)
  const note = said?.cep === address.cep ? said : null
  const field = (name: string) => fieldProps(setting.form, `client.address.${name}`, errors)
  const change = (part: Partial<Address>) => set({ client: { address: { ...address, ...part } } })

  const lookUp = async () => {
    const { cep } = address
    if (cep === asked) return
    setAsked(cep)
    setNote(null)
    if (cep.length < 8) return
    const outcome = await findAddress(setting.user.id, cep)
    if (outcome.kind !== 'found') return setNote({ cep, words: NO_ADDRESS_WORDS[outcome.kind], offer: null })
    const found = foundAddress(outcome.answer)
    let kept: readonly string[] = []
    update((typed) => {
      // The user typed another CEP meanwhile: the answer does not belong to it.
      if (typed.address.cep !== cep) return typed
      const filled = fillAddress(typed.address, found, ours)
      kept = filled.kept
      return { ...typed, address: filled.fields }
    })
    setOurs(found)
    if (kept.length > 0)
      setNote({
        cep,
        words: `Mantivemos o que você digitou em ${kept.map(fieldLabel).join(', ')}.`,
        offer: found,
      })
  }
  const useOffer = () => {
    const offer = note?.offer ?? null
    if (offer === null) return
    const given = Object.fromEntries(Object.entries(offer).filter(([, value]) => value !== ''))
    update((typed) => ({ ...typed, address: { ...typed.address, ...given } }))
    setNote(null)
  }

  return (
    <>
      <MaskedInput
        {...field('cep')}
        value={address.cep}
        {...maskOf(CEP_TYPING)}
        required={referral}
        onChange={(cep) => {
          // In a creation every change allows a new look-up: the next client may live in the same street.
          if (setting.lead === null) setAsked('')
          change({ cep })
        }}
        onBlur={() => void lookUp()}
      />
      {note === null ? null : (
        <p className={classes.note} role="status">
          {note.words}{' '}
          {note.offer === null ? null : (
            <Button variant="subtle" size="compact-sm" onClick={useOffer}>
              Usar o endereço do CEP
            </Button>
          )}
        </p>
      )}
      <TextInput
        {...field('street')}
        className={layout.wide ?? ''}
        autoComplete="off"
        maxLength={200}
        required={referral}
        value={address.street}
        onChange={(event) => change({ street: event.currentTarget.value })}
      />
      <TextInput
        {...field('number')}
        inputMode="numeric"
        autoComplete="off"
        required={referral}
        value={address.number}
        onChange={(event) => change({ number: cleanDigits(event.currentTarget.value).slice(0, 20) })}
      />
      <TextInput
        {...field('comp')}
        autoComplete="off"
        maxLength={200}
        value={address.comp}
        onChange={(event) => change({ comp: event.currentTarget.value })}
      />
      <TextInput
        {...field('district')}
        className={layout.wide ?? ''}
        autoComplete="off"
        maxLength={200}
        value={address.district}
        onChange={(event) => change({ district: event.currentTarget.value })}
      />
      <TextInput
        {...field('city')}
        className={layout.wide ?? ''}
        autoComplete="off"
        maxLength={200}
        required={referral}
        value={address.city}
        onChange={(event) => change({ city: event.currentTarget.value })}
      />
      <Select
        {...field('state')}
        data={[...STATES]}
        value={address.state === '' ? null : address.state.toUpperCase()}
        searchable
        clearable={!referral}
        required={referral}
        onChange={(state) => change({ state: state ?? '' })}
      />
    </>
  )
}
