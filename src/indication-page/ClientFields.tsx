/** The customer. A CPF asks for RG and birth date, a CNPJ for neither. */
import { MAIL_TYPING } from '../domain/client/mail-typing.ts'
import { DOCUMENT_TYPING } from '../domain/documents/document-typing.ts'
import type { TypedClient } from '../domain/indication/form.ts'
import type { Holder } from '../domain/indication/lines.ts'
import { pastDayTyping, RG_TYPING } from '../domain/indication/typing.ts'
import { PHONE_TYPING } from '../domain/phone/phone-typing.ts'
import { MaskedField, TextField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'

const BIRTH = pastDayTyping(Date.now)

interface ClientFieldsProps {
  readonly client: TypedClient
  readonly holder: Holder | null
  readonly errors: Errors
  readonly onChange: (part: Partial<TypedClient>) => void
}

export function ClientFields({ client, holder, errors, onChange }: ClientFieldsProps) {
  const field = (name: string) => ({ id: fieldId(`client.${name}`), error: errors.get(`client.${name}`) })
  return (
    <div className="fields">
      <TextField
        {...field('name')}
        label="Nome"
        wide
        required
        complete="name"
        value={client.name}
        onChange={(name) => onChange({ name })}
      />
      <MaskedField
        {...field('mail')}
        label="E-mail"
        wide
        required
        typing={MAIL_TYPING}
        type="email"
        complete="email"
        value={client.mail}
        onChange={(mail) => onChange({ mail })}
      />
      <MaskedField
        {...field('cpf')}
        label="CPF/CNPJ"
        required
        typing={DOCUMENT_TYPING}
        value={client.document}
        onChange={(document) => onChange({ document })}
      />
      <MaskedField
        {...field('phone')}
        label="Telefone"
        required
        typing={PHONE_TYPING}
        complete="tel-national"
        value={client.phone}
        onChange={(phone) => onChange({ phone })}
      />
      {holder === 'company' ? null : (
        <>
          <MaskedField
            {...field('rg')}
            label="RG"
            required={holder === 'person'}
            typing={RG_TYPING}
            value={client.rg}
            onChange={(rg) => onChange({ rg })}
          />
          <MaskedField
            {...field('birth_date')}
            label="Data de nascimento"
            typing={BIRTH}
            value={client.birth}
            onChange={(birth) => onChange({ birth })}
          />
        </>
      )}
    </div>
  )
}
