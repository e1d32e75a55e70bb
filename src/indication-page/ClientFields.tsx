/** The customer. A CPF asks for RG and birth date, a CNPJ for neither. */
import { cleanDocument, formatDocument } from '../domain/documents/cpf-cnpj.ts'
import type { Typing } from '../domain/documents/typing.ts'
import type { TypedClient } from '../domain/indication/form.ts'
import type { Holder } from '../domain/indication/lines.ts'
import { PHONE_TYPING, pastDayTyping, RG_TYPING } from '../domain/indication/typing.ts'
import { MaskedField, TextField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'

/** A CNPJ may have letters, so the keyboard has them, too. */
const DOCUMENT: Typing = {
  clean: (text) => cleanDocument(text).slice(0, 14),
  format: formatDocument,
  keyboard: 'text',
}

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
      <TextField
        {...field('mail')}
        label="E-mail"
        wide
        required
        type="email"
        complete="email"
        value={client.mail}
        onChange={(mail) => onChange({ mail })}
      />
      <MaskedField
        {...field('cpf')}
        label="CPF/CNPJ"
        required
        typing={DOCUMENT}
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
