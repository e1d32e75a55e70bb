/** Finds the other client of a merge by its name, and leads to the comparison. */
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { clientListRoute, type ListedClient } from '../../../contract/clients.ts'
import { failureWords, online } from '../../../device/online.ts'
import { isErasedClient } from '../../../domain/client/erasure.ts'
import { formatDocument } from '../../../domain/documents/cpf-cnpj.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { numberWords } from './merge-words.ts'

interface MergeWithDialogProps {
  readonly client: ListedClient
  readonly onClose: () => void
}

const PAUSE_MS = 300
const FOUND = 20
const NOBODY: readonly ListedClient[] = []

const labelOf = (client: ListedClient) =>
  [client.name, numberWords(client), formatDocument(client.cpf)].filter((part) => part !== '').join(' · ')

export function MergeWithDialog({ client, onClose }: MergeWithDialogProps) {
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed, PAUSE_MS)
  const [found, setFound] = useState(NOBODY)
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    void online((token) =>
      call(clientListRoute, { token, signal, query: { name: searched, per_page: FOUND } }),
    ).then((result) => {
      if (signal.aborted) return
      if (result.kind === 'ok') setFound(result.value.data)
      setProblem(failureWords(result, 'procurar clientes'))
    })
    return () => stopped.abort()
  }, [searched])
  const others = found.filter((one) => one.uid !== client.uid && one.id !== null && !isErasedClient(one))
  return (
    <Dialog opened onClose={onClose} title={`Juntar ${client.name} com outro cliente`}>
      <Stack gap="md">
        <Text size="sm">Nada muda antes de você comparar os dois e confirmar.</Text>
        <Select
          label="Outro cliente"
          placeholder="Procure pelo nome"
          searchable
          clearable
          data-autofocus
          // The server has searched already: it ignores accents.
          filter={({ options }) => options}
          // The field itself shows a problem.
          nothingFoundMessage={problem === null ? 'Nenhum cliente com este nome' : undefined}
          error={problem}
          data={others.map((one) => ({ value: one.uid, label: labelOf(one) }))}
          value={chosen}
          onSearchChange={(text) => {
            if (!others.some((one) => one.uid === chosen && labelOf(one) === text)) setTyped(text)
          }}
          onChange={setChosen}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            disabled={chosen === null}
            onClick={() => {
              if (chosen === null) return
              onClose()
              void navigate({ to: '/clientes/repetidos', search: { um: client.uid, outro: chosen } })
            }}
          >
            Comparar
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
