/** A list whose rows are switched on and off: a card for each, and the questions before a switch and a removal. */
import { Button, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallResult } from '../../api/call-result.ts'
import { goneIsDone } from '../../device/online.ts'
import type { Answer } from '../../device/useAnswer.ts'
import type { OneCall } from '../../device/useOneCall.ts'
import { withCapital } from '../../domain/text/capital.ts'
import { SubjectQuestion } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import { Unreachable } from '../../ui/Unreachable.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import classes from './CatalogueScreen.module.css'
import type { SwitchedActs } from './SwitchedCard.tsx'

interface SwitchedScreenProps<Row> {
  readonly title: string
  readonly intro: string
  /** Of one row. Each participle ends like the article. */
  readonly article: 'o' | 'a'
  readonly noun: string
  readonly answer: Answer<{ readonly data: readonly Row[] }>
  readonly calls: OneCall
  /** How a list without rows gets its first. */
  readonly start: string
  readonly onNew: () => void
  readonly card: (row: Row, acts: SwitchedActs) => ReactNode
  /** What is asked before a switch; null: nothing. */
  readonly question: (row: Row) => ReactNode
  readonly turn: (row: Row, on: boolean, token: string) => Promise<CallResult<unknown>>
  /** What a removal takes along. */
  readonly loss: string
  readonly remove: (row: Row, token: string) => Promise<CallResult<unknown>>
  readonly children: ReactNode
}

export function SwitchedScreen<
  Row extends { readonly id: string; readonly name: string; readonly state: string },
>(props: SwitchedScreenProps<Row>) {
  const { title, article, noun, answer, card, question, children } = props
  const { busy, act } = props.calls
  const switching = useDialog<Row>()
  const removing = useDialog<Row>()
  const rows = answer.value?.data
  const turned = switching.subject
  const isOn = turned?.state === 'on'
  const verb = isOn ? 'Desligar' : 'Ligar'

  /** `done` lacks its last letter: 'removid'. */
  const run = async (verb: string, done: string, ask: (token: string) => Promise<CallResult<unknown>>) => {
    const result = await act({ what: `${verb} ${article} ${noun}`, lost: `foi ${done}${article}` }, ask)
    switching.close()
    removing.close()
    if (result?.kind === 'ok') notify.saved(`${withCapital(noun)} ${done}${article}`)
  }
  const turn = (row: Row) =>
    row.state === 'on'
      ? run('desligar', 'desligad', (token) => props.turn(row, false, token))
      : run('ligar', 'ligad', (token) => props.turn(row, true, token))
  const remove = (row: Row) =>
    run('remover', 'removid', async (token) => goneIsDone(await props.remove(row, token)))

  return (
    <section className={classes.root} aria-label={title}>
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Group justify="space-between" gap="sm" mb="md" maw={860}>
        <Text size="sm" c="dimmed" maw={640}>
          {props.intro}
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={props.onNew}>
          {`Nov${article} ${noun}`}
        </Button>
      </Group>
      <Unreachable
        problem={answer.problem?.words ?? null}
        asking={answer.state === 'loading'}
        onAgain={answer.refresh}
      />
      {rows === undefined ? (
        answer.problem === null ? (
          <Loader size="sm" role="status" aria-label={`Carregando ${article}s ${title.toLowerCase()}`} />
        ) : null
      ) : rows.length === 0 ? (
        <EmptyState drawing="lost" title={`Nenhum${article === 'a' ? 'a' : ''} ${noun} ainda`}>
          {props.start}
        </EmptyState>
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} maw={860} aria-label={title}>
          {rows.map((row) => {
            const onSwitch = () => (question(row) === null ? void turn(row) : switching.open(row))
            return card(row, { noun, busy, onSwitch, onRemove: () => removing.open(row) })
          })}
        </Stack>
      )}
      {children}
      <SubjectQuestion
        dialog={switching}
        onConfirm={(row) => void turn(row)}
        danger={isOn}
        title={`${verb} ${turned?.name ?? ''}?`}
        confirm={`${verb} ${noun}`}
        busy={busy}
      >
        {turned === null ? null : question(turned)}
      </SubjectQuestion>
      <SubjectQuestion
        dialog={removing}
        onConfirm={(row) => void remove(row)}
        danger
        title={`Remover ${removing.subject?.name ?? ''}?`}
        confirm={`Remover ${noun}`}
        busy={busy}
      >
        {props.loss}
      </SubjectQuestion>
    </section>
  )
}
