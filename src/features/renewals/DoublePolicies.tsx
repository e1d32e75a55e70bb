/** Policies that are there twice, under two spellings of an insurer, for a decision. docs/rules.md#insurers */
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { call } from '../../api/call.ts'
import {
  type DoubleDecision,
  decideDoubleRoute,
  type PolicyDouble,
  policyDoublesRoute,
} from '../../contract/policy-doubles.ts'
import { Step } from '../../device/list-file/Step.tsx'
import { online } from '../../device/online.ts'
import { useDecisions } from '../../device/useDecisions.ts'
import { notify } from '../../ui/notify.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { PolicySide } from './PolicySide.tsx'

const WHAT = 'decidir as apólices repetidas'
const waiting = () => online((token) => call(policyDoublesRoute, { token }))

export function DoublePolicies() {
  const { rows, problem, isBusy, decide } = useDecisions({ read: waiting, what: WHAT })
  const say = async (id: number, body: DoubleDecision) => {
    const kept = await decide(() =>
      online((token) => call(decideDoubleRoute, { token, params: { id }, body })),
    )
    if (!kept) return
    notify.saved(body.decision === 'two' ? 'Ficam as duas apólices' : 'Ficou uma apólice')
    nudgeSync()
  }
  // The list of imports says that there is no network.
  if (rows === undefined || rows.length === 0) return null
  return (
    <Step title="Apólices repetidas">
      <Text size="sm" c="dimmed">
        Mesmo número, item, segurado e vigência, com a seguradora escrita de dois jeitos. Nada muda sem a sua
        decisão.
      </Text>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {rows.map((double) => (
        <Double key={double.id} double={double} isBusy={isBusy} onSay={(body) => void say(double.id, body)} />
      ))}
    </Step>
  )
}

interface DoubleProps {
  readonly double: PolicyDouble
  readonly isBusy: boolean
  readonly onSay: (body: DoubleDecision) => void
}

function Double({ double: { policies }, isBusy, onSay }: DoubleProps) {
  const [first] = policies
  return (
    <Paper withBorder p="md" component="section" aria-label={`Apólice ${first?.policy_number ?? ''}`}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {policies.map((policy) => (
            <PolicySide
              key={policy.id}
              title={policy.lead_id === null ? 'Sem renovador' : `Lead ${policy.lead_id}`}
              policy={policy}
            >
              <Button
                size="xs"
                variant="default"
                disabled={isBusy}
                onClick={() => onSay({ decision: 'same', keep_id: policy.id })}
              >
                É a mesma: fica esta
              </Button>
            </PolicySide>
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button size="xs" disabled={isBusy} onClick={() => onSay({ decision: 'two', keep_id: null })}>
            São duas apólices
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
