/** The name under which a mapping is saved; a name that is taken says so before it is replaced. */
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { foldText } from '../../domain/text/fold.ts'

interface TypedNameProps {
  readonly form: UseFormReturnType<{ name: string }>
  readonly taken: readonly string[]
}

export function TypedName({ form, taken }: TypedNameProps) {
  const isTaken = taken.some((name) => foldText(name) === foldText(form.values.name))
  return (
    <TextInput
      label="Nome"
      required
      data-autofocus
      maxLength={60}
      description={isTaken ? 'Já existe um mapeamento com este nome: ele será substituído.' : undefined}
      {...form.getInputProps('name')}
    />
  )
}
