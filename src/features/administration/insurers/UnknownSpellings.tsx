/** Spellings of files that no insurer has: each is said once what it is. docs/rules.md#insurers */
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  decideSpellingRoute,
  type InsurerSpelling,
  insurerSpellingsRoute,
  type SpellingDecision,
} from '../../../contract/administration/insurers.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { online } from '../../../device/online.ts'
import { useDecisions } from '../../../device/useDecisions.ts'
import type { Insurer } from '../../../domain/catalogue/catalogue.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'

const WHAT = 'conferir as grafias das seguradoras'
const waiting = () => online((token) => call(insurerSpellingsRoute, { token }))

export function UnknownSpellings({ userId }: { readonly userId: number }) {
  const { rows, problem, isBusy, decide } = useDecisions({ read: waiting, what: WHAT })
  const insurers = useLiveQuery(async () => catalogue(openMirror(userId), 'insurer'), [userId])
  const say = async (id: number, body: SpellingDecision) => {
    const kept = await decide(() =>
      online((token) => call(decideSpellingRoute, { token, params: { id }, body })),
    )
    if (!kept) return
    notify.saved(body.decision === 'ignore' ? 'Grafia ignorada' : 'Grafia guardada')
    nudgeSync()
  }
  if (problem === null && (rows === undefined || rows.length === 0)) return null
  return (
    <Stack component="section" aria-label="Grafias a conferir" gap="sm" mb="lg">
      <Title order={2} size="h4">
        Grafias a conferir
      </Title>
      <Text size="sm" c="dimmed">
        Vieram em arquivos e não são de nenhuma seguradora da lista. O que você disser vale para os próximos.
      </Text>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {rows?.map((spelling) => (
        <Spelling
          key={spelling.id}
          spelling={spelling}
          insurers={insurers ?? []}
          isBusy={isBusy}
          onSay={(body) => void say(spelling.id, body)}
        />
      ))}
    </Stack>
  )
}

interface SpellingProps {
  readonly spelling: InsurerSpelling
  readonly insurers: readonly Insurer[]
  readonly isBusy: boolean
  readonly onSay: (body: SpellingDecision) => void
}

function Spelling({ spelling: { spelling, proposed }, insurers, isBusy, onSay }: SpellingProps) {
  const [chosen, setChosen] = useState(proposed?.id ?? null)
  return (
    <Paper withBorder p="md" component="section" aria-label={spelling}>
      <Group gap="sm" align="flex-end">
        <Text fw={600} flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
          ‘{spelling}’
        </Text>
        <IdSelect
          label="É a seguradora"
          choices={insurers}
          value={chosen}
          onChange={setChosen}
          flex="1 1 220px"
        />
        <Button
          disabled={isBusy || chosen === null}
          onClick={() => onSay({ decision: 'alias', insurer_id: chosen })}
        >
          É esta
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => onSay({ decision: 'new', insurer_id: null })}
        >
          É outra seguradora
        </Button>
        <Button
          variant="subtle"
          disabled={isBusy}
          onClick={() => onSay({ decision: 'ignore', insurer_id: null })}
        >
          Ignorar
        </Button>
      </Group>
    </Paper>
  )
}
