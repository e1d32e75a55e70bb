/** A client chosen in a dialog: a text box, a search button, and the names that were found. */
import { Alert, Button, Group, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reportClientsRoute } from '../../contract/reports/report-clients.ts'
import { failureWords, online } from '../../device/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Choice } from '../../ui/IdSelect.tsx'
import classes from './Reports.module.css'

interface ClientFilterProps {
  readonly label: string
  /** Of the chosen client. */
  readonly name: string | null
  readonly onChange: (client: Choice | null) => void
}

export function ClientFilter({ label, name, onChange }: ClientFilterProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Group gap={4} align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          readOnly
          placeholder="Todos"
          value={name ?? ''}
          style={{ flex: 1 }}
          onClick={() => setOpened(true)}
        />
        <Button
          variant="default"
          px="xs"
          aria-label={name === null ? `${label}: procurar` : `${label}: limpar`}
          onClick={() => (name === null ? setOpened(true) : onChange(null))}
        >
          {name === null ? <IconSearch size={16} /> : <IconX size={16} />}
        </Button>
      </Group>
      {opened ? (
        <ClientSearch
          onClose={() => setOpened(false)}
          onChoose={(client) => {
            setOpened(false)
            onChange(client)
          }}
        />
      ) : null}
    </>
  )
}

interface ClientSearchProps {
  readonly onClose: () => void
  readonly onChoose: (client: Choice) => void
}

function ClientSearch({ onClose, onChoose }: ClientSearchProps) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Choice[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const search = async () => {
    setAsking(true)
    const result = await online((token) => call(reportClientsRoute, { token, query: { name: text } }))
    setAsking(false)
    setProblem(failureWords(result, 'procurar clientes'))
    if (result.kind === 'ok') setFound(result.value.data)
  }
  return (
    <Dialog opened onClose={onClose} title="Procurar cliente">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // For React, the dialog is inside the form of the filters, so the event would submit that form, too.
          event.stopPropagation()
          void search()
        }}
      >
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            label="Nome do cliente"
            data-autofocus
            autoComplete="off"
            required
            minLength={2}
            maxLength={120}
            value={text}
            style={{ flex: 1 }}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" loading={asking} leftSection={<IconSearch size={16} />}>
            Procurar
          </Button>
        </Group>
      </form>
      <Stack gap={2} mt="md" aria-live="polite">
        {problem === null ? null : <Alert color="red">{problem}</Alert>}
        {found?.length === 0 ? 'Nenhum cliente com este nome.' : null}
        {(found ?? []).map((client) => (
          <UnstyledButton key={client.id} className={classes.found ?? ''} onClick={() => onChoose(client)}>
            {client.name}
          </UnstyledButton>
        ))}
      </Stack>
    </Dialog>
  )
}
