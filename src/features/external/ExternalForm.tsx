/** The form: the customer, a tab for each line, and one command for each line that is indicated. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useCorrectedClock } from '../../device/useCorrectedNow.ts'
import {
  chosenTabs,
  EMPTY_INDICATION,
  type TypedClient,
  type TypedIndication,
  withLine,
} from '../../domain/indication/form.ts'
import {
  firstByField,
  indicationProblems,
  stillWrong,
  tabOfField,
} from '../../domain/indication/form-problems.ts'
import { holderOfDocument, tabsFor } from '../../domain/indication/lines.ts'
import { sendWords } from '../../domain/indication/words.ts'
import type { FieldProblem } from '../../domain/lead/field-problem.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ProblemList } from '../../ui/ProblemList.tsx'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import { ClientPart } from './ClientPart.tsx'
import classes from './External.module.css'
import { focusField } from './fields.ts'
import { LinesPart } from './LinesPart.tsx'
import { submitIndications } from './submit-indications.ts'

interface ExternalFormProps {
  readonly user: SessionUser
  readonly offered: readonly { readonly id: number; readonly name: string }[]
}

const NO_PROBLEMS: readonly FieldProblem[] = []

export function ExternalForm({ user, offered }: ExternalFormProps) {
  const nowMs = useCorrectedClock(user.id)
  const [typed, setTyped] = useState<TypedIndication>(EMPTY_INDICATION)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [active, setActive] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [emptying, setEmptying] = useState(false)
  const holder = holderOfDocument(typed.client.document)
  const tabs = holder === null ? [] : tabsFor(holder, offered)
  const chosen = chosenTabs(typed, tabs)
  const errors = firstByField(problems)

  const change = (next: TypedIndication) => {
    setTyped(next)
    if (problems.length === 0) return
    setProblems(stillWrong(problems, indicationProblems(next, tabs, nowMs())))
  }
  const changeClient = (part: Partial<TypedClient>) =>
    change({ ...typed, client: { ...typed.client, ...part } })
  const show = (field: string) => {
    const tab = tabOfField(tabs, field)
    if (tab !== undefined) flushSync(() => setActive(tab.key))
    focusField(field)
  }
  const submit = async () => {
    if (busy) return
    const found = indicationProblems(typed, tabs, nowMs())
    const [first] = found
    flushSync(() => setProblems(found))
    if (first !== undefined) return show(first.field)
    setBusy(true)
    const left = await submitIndications(user.id, typed, tabs)
    setBusy(false)
    setTyped(left)
    if (left === EMPTY_INDICATION) {
      setActive(null)
      focusField('client.name')
    }
  }

  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Nova indicação"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ClientPart
        userId={user.id}
        client={typed.client}
        holder={holder}
        errors={errors}
        onChange={changeClient}
      />
      <LinesPart
        userId={user.id}
        typed={typed}
        tabs={tabs}
        active={active}
        errors={errors}
        onTab={setActive}
        onLine={(tab, part) => change(withLine(typed, tab, part))}
      />
      <div className={classes.foot}>
        <ProblemList problems={problems} onProblem={show} />
        <div className={classes.status}>
          <ToastPlace />
        </div>
        <Group justify="flex-end" gap="xs">
          {typed === EMPTY_INDICATION ? null : (
            <Button variant="default" onClick={() => setEmptying(true)}>
              Limpar
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {sendWords(chosen.length)}
          </Button>
        </Group>
      </div>
      <ConfirmDialog
        opened={emptying}
        danger
        title="Limpar a indicação?"
        confirm="Limpar a indicação"
        onConfirm={() => {
          setEmptying(false)
          setTyped(EMPTY_INDICATION)
          setProblems(NO_PROBLEMS)
        }}
        onClose={() => setEmptying(false)}
      >
        O que foi digitado se perde.
      </ConfirmDialog>
    </form>
  )
}
