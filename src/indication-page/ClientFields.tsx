/** The customer in two parts: how to reach them, and what an insurer asks. A CPF asks for RG and birth date, a CNPJ for neither. */

import { PERSON_FIELDS } from '../domain/client/fields.ts'
import { MAIL_TYPING } from '../domain/client/mail-typing.ts'
import { DOCUMENT_TYPING } from '../domain/documents/document-typing.ts'
import type { TypedClient } from '../domain/indication/form.ts'
import type { Holder } from '../domain/indication/lines.ts'
import { pastDayTyping, RG_TYPING } from '../domain/indication/typing.ts'
import { PHONE_TYPING } from '../domain/phone/phone-typing.ts'
import { MaskedField, TextField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'

const BIRTH = pastDayTyping(Date.now)

interface ContactFieldsProps {
  readonly client: TypedClient
  readonly errors: Errors
  readonly onChange: (part: Partial<TypedClient>) => void
}

const fieldOf = (errors: Errors) => (name: string) => ({
  id: fieldId(`client.${name}`),
  error: errors.get(`client.${name}`),
})

export function ContactFields({ client, errors, onChange }: ContactFieldsProps) {
  const field = fieldOf(errors)
  return (
    <div className="fields">
      <TextField
        {...field('name')}
        label={PERSON_FIELDS.name.label}
        wide
        required
        complete="name"
        value={client.name}
        onChange={(name) => onChange({ name })}
      />
      <MaskedField
        {...field('phone')}
        label={PERSON_FIELDS.phone.label}
        required
        typing={PHONE_TYPING}
        complete="tel-national"
        value={client.phone}
        onChange={(phone) => onChange({ phone })}
      />
    </div>
  )
}

interface InsurerFieldsProps extends ContactFieldsProps {
  readonly holder: Holder
}

export function InsurerFields({ client, holder, errors, onChange }: InsurerFieldsProps) {
  const field = fieldOf(errors)
  return (
    <div className="fields">
      <MaskedField
        {...field('cpf')}
        label={PERSON_FIELDS.cpf.label}
        required
        typing={DOCUMENT_TYPING}
        value={client.document}
        onChange={(document) => onChange({ document })}
      />
      <MaskedField
        {...field('mail')}
        label={PERSON_FIELDS.mail.label}
        required
        typing={MAIL_TYPING}
        type="email"
        complete="email"
        value={client.mail}
        onChange={(mail) => onChange({ mail })}
      />
      {holder === 'company' ? null : (
        <>
          <MaskedField
            {...field('rg')}
            label={PERSON_FIELDS.rg.label}
            required
            typing={RG_TYPING}
            value={client.rg}
            onChange={(rg) => onChange({ rg })}
          />
          <MaskedField
            {...field('birth_date')}
            label={PERSON_FIELDS.birth_date.label}
            typing={BIRTH}
            value={client.birth}
            onChange={(birth) => onChange({ birth })}
          />
        </>
      )}
    </div>
  )
}
