/** The person of a line beside the clients that it may be. docs/rules.md#known-people */
import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MeantClient } from '../../contract/imports.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { formatPhone } from '../../domain/phone/phone.ts'

type Person = Omit<MeantClient, 'uid' | 'id'>

interface MeantPeopleProps {
  readonly line: number
  readonly reason: string
  readonly person: Person
  readonly candidates: readonly MeantClient[]
  readonly isBusy: boolean
  /** null: another person. */
  readonly onChoose: (uid: string | null) => void
  readonly onDiscard: () => void
}

export function MeantPeople(props: MeantPeopleProps) {
  const { line, reason, person, candidates, isBusy, onChoose, onDiscard } = props
  return (
    <Paper withBorder p="md" component="section" aria-label={`Linha ${line}`}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <PersonFacts title={`Linha ${line} do arquivo`} person={person} />
          {candidates.map((client) => (
            <PersonFacts key={client.uid} title={`Cliente ${client.id}`} person={client}>
              <Button size="xs" variant="default" disabled={isBusy} onClick={() => onChoose(client.uid)}>
                É esta pessoa
              </Button>
            </PersonFacts>
          ))}
        </SimpleGrid>
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="subtle" disabled={isBusy} onClick={onDiscard}>
            Descartar linha
          </Button>
          <Button size="xs" disabled={isBusy} onClick={() => onChoose(null)}>
            É outra pessoa
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

interface PersonFactsProps {
  readonly title: string
  readonly person: Person
  readonly children?: ReactNode
}

function PersonFacts({ title, person, children }: PersonFactsProps) {
  const facts = [
    person.document === '' ? 'Sem CPF/CNPJ' : formatDocument(person.document),
    ...[person.cellphone, person.phone].filter((number) => number !== '').map(formatPhone),
    ...(person.mail === '' ? [] : [person.mail]),
  ]
  return (
    <Stack gap={2}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <Text size="sm">{person.name}</Text>
      {facts.map((fact) => (
        <Text key={fact} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {fact}
        </Text>
      ))}
      {children}
    </Stack>
  )
}
