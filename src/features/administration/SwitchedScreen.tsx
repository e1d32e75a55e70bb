/** A list whose rows are switched on and off: a card for each, and the questions before a switch and a removal. */
import { Button, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallResult } from '../../api/call-result.ts'
import { goneIsDone } from '../../device/online.ts'
import type { Answer } from '../../device/useAnswer.ts'
import type { OneCall } from '../../device/useOneCall.ts'
import { SubjectQuestion } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import { Unreachable } from '../../ui/Unreachable.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import classes from './CatalogueScreen.module.css'
import type { SwitchedActs } from './SwitchedCard.tsx'

/** What an act is called: in a failure, in what may have happened, once it is done, and on its button. */
interface ActWords {
  readonly what: string
  readonly lost: string
  readonly done: string
  readonly confirm: string
}

export interface SwitchedWords {
  /** The button of a new row. */
  readonly add: string
  readonly loading: string
  /** The title of a list without rows. */
  readonly none: string
  readonly on: ActWords
  readonly off: ActWords
  readonly removal: ActWords
}

interface SwitchedScreenProps<Row> {
  readonly title: string
  readonly intro: string
  readonly words: SwitchedWords
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
  const { title, words, answer, card, question, children } = props
  const { busy, act } = props.calls
  const switching = useDialog<Row>()
  const removing = useDialog<Row>()
  const rows = answer.value?.data
  const turned = switching.subject
  const isOn = turned?.state === 'on'
  const verb = isOn ? 'Desligar' : 'Ligar'

  const run = async (
    { what, lost, done }: ActWords,
    ask: (token: string) => Promise<CallResult<unknown>>,
  ) => {
    const result = await act({ what, lost }, ask)
    switching.close()
    removing.close()
    if (result?.kind === 'ok') notify.saved(done)
  }
  const turn = (row: Row) =>
    row.state === 'on'
      ? run(words.off, (token) => props.turn(row, false, token))
      : run(words.on, (token) => props.turn(row, true, token))
  const remove = (row: Row) => run(words.removal, async (token) => goneIsDone(await props.remove(row, token)))

  return (
    <section className={classes.root} aria-label={title}>
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Group justify="space-between" gap="sm" mb="md" maw={860}>
        <Text size="sm" c="dimmed" maw={640}>
          {props.intro}
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={props.onNew}>
          {words.add}
        </Button>
      </Group>
      <Unreachable
        problem={answer.problem?.words ?? null}
        asking={answer.state === 'loading'}
        onAgain={answer.refresh}
      />
      {rows === undefined ? (
        answer.problem === null ? (
          <Loader size="sm" role="status" aria-label={words.loading} />
        ) : null
      ) : rows.length === 0 ? (
        <EmptyState drawing="lost" title={words.none}>
          {props.start}
        </EmptyState>
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} maw={860} aria-label={title}>
          {rows.map((row) => {
            const onSwitch = () => (question(row) === null ? void turn(row) : switching.open(row))
            const removes = words.removal.confirm
            return card(row, { removes, busy, onSwitch, onRemove: () => removing.open(row) })
          })}
        </Stack>
      )}
      {children}
      <SubjectQuestion
        dialog={switching}
        onConfirm={(row) => void turn(row)}
        danger={isOn}
        title={`${verb} ${turned?.name ?? ''}?`}
        confirm={isOn ? words.off.confirm : words.on.confirm}
        busy={busy}
      >
        {turned === null ? null : question(turned)}
      </SubjectQuestion>
      <SubjectQuestion
        dialog={removing}
        onConfirm={(row) => void remove(row)}
        danger
        title={`Remover ${removing.subject?.name ?? ''}?`}
        confirm={words.removal.confirm}
        busy={busy}
      >
        {props.loss}
      </SubjectQuestion>
    </section>
  )
}
