/** What can be done with the form as it stands: saving and closing. */
import { Button, Group } from '@mantine/core'
import type { LeadFormApi } from '../form/form-api.ts'

export function LeadActionBar({ form }: { form: LeadFormApi }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={form.close}>
        Fechar
      </Button>
      <Button onClick={() => void form.save()}>{form.mode === 'edit' ? 'Salvar' : 'Criar Lead'}</Button>
    </Group>
  )
}
