/** The form: the customer, a tab for each line, and one command for each line that is indicated. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useCorrectedClock } from '../../device/useCorrectedNow.ts'
import {
  chosenTabs,
  EMPTY_INDICATION,
  indicationProblems,
  type TypedClient,
  type TypedIndication,
  withLine,
} from '../../domain/indication/form.ts'
import { holderOfDocument, tabsFor } from '../../domain/indication/lines.ts'
import type { FieldProblem } from '../../domain/lead/field-problem.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
  const errors = new Map(problems.toReversed().map(({ field, message }) => [field, message]))

  /** A problem goes with its correction; new ones are told by the next attempt. */
  const change = (next: TypedIndication) => {
    setTyped(next)
    if (problems.length === 0) return
    const left = indicationProblems(next, tabs, nowMs())
    setProblems(problems.filter(({ field }) => left.some((problem) => problem.field === field)))
  }
  const changeClient = (part: Partial<TypedClient>) =>
    change({ ...typed, client: { ...typed.client, ...part } })
  const show = (field: string) => {
    const tab = tabs.find(({ key }) => field.startsWith(`${key}.`))
    if (tab !== undefined) flushSync(() => setActive(tab.key))
    focusField(field === 'lines' ? 'lines' : field)
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
        {problems.length === 0 ? null : (
          <div className={classes.problems} role="alert">
            <strong>
              {problems.length === 1 ? 'Falta corrigir:' : `Faltam corrigir ${problems.length} campos:`}
            </strong>
            <ul>
              {problems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  <button type="button" className={classes.problem} onClick={() => show(field)}>
                    {message}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
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
            {chosen.length > 1 ? `Enviar ${chosen.length} indicações` : 'Enviar indicação'}
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
