/** The client's contact: two phones and an e-mail. */
import { MailInput } from '../../../device/MailInput.tsx'
import type { ClientFields } from '../../../domain/client/changes.ts'
import { phoneTyping } from '../../../domain/phone/phone-typing.ts'
import layout from '../../../ui/FormLayout.module.css'
import { MaskedInput, maskOf } from '../../../ui/MaskedInput.tsx'
import { fieldProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import { phoneFormat } from './typed-values.ts'

const ONE_PHONE = 'Informe o celular ou o telefone.'

interface ClientContactFieldsProps extends SectionProps {
  readonly client: ClientFields
}

export function ClientContactFields({ setting, errors, set, client }: ClientContactFieldsProps) {
  const { form, mode, role } = setting
  const field = (name: string) => fieldProps(form, `client.${name}`, errors)
  // A referral needs the mobile. Otherwise either phone suffices, so neither is marked as required alone.
  const either = mode === 'create' || (mode === 'edit' && client.cellphone === '' && client.phone === '')
  const phone = { ...maskOf(phoneTyping(phoneFormat(role))), type: 'tel' }
  return (
    <>
      <MaskedInput
        {...field('cellphone')}
        {...phone}
        value={client.cellphone}
        required={mode === 'referral'}
        description={either ? ONE_PHONE : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(cellphone) => set({ client: { cellphone } })}
      />
      <MaskedInput
        {...field('phone')}
        {...phone}
        value={client.phone}
        onChange={(typed) => set({ client: { phone: typed } })}
      />
      <MailInput
        {...field('mail')}
        className={layout.wide ?? ''}
        required
        value={client.mail}
        onChange={(mail) => set({ client: { mail } })}
      />
    </>
  )
}
