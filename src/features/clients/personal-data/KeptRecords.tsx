/** What the law keeps of erased clients, searched on the server. Nothing of it is kept on the device. docs/rules.md#legal-keep */
import { Alert, Button, Card, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { type LegalRecord, legalRecordsRoute } from '../../../contract/legal-keep.ts'
import { failureWords, online } from '../../../device/online.ts'
import { Fields } from './Fields.tsx'
import { keptRecordLines, keptTotalLine } from './keep-words.ts'

export function KeptRecords() {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState({ text: '' })
  const [found, setFound] = useState<{ data: LegalRecord[]; total: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    void online((token) => call(legalRecordsRoute, { token, body: asked, signal })).then((result) => {
      if (signal.aborted) return
      setProblem(failureWords(result, 'a guarda legal'))
      setFound(result.kind === 'ok' ? result.value : null)
    })
    return () => stopped.abort()
  }, [asked])
  const search = (event: FormEvent) => {
    event.preventDefault()
    setAsked({ text: typed })
  }
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h4">
        Guarda legal
      </Title>
      <Text size="sm" c="dimmed">
        O que a lei manda guardar de vendas a clientes cujos dados foram apagados. Cada registro sai sozinho
        no fim do prazo, e a Auditoria diz isso.
      </Text>
      <form onSubmit={search}>
        <Group align="flex-end" gap="xs" mt="sm">
          <TextInput
            label="Nome, documento, proposta ou apólice"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Procurar
          </Button>
        </Group>
      </form>
      {problem === null ? null : (
        <Alert color="red" role="alert" mt="sm">
          {problem}
        </Alert>
      )}
      {found === null && problem === null ? <Skeleton height={120} mt="sm" /> : null}
      {found === null ? null : (
        <>
          <Text size="sm" mt="sm" role="status">
            {keptTotalLine(found)}
          </Text>
          {found.data.map((record) => (
            <Fields key={record.id} lines={keptRecordLines(record)} />
          ))}
        </>
      )}
    </Card>
  )
}
