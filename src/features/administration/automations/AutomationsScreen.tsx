/** 'Automações': rules that act by themselves. docs/rules.md#automations */
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { call } from '../../../api/call.ts'
import {
  type Automation,
  type AutomationBody,
  automationsRoute,
  removeAutomationRoute,
  switchAutomationRoute,
} from '../../../contract/administration/automations.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useOneCall } from '../../../device/useOneCall.ts'
import { AUTOMATION_EXAMPLES } from '../../../domain/automations/examples.ts'
import { sentenceOf } from '../../../domain/automations/sentence.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { SwitchedScreen, type SwitchedWords } from '../SwitchedScreen.tsx'
import { AutomationCard } from './AutomationCard.tsx'
import { AutomationDialog } from './AutomationDialog.tsx'
import { NEW_AUTOMATION } from './automation-form.ts'
import { namesFrom } from './automation-names.ts'
import { DryRunPart } from './DryRunPart.tsx'
import { RunsDialog } from './RunsDialog.tsx'
import { useTemplates } from './useTemplates.ts'

const INPUT = {}

/** A row, or what a new one begins with. */
type Edited =
  | { readonly row: Automation; readonly first: AutomationBody }
  | { readonly row: null; readonly first: AutomationBody }

const WORDS: SwitchedWords = {
  add: 'Nova automação',
  loading: 'Carregando as automações',
  none: 'Nenhuma automação ainda',
  on: {
    what: 'ligar a automação',
    lost: 'foi ligada',
    done: 'Automação ligada',
    confirm: 'Ligar automação',
  },
  off: {
    what: 'desligar a automação',
    lost: 'foi desligada',
    done: 'Automação desligada',
    confirm: 'Desligar automação',
  },
  removal: {
    what: 'remover a automação',
    lost: 'foi removida',
    done: 'Automação removida',
    confirm: 'Remover automação',
  },
}

export function AutomationsScreen({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(user.id, automationsRoute, INPUT, { what: 'ver as automações', keeps: false })
  const calls = useOneCall(answer.refresh)
  const catalogues = useCatalogues(user.id)
  const editing = useDialog<Edited>()
  const log = useDialog<Automation>()
  const names = namesFrom(catalogues, useTemplates(user.id))
  const edited = editing.subject
  return (
    <SwitchedScreen
      title="Automações"
      intro="Regras que agem sozinhas: quando algo acontece com um lead, ou deixa de acontecer, o Farol avisa, agenda ou anota. O que uma automação faz não aciona outra."
      words={WORDS}
      answer={answer}
      calls={calls}
      start="Comece por um exemplo, e mude o que quiser."
      onNew={() => editing.open({ row: null, first: NEW_AUTOMATION })}
      card={(row, acts) => (
        <AutomationCard
          key={row.id}
          row={row}
          names={names}
          {...acts}
          onLog={() => log.open(row)}
          onEdit={() => editing.open({ row, first: row })}
        />
      )}
      question={(row) =>
        row.state === 'on' ? (
          'Ela para de agir na hora. Ligada de novo, age no que acontecer daí em diante.'
        ) : (
          <Stack gap="sm">
            <Text size="sm">{sentenceOf(row, names)}</Text>
            <DryRunPart user={user} definition={row} />
            <Text size="sm" c="dimmed">
              Ela age no que acontecer daqui em diante.
            </Text>
          </Stack>
        )
      }
      turn={({ id, revision }, on, token) =>
        call(switchAutomationRoute, { token, params: { id }, body: { on, revision } })
      }
      loss="O registro e os avisos dela somem junto. Retornos e notas que ela deixou nos leads ficam. Esta ação não pode ser desfeita."
      remove={({ id }, token) => call(removeAutomationRoute, { token, params: { id } })}
    >
      {answer.value === undefined ? null : (
        <Box maw={860} mt="lg">
          <Text component="h2" size="sm" fw={600} mb="xs" id="automation-examples">
            Exemplos
          </Text>
          <Stack component="ul" gap="xs" m={0} p={0} aria-labelledby="automation-examples">
            {AUTOMATION_EXAMPLES.map((example) => (
              <Group key={example.name} component="li" gap="sm" wrap="nowrap" justify="space-between">
                <Text size="sm">{sentenceOf(example, names)}</Text>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Usar o exemplo ${example.name}`}
                  onClick={() => editing.open({ row: null, first: example })}
                  style={{ flexShrink: 0 }}
                >
                  Usar
                </Button>
              </Group>
            ))}
          </Stack>
        </Box>
      )}
      {editing.opened && edited !== null ? (
        <AutomationDialog
          user={user}
          {...edited}
          onClose={() => {
            editing.close()
            answer.refresh()
          }}
        />
      ) : null}
      {log.opened && log.subject !== null ? (
        <RunsDialog user={user} automation={log.subject} onClose={log.close} />
      ) : null}
    </SwitchedScreen>
  )
}
