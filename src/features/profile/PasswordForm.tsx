/** Changes one's own password. Other sessions of the user end. */
import { PasswordInput, SimpleGrid } from '@mantine/core'
import { PasswordStrength } from '../../device/password-strength/PasswordStrength.tsx'
import { lengthWords, SHORTEST_PASSWORD } from '../../domain/session/password.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { FormCard } from '../../ui/FormCard.tsx'
import { NO_PASSWORDS, passwordProblems } from './profile-changes.ts'
import { useProfileForm } from './useProfileForm.ts'

interface PasswordFormProps {
  readonly user: SessionUser
  readonly onSaved: () => void
}

export function PasswordForm({ user, onSaved }: PasswordFormProps) {
  const { shortest_password: shortest = SHORTEST_PASSWORD } = user
  const { form, card } = useProfileForm({
    initial: NO_PASSWORDS,
    problems: (values) => passwordProblems(values, user.login, shortest),
    bodyOf: ({ old_password, password }) => ({ old_password, password }),
    onSaved,
  })
  return (
    <FormCard title="Senha" {...card}>
      {/* Password managers read from it whose passwords these are. */}
      <input type="hidden" name="username" autoComplete="username" value={user.login} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <PasswordInput
          label="Senha atual"
          required
          autoComplete="current-password"
          {...form.getInputProps('old_password')}
        />
        <div>
          <PasswordInput
            label="Nova senha"
            description={lengthWords(shortest)}
            required
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordStrength
            password={form.values.password}
            login={user.login}
            name={user.name}
            current={form.values.old_password}
            shortest={shortest}
          />
        </div>
        <PasswordInput
          label="Confirmação da nova senha"
          required
          autoComplete="new-password"
          {...form.getInputProps('password_confirmation')}
        />
      </SimpleGrid>
    </FormCard>
  )
}
