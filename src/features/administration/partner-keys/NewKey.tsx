/** The name of a new key, and the button that makes it. */
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { keyBodySchema } from '../../../contract/administration/partner-keys.ts'
import { problemsOf } from '../../../ui/form-problems.ts'
import { useTypedInDialog } from '../../../ui/leaving/useLayer.ts'

interface NewKeyProps {
  readonly busy: boolean
  /** Whether the key was made; otherwise the name stays. */
  readonly onCreate: (name: string) => Promise<boolean>
}

export function NewKey({ busy, onCreate }: NewKeyProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  useTypedInDialog(name.trim() !== '')
  const submit = async () => {
    const problems = problemsOf(keyBodySchema, { name })
    setProblem(problems.name ?? null)
    if (problems.name === undefined && (await onCreate(name))) setName('')
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label="Nome da nova chave"
          placeholder="Sistema da loja de Contagem"
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" mt={25} loading={busy}>
          Criar chave
        </Button>
      </Group>
    </form>
  )
}
