/** The customer. A CPF asks for RG and birth date, a CNPJ for neither. */
import { TextInput } from '@mantine/core'
import { DocumentField } from '../../device/DocumentField.tsx'
import { KnownContact } from '../../device/KnownContact.tsx'
import { MailInput } from '../../device/MailInput.tsx'
import { PERSON_FIELDS } from '../../domain/client/fields.ts'
import type { TypedAddress, TypedClient } from '../../domain/indication/form.ts'
import type { Holder } from '../../domain/indication/lines.ts'
import { pastDayTyping, RG_TYPING } from '../../domain/indication/typing.ts'
import { PHONE_TYPING } from '../../domain/phone/phone-typing.ts'
import layout from '../../ui/FormLayout.module.css'
import { MaskedInput, maskOf } from '../../ui/MaskedInput.tsx'
import type { Edit } from '../../ui/usePresent.ts'
import { AddressPart } from './AddressPart.tsx'
import { type Errors, fieldId, fieldProps } from './fields.ts'
import { withKnownClient } from './known-client.ts'
import { Section } from './Section.tsx'

const BIRTH = pastDayTyping(Date.now)

interface ClientPartProps {
  readonly userId: number
  readonly client: TypedClient
  readonly holder: Holder | null
  readonly errors: Errors
  readonly onChange: (part: Partial<TypedClient>) => void
  readonly onAddress: (edit: Edit<TypedAddress>) => void
  /** Changes the present values, which may be newer than those drawn. */
  readonly onClient: (edit: Edit<TypedClient>) => void
}

export function ClientPart(props: ClientPartProps) {
  const { userId, client, holder, errors, onChange, onAddress, onClient } = props
  const field = (name: string) => fieldProps(`client.${name}`, errors)
  return (
    <Section title="Dados do cliente" note="O CPF ou CNPJ decide quais seguros aparecem.">
      <div className={layout.fields}>
        <TextInput
          {...field('name')}
          label={PERSON_FIELDS.name.label}
          className={layout.wide ?? ''}
          required
          maxLength={200}
          value={client.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <MailInput
          {...field('mail')}
          label={PERSON_FIELDS.mail.label}
          className={layout.wide ?? ''}
          required
          value={client.mail}
          onChange={(mail) => onChange({ mail })}
        />
        <DocumentField
          {...field('cpf')}
          label={PERSON_FIELDS.cpf.label}
          required
          value={client.document}
          onChange={(document) => onChange({ document })}
          onBlur={() => undefined}
        />
        <MaskedInput
          {...field('phone')}
          label={PERSON_FIELDS.phone.label}
          required
          type="tel"
          {...maskOf(PHONE_TYPING)}
          value={client.phone}
          onChange={(phone) => onChange({ phone })}
        />
        <KnownContact
          userId={userId}
          // The one phone becomes the mobile or the landline.
          typed={{ cellphone: client.phone, phone: '', mail: client.mail }}
          stored={null}
          isOwn={({ cpf }) => cpf !== '' && cpf === client.document}
          idOf={(name) => fieldId(name === 'mail' ? 'client.mail' : 'client.phone')}
          onUse={(known) => onClient((now) => withKnownClient(now, known))}
          // The document says who it is.
          canUse={({ cpf }) => cpf !== ''}
        />
        {holder === 'company' ? null : (
          <>
            <MaskedInput
              {...field('rg')}
              label={PERSON_FIELDS.rg.label}
              required={holder === 'person'}
              {...maskOf(RG_TYPING)}
              value={client.rg}
              onChange={(rg) => onChange({ rg })}
            />
            <MaskedInput
              {...field('birth_date')}
              label={PERSON_FIELDS.birth_date.label}
              {...maskOf(BIRTH)}
              value={client.birth}
              onChange={(birth) => onChange({ birth })}
            />
          </>
        )}
      </div>
      <AddressPart
        userId={userId}
        prefix="client.address"
        address={client.address}
        errors={errors}
        onChange={onAddress}
      />
    </Section>
  )
}
