/** The person of a line beside the clients that it may be. docs/rules.md#known-people */
import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MeantClient } from '../../contract/imports.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import { JudgedLine, type JudgedLineProps } from './JudgedLine.tsx'

type Person = Omit<MeantClient, 'uid' | 'id'>

interface MeantPeopleProps extends Pick<JudgedLineProps, 'line' | 'reason' | 'isBusy' | 'onDiscard'> {
  readonly person: Person
  readonly candidates: readonly MeantClient[]
  /** null: another person. */
  readonly onChoose: (uid: string | null) => void
}

export function MeantPeople({ person, candidates, onChoose, ...judged }: MeantPeopleProps) {
  return (
    <JudgedLine {...judged} other="É outra pessoa" onOther={() => onChoose(null)}>
      <PersonFacts title={`Linha ${judged.line} do arquivo`} person={person} />
      {candidates.map((client) => (
        <PersonFacts key={client.uid} title={`Cliente ${client.id}`} person={client}>
          <Button size="xs" variant="default" disabled={judged.isBusy} onClick={() => onChoose(client.uid)}>
            É esta pessoa
          </Button>
        </PersonFacts>
      ))}
    </JudgedLine>
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
