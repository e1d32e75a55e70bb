/** 'Automações': rules that act by themselves. docs/rules.md#automations */
import { Box, Button, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import {
  type Automation,
  type AutomationBody,
  automationsRoute,
  removeAutomationRoute,
  switchAutomationRoute,
} from '../../../contract/administration/automations.ts'
import { goneIsDone } from '../../../device/online.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useOneCall } from '../../../device/useOneCall.ts'
import { AUTOMATION_EXAMPLES } from '../../../domain/automations/examples.ts'
import { sentenceOf } from '../../../domain/automations/sentence.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { notify } from '../../../ui/notify.ts'
import { Unreachable } from '../../../ui/Unreachable.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import classes from '../CatalogueScreen.module.css'
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

export function AutomationsScreen({ user }: { readonly user: SessionUser }) {
  const answer = useAnswer(user.id, automationsRoute, INPUT, { what: 'ver as automações', keeps: false })
  const catalogues = useCatalogues(user.id)
  const editing = useDialog<Edited>()
  const log = useDialog<Automation>()
  const switching = useDialog<Automation>()
  const removing = useDialog<Automation>()
  const { busy, act } = useOneCall(answer.refresh)
  const rows = answer.value?.data
  const names = namesFrom(catalogues, useTemplates(user.id))

  const turn = async ({ id, state, revision }: Automation) => {
    const on = state !== 'on'
    const words = on ? ['ligar', 'foi ligada', 'ligada'] : ['desligar', 'foi desligada', 'desligada']
    const result = await act({ what: `${words[0]} a automação`, lost: words[1] ?? '' }, (token) =>
      call(switchAutomationRoute, { token, params: { id }, body: { on, revision } }),
    )
    switching.close()
    if (result?.kind === 'ok') notify.saved(`Automação ${words[2]}`)
  }
  const remove = async ({ id }: Automation) => {
    const result = await act({ what: 'remover a automação', lost: 'foi removida' }, async (token) =>
      goneIsDone(await call(removeAutomationRoute, { token, params: { id } })),
    )
    removing.close()
    if (result?.kind === 'ok') notify.saved('Automação removida')
  }

  const edited = editing.subject
  const turned = switching.subject
  const isOff = turned !== null && turned.state !== 'on'
  return (
    <section className={classes.root} aria-label="Automações">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Automações</VisuallyHidden>
      <Group justify="space-between" gap="sm" mb="md" maw={860}>
        <Text size="sm" c="dimmed" maw={640}>
          Regras que agem sozinhas: quando algo acontece com um lead, ou deixa de acontecer, o Farol avisa,
          agenda ou anota. O que uma automação faz não aciona outra.
        </Text>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => editing.open({ row: null, first: NEW_AUTOMATION })}
        >
          Nova automação
        </Button>
      </Group>
      <Unreachable
        problem={answer.problem?.words ?? null}
        asking={answer.state === 'loading'}
        onAgain={answer.refresh}
      />
      {rows === undefined ? (
        answer.problem === null ? (
          <Loader size="sm" role="status" aria-label="Carregando as automações" />
        ) : null
      ) : rows.length === 0 ? (
        <EmptyState drawing="lost" title="Nenhuma automação ainda">
          Comece por um exemplo, e mude o que quiser.
        </EmptyState>
      ) : (
        <Box maw={860}>
          <Stack component="ul" gap="sm" m={0} p={0} aria-label="Automações">
            {rows.map((row) => (
              <AutomationCard
                key={row.id}
                row={row}
                names={names}
                busy={busy}
                onLog={() => log.open(row)}
                onEdit={() => editing.open({ row, first: row })}
                onSwitch={() => switching.open(row)}
                onRemove={() => removing.open(row)}
              />
            ))}
          </Stack>
        </Box>
      )}
      {rows === undefined ? null : (
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
      <ConfirmDialog
        opened={switching.opened}
        danger={!isOff}
        title={`${isOff ? 'Ligar' : 'Desligar'} ${turned?.name ?? ''}?`}
        confirm={isOff ? 'Ligar automação' : 'Desligar automação'}
        busy={busy}
        onConfirm={() => {
          if (turned !== null) void turn(turned)
        }}
        onClose={switching.close}
      >
        {turned === null || !isOff ? (
          'Ela para de agir na hora. Ligada de novo, age no que acontecer daí em diante.'
        ) : (
          <Stack gap="sm">
            <Text size="sm">{sentenceOf(turned, names)}</Text>
            <DryRunPart user={user} definition={turned} />
            <Text size="sm" c="dimmed">
              Ela age no que acontecer daqui em diante.
            </Text>
          </Stack>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        opened={removing.opened}
        danger
        title={`Remover ${removing.subject?.name ?? ''}?`}
        confirm="Remover automação"
        busy={busy}
        onConfirm={() => {
          if (removing.subject !== null) void remove(removing.subject)
        }}
        onClose={removing.close}
      >
        O registro e os avisos dela somem junto. Retornos e notas que ela deixou nos leads ficam. Esta ação
        não pode ser desfeita.
      </ConfirmDialog>
    </section>
  )
}
