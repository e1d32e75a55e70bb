/** 'Informações do Indicado': the client, looked up by CPF or name, and the address, looked up by CEP. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DocumentField } from '../../../device/DocumentField.tsx'
import { KnownContact } from '../../../device/KnownContact.tsx'
import { OptOutField } from '../../../device/OptOutField.tsx'
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { Client } from '../../../domain/client/client.ts'
import { clientFieldsOf } from '../../../domain/client/fields.ts'
import { identityChange } from '../../../domain/client/identity.ts'
import { fieldLabel } from '../../../domain/lead/field-words.ts'
import { dayOfDigits, dayTyping, digitsOfDay } from '../../../domain/time/day-typing.ts'
import layout from '../../../ui/FormLayout.module.css'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'
import { offered } from '../policy/WithOffer.tsx'
import { AddressFields } from './AddressFields.tsx'
import { ClientContactFields } from './ClientContactFields.tsx'
import { ClientNameField } from './ClientNameField.tsx'
import { type Filled, fillClient, isSameClient } from './client-fill.ts'
import { FormSection } from './FormSection.tsx'
import { fieldId, fieldProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import classes from './LeadForm.module.css'
import { findClient } from './look-ups.ts'
import { clientSummary } from './section-summaries.ts'
import { digits, plain } from './typed-values.ts'

const BIRTH = dayTyping('past', Date.now)

export interface ClientSectionProps extends SectionProps {
  readonly client: ClientFields
  /** Changes the current values when an answer arrives, which may be after the last render. */
  readonly update: (change: (typed: ClientFields) => ClientFields) => void
  /** Called with an existing client, whom a creation then names. */
  readonly onFound: (client: Client) => void
  /** Fields before the client, on the referral screens. */
  readonly first?: ReactNode
}

interface Found {
  readonly client: Client
  readonly kept: readonly string[]
  /** Document and name in the form after it was filled. */
  readonly stood: Pick<ClientFields, 'cpf' | 'name'>
}

export function ClientSection(props: ClientSectionProps) {
  const { setting, errors, set, client, update, onFound } = props
  const { form, mode, user } = setting
  const [answer, setFound] = useState<Found | null>(null)
  const [other, setOther] = useState<Client | null>(null)
  const [asked, setAsked] = useState(client.cpf)
  /** The values of an edited lead, before they are changed. */
  const [opened] = useState(client)
  const field = (name: string) => fieldProps(form, `client.${name}`, errors)
  const change = (part: Partial<ClientFields>) => set({ client: part })
  const referral = mode === 'referral'
  /** The note disappears when the form has another client. */
  const found = answer !== null && isSameClient(answer.stood, client) ? answer : null

  const { lead } = setting
  const isOther =
    lead !== null && identityChange({ name: lead.client_name, cpf: lead.client_cpf }, client) === 'person'

  const take = (known: Client, chosen: boolean) => {
    // An edited lead gets another client by a save alone: docs/rules.md#identity-of-a-client
    if (setting.lead !== null && setting.lead.client_uid !== known.uid) return setOther(known)
    setOther(null)
    let outcome: Filled<ClientFields> = { fields: client, kept: [] }
    update((typed) => {
      outcome = fillClient(typed, clientFieldsOf(known), chosen)
      return outcome.fields
    })
    setFound({ client: known, kept: outcome.kept, stood: outcome.fields })
    setAsked(known.cpf)
    onFound(known)
  }
  const lookUp = async (document: string) => {
    if (document === asked) return
    setAsked(document)
    setFound(null)
    setOther(null)
    const known = await findClient(user.id, document)
    if (known !== null) take(known, false)
  }
  const useFound = () => {
    if (found === null) return
    const fields = clientFieldsOf(found.client)
    update(() => fields)
    setFound({ ...found, kept: [], stood: fields })
  }

  return (
    <FormSection
      title="Informações do Indicado"
      summary={setting.compact ? clientSummary(client) : undefined}
    >
      {props.first}
      <DocumentField
        {...field('cpf')}
        {...offered('client.cpf', (cpf) => void lookUp(cpf))}
        value={client.cpf}
        required={referral}
        onChange={(cpf) => {
          // In a creation every change allows a new look-up: the next client may be the same one.
          if (setting.lead === null) setAsked('')
          change({ cpf })
        }}
        onBlur={() => void lookUp(client.cpf)}
      />
      <MaskedInput
        {...field('birth_date')}
        value={digitsOfDay(client.birth_date)}
        clean={BIRTH.clean}
        format={BIRTH.format}
        shape={BIRTH.shape}
        inputMode={BIRTH.keyboard}
        placeholder={BIRTH.placeholder}
        required={referral}
        onChange={(typed) => change({ birth_date: dayOfDigits(typed) })}
      />
      <ClientNameField
        {...field('name')}
        {...offered('client.name')}
        className={layout.wide ?? ''}
        userId={user.id}
        value={client.name}
        required
        onChange={(name) => change({ name })}
        onChoose={(known) => take(known, true)}
      />
      {isOther ? (
        <p className={classes.note} role="status">
          Este CPF/CNPJ e este nome são de outra pessoa. Ao salvar, este lead passa a ser de{' '}
          {other?.name ?? client.name}, e o cadastro de {setting.lead?.client_name} fica como está.
        </p>
      ) : other === null ? null : (
        <p className={classes.note} role="alert">
          Já existe outro cliente com este CPF/CNPJ: {other.name}.{' '}
          {lead === null || lead.client_cpf === ''
            ? 'Este lead continua de quem ele é.'
            : 'Ao salvar, diga se este lead é dessa pessoa.'}
        </p>
      )}
      {found === null ? null : (
        <p className={classes.note} role="status">
          Cliente já cadastrado: {found.client.name}. Os campos vazios foram preenchidos.
          {found.kept.length === 0 ? null : (
            <>
              {' '}
              Mantivemos o que você digitou em {found.kept.map(fieldLabel).join(', ')}.{' '}
              <Button variant="subtle" size="compact-sm" onClick={useFound}>
                Usar os dados do cadastro
              </Button>
            </>
          )}
        </p>
      )}
      <ClientContactFields setting={setting} errors={errors} set={set} client={client} />
      <KnownContact
        userId={user.id}
        typed={client}
        stored={setting.lead === null ? null : opened}
        isOwn={(known) =>
          known.uid === (setting.lead?.client_uid ?? found?.client.uid) ||
          (known.cpf !== '' && known.cpf === client.cpf)
        }
        idOf={(name) => fieldId(form, `client.${name}`)}
        onUse={setting.lead === null ? (known) => take(known, true) : null}
      />
      <MaskedInput
        {...field('rg')}
        value={client.rg}
        clean={digits(9)}
        format={plain}
        inputMode="numeric"
        onChange={(rg) => change({ rg })}
      />
      {referral ? null : (
        <OptOutField
          userId={user.id}
          value={client.no_messages_since}
          onChange={(no_messages_since) => change({ no_messages_since })}
        />
      )}
      <AddressFields {...props} />
    </FormSection>
  )
}
