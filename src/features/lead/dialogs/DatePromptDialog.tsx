/**
 * Asks for fields that the end needs: a date, and the broker with whom the client closed. All of them are required,
 * except the checkbox: docs/rules.md#losses.
 */

import { Button, Checkbox, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '../../../device/DateField.tsx'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { FUTURE_DATE } from '../../../domain/lead/save-rules.ts'
import { endOfDayMs, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MomentField } from '../form/MomentField.tsx'
import { REQUIRED } from './words.ts'

export interface DatePrompt {
  readonly title: string
  readonly explanation?: string
  /** `moment`: a past event with its time (ISO instant). `day`: a future day (YYYY-MM-DD). */
  readonly date: {
    readonly label: string
    readonly kind: 'moment' | 'day'
    readonly value: string | null
    /** The checkbox that allows a missing date. Null: the date is required. */
    readonly fail: { readonly label: string; readonly checked: boolean } | null
  } | null
  /** 'Fechou com qual corretora?' */
  readonly competitor: {
    readonly value: number | null
    readonly choices: readonly { readonly id: number; readonly name: string }[]
  } | null
}

export interface DateAnswer {
  readonly date: string | null
  readonly failed: boolean
  readonly competitor: number | null
}

interface DatePromptDialogProps {
  readonly prompt: DatePrompt | null
  /** Returns the server's clock as this device knows it, in epoch ms. */
  readonly nowMs: () => number
  readonly opened: boolean
  readonly onAnswer: (answer: DateAnswer) => void
  readonly onClose: () => void
}

export function DatePromptDialog({ prompt, opened, ...rest }: DatePromptDialogProps) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title={prompt?.title ?? ''} size="md">
      {prompt === null ? null : <PromptForm key={prompt.title} prompt={prompt} {...rest} />}
    </Dialog>
  )
}

/** A past event can't be later than today. */
function problemOf(kind: 'moment' | 'day', value: string | null, nowMs: number): string | null {
  if (value === null) return REQUIRED
  const late = kind === 'moment' && Date.parse(value) > endOfDayMs(saoPauloDay(nowMs))
  return late ? FUTURE_DATE : null
}

function PromptForm(props: Omit<DatePromptDialogProps, 'opened'> & { readonly prompt: DatePrompt }) {
  const { prompt, nowMs, onAnswer, onClose } = props
  const { date, competitor } = prompt
  const [value, setValue] = useState(date?.value ?? null)
  const [failed, setFailed] = useState(date?.fail?.checked ?? false)
  const [chosen, setChosen] = useState(competitor?.value ?? null)
  const [asked, setAsked] = useState(false)

  const dateProblem = date === null || failed ? null : problemOf(date.kind, value, nowMs())
  const noCompetitor = competitor !== null && chosen === null
  const dateError = asked ? dateProblem : null
  const submit = () => {
    setAsked(true)
    if (dateProblem === null && !noCompetitor)
      onAnswer({ date: failed ? null : value, failed, competitor: chosen })
  }

  return (
    <AskForm
      onSubmit={submit}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">Continuar</Button>
        </>
      }
    >
      {prompt.explanation === undefined ? null : <Text>{prompt.explanation}</Text>}
      {competitor === null ? null : (
        <Select
          label={labelOf('competitor_broker')}
          required
          searchable
          data-autofocus
          data={competitor.choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen === null ? null : String(chosen)}
          onChange={(picked) => setChosen(picked === null ? null : Number(picked))}
          error={asked && noCompetitor ? REQUIRED : false}
        />
      )}
      {date === null ? null : date.kind === 'moment' ? (
        <MomentField
          label={date.label}
          required={!failed}
          disabled={failed}
          nowMs={nowMs}
          latest={saoPauloDay(nowMs())}
          value={value}
          inWords
          error={dateError}
          onChange={setValue}
          takesFocus={competitor === null}
        />
      ) : (
        <DateField
          label={date.label}
          required={!failed}
          disabled={failed}
          value={value}
          error={dateError ?? false}
          onChange={setValue}
          {...(competitor === null ? { 'data-autofocus': true } : {})}
        />
      )}
      {date?.fail ? (
        <Checkbox
          label={date.fail.label}
          checked={failed}
          onChange={(event) => setFailed(event.currentTarget.checked)}
        />
      ) : null}
    </AskForm>
  )
}
