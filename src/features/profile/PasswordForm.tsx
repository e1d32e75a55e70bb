/** Changes one's own password. Other sessions of the user end. */
import { PasswordInput, SimpleGrid } from '@mantine/core'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { FormCard } from '../../ui/FormCard.tsx'
import { NO_PASSWORDS, passwordProblems } from './profile-changes.ts'
import { useProfileForm } from './useProfileForm.ts'

/** The button that shows a password is reached by the keyboard. */
export const TOGGLE = { 'aria-label': 'Mostrar ou esconder a senha', tabIndex: 0 }

interface PasswordFormProps {
  readonly user: SessionUser
  readonly onSaved: () => void
}

export function PasswordForm({ user, onSaved }: PasswordFormProps) {
  const { form, busy, problem, save, cancel } = useProfileForm({
    initial: NO_PASSWORDS,
    problems: (values) => passwordProblems(values, user.login),
    bodyOf: ({ old_password, password }) => ({ old_password, password }),
    onSaved,
  })
  return (
    <FormCard
      title="Senha"
      dirty={form.isDirty()}
      busy={busy}
      problem={problem}
      onSave={() => void save()}
      onCancel={cancel}
    >
      {/* Tells password managers whose passwords these are. */}
      <input type="hidden" name="username" autoComplete="username" value={user.login} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <PasswordInput
          label="Senha atual"
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={TOGGLE}
          {...form.getInputProps('old_password')}
        />
        <PasswordInput
          label="Nova senha"
          description="Ao menos 8 caracteres"
          required
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          visibilityToggleButtonProps={TOGGLE}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Confirmação da nova senha"
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={TOGGLE}
          {...form.getInputProps('password_confirmation')}
        />
      </SimpleGrid>
    </FormCard>
  )
}
