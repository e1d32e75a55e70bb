/** The client who asks, found by name on the server. Nothing chosen: the person is no client. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { clientListRoute, type ListedClient } from '../../../contract/clients.ts'
import type { ChosenClient } from './request-form.ts'
import { useAsked } from './useAsked.ts'

interface ClientPickerProps {
  readonly value: ChosenClient | null
  /** The second argument has the contacts of a client that was found. */
  readonly onChange: (client: ChosenClient | null, found: ListedClient | null) => void
}

const PAUSE_MS = 300
const NOBODY: readonly ListedClient[] = []
const WHAT = 'procurar clientes'

const labelOf = ({ name, id }: { readonly name: string; readonly id: number | null }) =>
  `${name} · cliente ${id ?? ''}`

export function ClientPicker({ value, onChange }: ClientPickerProps) {
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed, PAUSE_MS)
  const { value: answer, problem } = useAsked(searched, WHAT, (token, signal) =>
    call(clientListRoute, { token, signal, query: { name: searched, per_page: 20 } }),
  )
  const found = (answer?.data ?? NOBODY).filter(({ id }) => id !== null)
  const choices = found.map((client) => ({ value: client.uid, label: labelOf(client) }))
  const own = value && { value: value.uid, label: labelOf(value) }
  const data =
    own === null || choices.some((choice) => choice.value === own.value) ? choices : [own, ...choices]
  return (
    <Select
      label="Cliente no Farol"
      description="Se a pessoa é cliente: com ele o pedido leva à exportação ou à exclusão dos dados"
      placeholder="Procure pelo nome"
      searchable
      clearable
      // The server has searched already: it ignores accents.
      filter={({ options }) => options}
      nothingFoundMessage={problem ?? 'Nenhum cliente com este nome'}
      data={data}
      value={value?.uid ?? null}
      onSearchChange={(text) => setTyped(text === own?.label ? '' : text)}
      onChange={(uid) => {
        const client = found.find((one) => one.uid === uid)
        if (client === undefined || client.id === null)
          return onChange(uid === value?.uid ? value : null, null)
        onChange({ id: client.id, uid: client.uid, name: client.name }, client)
      }}
    />
  )
}
