/** The e-mail of a user. A new address that waits for its link can be withdrawn: docs/rules.md#users */
import { Button, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ManagedUser } from '../../../contract/administration/users.ts'
import { MailInput } from '../../../device/MailInput.tsx'
import type { UserValues } from './user-form.ts'

interface EmailFieldProps {
  readonly form: UseFormReturnType<UserValues>
  /** null: a new user. */
  readonly user: Pick<ManagedUser, 'email' | 'waiting_email'> | null
}

export function EmailField({ form, user }: EmailFieldProps) {
  const waiting = user?.waiting_email ?? null
  const waits = waiting !== null && form.values.email === waiting
  const withdrawn = waiting !== null && form.values.email === user?.email
  return (
    <Stack gap={4} align="stretch">
      <MailInput
        label="E-mail"
        required
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={
          waits
            ? `Aguarda confirmação. Até lá vale ${user?.email ?? ''}.`
            : withdrawn
              ? `Ao salvar, o link enviado a ${waiting} deixa de valer.`
              : undefined
        }
        {...form.getInputProps('email')}
      />
      {waits ? (
        <Button
          size="compact-sm"
          variant="subtle"
          w="fit-content"
          onClick={() => form.setFieldValue('email', user?.email ?? '')}
        >
          Cancelar a troca de e-mail
        </Button>
      ) : null}
    </Stack>
  )
}
