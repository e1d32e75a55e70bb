/** The client's name. It suggests known clients while the user types. */
import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { suggestClients } from '../../../device/suggest-clients.ts'
import type { Client } from '../../../domain/client/client.ts'
import { clientsNamed, moreClientsNamed, suggestionWords } from './look-ups.ts'

interface ClientNameFieldProps extends Pick<AutocompleteProps, 'inputContainer'> {
  readonly id: string
  readonly label: string
  readonly error?: React.ReactNode
  readonly className?: string
  readonly userId: number
  readonly value: string
  readonly required?: boolean
  readonly onChange: (name: string) => void
  readonly onChoose: (client: Client) => void
}

export function ClientNameField({ userId, value, onChange, onChoose, ...rest }: ClientNameFieldProps) {
  const [typed, setTyped] = useState('')
  const [clients, setClients] = useState<readonly Client[]>([])

  useEffect(() => {
    const here = () => clientsNamed(userId, typed)
    const more = (known: readonly Client[], signal: AbortSignal) => moreClientsNamed(typed, known, signal)
    return suggestClients({ here, more }, setClients)
  }, [userId, typed])

  const suggestions = new Map(clients.map((client) => [suggestionWords(client, clients), client]))
  return (
    <Autocomplete
      autoComplete="off"
      maxLength={200}
      {...rest}
      value={value}
      data={[...suggestions.keys()]}
      filter={({ options }) => options}
      onChange={(name) => {
        setTyped(name)
        onChange(name)
      }}
      onOptionSubmit={(words) => {
        const client = suggestions.get(words)
        if (client === undefined) return
        onChoose(client)
        setTyped('')
      }}
    />
  )
}
