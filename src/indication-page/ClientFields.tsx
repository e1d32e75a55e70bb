/** The customer in two parts: how to reach them, and what an insurer asks. A CPF asks for RG and birth date, a CNPJ for neither. */
import type { ComponentProps } from 'react'
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

const fieldOf = (errors: Errors, name: keyof typeof PERSON_FIELDS) => ({
  id: fieldId(`client.${name}`),
  error: errors.get(`client.${name}`),
  label: PERSON_FIELDS[name].label,
})

export function ContactFields(props: ContactFieldsProps) {
  const { client, errors, onChange } = props
  return (
    <div className="fields">
      <TextField
        {...fieldOf(errors, 'name')}
        wide
        required
        complete="name"
        value={client.name}
        onChange={(name) => onChange({ name })}
      />
      <Masked {...props} name="phone" of="phone" required typing={PHONE_TYPING} complete="tel-national" />
    </div>
  )
}

export function InsurerFields({ holder, ...props }: ContactFieldsProps & { readonly holder: Holder }) {
  return (
    <div className="fields">
      <Masked {...props} name="cpf" of="document" required typing={DOCUMENT_TYPING} />
      <Masked {...props} name="mail" of="mail" required typing={MAIL_TYPING} type="email" complete="email" />
      {holder === 'company' ? null : (
        <>
          <Masked {...props} name="rg" of="rg" required typing={RG_TYPING} />
          <Masked {...props} name="birth_date" of="birth" typing={BIRTH} />
        </>
      )}
    </div>
  )
}

interface MaskedProps
  extends ContactFieldsProps,
    Pick<ComponentProps<typeof MaskedField>, 'typing' | 'type' | 'complete' | 'required'> {
  readonly name: Parameters<typeof fieldOf>[1]
  /** What it shows and changes. */
  readonly of: Exclude<keyof TypedClient, 'address'>
}

const Masked = ({ name, of, client, errors, onChange, ...input }: MaskedProps) => (
  <MaskedField
    {...input}
    {...fieldOf(errors, name)}
    value={client[of]}
    onChange={(text) => onChange({ [of]: text })}
  />
)
