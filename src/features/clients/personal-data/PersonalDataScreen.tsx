/** All personal data of a client, to print, to save as PDF or JSON, and to fetch its files. docs/rules.md#personal-data */
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { type PersonalData, personalDataRoute } from '../../../contract/personal-data.ts'
import { download } from '../../../device/download.ts'
import { failureWords, online } from '../../../device/online.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { type Names, NO_NAMES } from '../../../domain/lead/field-words.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Unreachable } from '../../../ui/Unreachable.tsx'
import { Fields } from './Fields.tsx'
import { LeadData } from './LeadData.tsx'
import classes from './PersonalDataScreen.module.css'
import { fieldLines, rowLines, tableHeading } from './personal-words.ts'

interface Outcome {
  readonly key: string
  readonly data: PersonalData | null
  readonly problem: string | null
}

/** The export of a client. The audit records each request of it, so it is requested once a visit. */
interface Exported extends Pick<Outcome, 'data' | 'problem'> {
  readonly again: () => void
}

/** Nothing of another client, and nothing of an earlier attempt, is returned. */
function usePersonalData(clientId: number | null): Exported {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${clientId} ${attempt}`
  useEffect(() => {
    if (clientId === null) return
    const stopped = new AbortController()
    const { signal } = stopped
    void online((token) => call(personalDataRoute, { token, params: { id: clientId }, signal })).then(
      (result) => {
        if (signal.aborted) return
        const data = result.kind === 'ok' ? result.value : null
        setOutcome({ key, data, problem: failureWords(result, 'exportar dados') })
      },
    )
    return () => stopped.abort()
  }, [clientId, key])
  const { data, problem } = outcome?.key === key ? outcome : { data: null, problem: null }
  return { data, problem, again: () => setAttempt(attempt + 1) }
}

interface PersonalDataScreenProps {
  readonly user: SessionUser
  readonly clientId: number | null
  /** Above the data, and not on paper. */
  readonly notice: ReactNode
}

const saveJson = (data: PersonalData) =>
  download(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
    `dados-pessoais-${data.client.id ?? ''}.json`,
  )

export function PersonalDataScreen({ user, clientId, notice }: PersonalDataScreenProps) {
  const names = useCatalogues(user.id) ?? NO_NAMES
  const { data, problem, again } = usePersonalData(clientId)
  return (
    <section className={classes.root} aria-label="Dados pessoais">
      <div className={classes.tools}>{notice}</div>
      <Group gap="xs" className={classes.tools ?? ''}>
        <Button
          component={Link}
          to="/clients"
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          mr="auto"
        >
          Clientes
        </Button>
        {data === null ? null : (
          <>
            <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => saveJson(data)}>
              Baixar JSON
            </Button>
            <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
              Imprimir ou salvar em PDF
            </Button>
          </>
        )}
      </Group>
      {clientId === null ? (
        <EmptyState drawing="lost" title="Nenhum cliente escolhido">
          Abra esta página pela lista de clientes.
        </EmptyState>
      ) : null}
      <Unreachable problem={problem} asking={false} onAgain={again} />
      {clientId !== null && data === null && problem === null ? <Skeleton height={320} /> : null}
      {data === null ? null : <Sheet data={data} names={names} />}
    </section>
  )
}

function Sheet({ data, names }: { data: PersonalData; names: Names }) {
  const { client, leads, elsewhere } = data
  return (
    <article className={classes.sheet}>
      <Title order={1} size="h2">
        Dados pessoais de {client.name}
      </Title>
      <Text size="sm" c="dimmed">
        Cliente {client.id} · gerado em {formatDateTime(data.generated_at)}
      </Text>
      <Title order={2} size="h4" mt="lg">
        Cadastro
      </Title>
      {/* Under 'client' the fields get the names of a client's. */}
      <Fields
        lines={fieldLines({ client }, names).filter(({ field }) => !/\.(uid|id|version)$/.test(field))}
      />
      {leads.map((lead) => (
        <LeadData key={lead.lead.uid} data={lead} names={names} />
      ))}
      {Object.entries(elsewhere).map(([table, rows]) => (
        <div key={table}>
          <Title order={2} size="h4" mt="lg">
            {tableHeading(table)}
          </Title>
          {rows.map((row, place) => (
            // The rows have no key in common, and never change.
            // oxlint-disable-next-line react/no-array-index-key
            <Fields key={place} lines={rowLines(table, row, names)} />
          ))}
        </div>
      ))}
    </article>
  )
}
