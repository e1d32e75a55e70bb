/** Changes one's own e-mail and phone. A new e-mail is typed twice and counts once it is confirmed. */
import { Alert, PasswordInput, SimpleGrid } from '@mantine/core'
import { MailInput } from '../../device/MailInput.tsx'
import { ASK_ADMINISTRATOR, ASK_OTHER_ADMINISTRATOR, type Mailed } from '../../domain/mail/mailed.ts'
import { isAdministration, isStaff } from '../../domain/permissions/roles.ts'
import { PHONE_TYPING, phoneTyping } from '../../domain/phone/phone-typing.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { FormCard } from '../../ui/FormCard.tsx'
import { MaskedInput, maskOf } from '../../ui/MaskedInput.tsx'
import { contactBody, contactOf, contactProblems } from './profile-changes.ts'
import { useProfileForm } from './useProfileForm.ts'

const plain = (digits: string) => digits

interface ContactFormProps {
  readonly user: SessionUser
  /** The mail to the address that waits for its confirmation. */
  readonly waiting: Mailed | null
  readonly onWaiting: (mail: Mailed | null) => void
}

export function ContactForm({ user, waiting, onWaiting }: ContactFormProps) {
  const { form, card } = useProfileForm({
    initial: contactOf(user),
    problems: contactProblems,
    bodyOf: (values) => contactBody(values, user),
    onSaved: ({ email, mail }) => {
      if (email !== undefined) onWaiting(mail)
    },
  })
  const { phone } = form.values
  const role = roleOf(user)
  const ask = isAdministration(role) ? ASK_OTHER_ADMINISTRATOR : ASK_ADMINISTRATOR
  return (
    <FormCard title="E-mail e telefone" {...card}>
      {waiting === null ? null : (
        <Alert color="petrol" role="status">
          {waiting.way === 'file' ? ask : `Enviamos um link a ${waiting.recipient}.`} O e-mail muda quando o
          link for aberto; até lá vale o atual. Para cancelar a troca, digite o e-mail atual e salve.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <MailInput
          label="Novo e-mail"
          placeholder={user.email}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <MailInput label="Confirmação do e-mail" {...form.getInputProps('email_confirmation')} />
        <MaskedInput
          label="Telefone"
          type="tel"
          autoComplete="tel"
          {...maskOf(isStaff(role) ? phoneTyping(plain) : PHONE_TYPING)}
          value={phone}
          onChange={(digits) => form.setFieldValue('phone', digits)}
          error={form.errors.phone}
        />
        <PasswordInput
          label="Senha atual"
          description="Confirma que é você"
          required
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="current-password"
          {...form.getInputProps('old_password')}
        />
      </SimpleGrid>
    </FormCard>
  )
}
