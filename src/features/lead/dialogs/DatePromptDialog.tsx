/**
 * Asks for fields that the end needs: dates, and the broker with whom the client closed. All of them are required,
 * except the checkbox: docs/rules.md#losses.
 */

import { Button, Checkbox, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '../../../device/DateField.tsx'
import { labelOf } from '../../../domain/lead/field-words.ts'
import { FUTURE_DATE } from '../../../domain/lead/save-rules.ts'
import { REQUIRED_FIELD } from '../../../domain/text/required.ts'
import { endOfDayMs, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MomentField } from '../form/MomentField.tsx'

interface AskedDate {
  readonly field: string
  readonly label: string
  /** `moment`: a past event with its time (ISO instant). `day`: a future day (YYYY-MM-DD). */
  readonly kind: 'moment' | 'day'
  readonly value: string | null
  /** The checkbox that allows a missing date. Null: the date is required. */
  readonly fail: { readonly label: string; readonly checked: boolean } | null
}

export interface DatePrompt {
  readonly title: string
  readonly explanation?: string
  readonly dates: readonly AskedDate[]
  /** 'Fechou com qual corretora?' */
  readonly competitor: {
    readonly value: number | null
    readonly choices: readonly { readonly id: number; readonly name: string }[]
  } | null
}

export interface DateAnswer {
  /** By the field's name. */
  readonly dates: Readonly<Record<string, string | null>>
  readonly failed: boolean
  readonly competitor: number | null
}

interface DatePromptDialogProps {
  readonly prompt: DatePrompt | null
  /** Returns the server's clock as this device knows it, in epoch ms. */
  readonly nowMs: () => number
  /** In São Paulo by that clock: YYYY-MM-DD. */
  readonly today: string
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
  if (value === null) return REQUIRED_FIELD
  const late = kind === 'moment' && Date.parse(value) > endOfDayMs(saoPauloDay(nowMs))
  return late ? FUTURE_DATE : null
}

function PromptForm(props: Omit<DatePromptDialogProps, 'opened'> & { readonly prompt: DatePrompt }) {
  const { prompt, nowMs, today, onAnswer, onClose } = props
  const { dates, competitor } = prompt
  const fail = dates.find((date) => date.fail !== null)?.fail ?? null
  const [values, setValues] = useState<DateAnswer['dates']>(() =>
    Object.fromEntries(dates.map(({ field, value }) => [field, value])),
  )
  const [failed, setFailed] = useState(fail?.checked ?? false)
  const [chosen, setChosen] = useState(competitor?.value ?? null)
  const [asked, setAsked] = useState(false)

  const problem = ({ kind, field }: AskedDate) =>
    failed ? null : problemOf(kind, values[field] ?? null, nowMs())
  const noCompetitor = competitor !== null && chosen === null
  const submit = () => {
    setAsked(true)
    if (noCompetitor || dates.some((date) => problem(date) !== null)) return
    const given = Object.fromEntries(
      dates.map(({ field }) => [field, failed ? null : (values[field] ?? null)]),
    )
    onAnswer({ dates: given, failed, competitor: chosen })
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
          error={asked && noCompetitor ? REQUIRED_FIELD : false}
        />
      )}
      {dates.map((date, place) => (
        <PromptDate
          key={date.field}
          date={date}
          nowMs={nowMs}
          today={today}
          value={values[date.field] ?? null}
          disabled={failed}
          error={asked ? problem(date) : null}
          takesFocus={competitor === null && place === 0}
          onChange={(value) => setValues((before) => ({ ...before, [date.field]: value }))}
        />
      ))}
      {fail === null ? null : (
        <Checkbox
          label={fail.label}
          checked={failed}
          onChange={(event) => setFailed(event.currentTarget.checked)}
        />
      )}
    </AskForm>
  )
}

interface PromptDateProps {
  readonly date: AskedDate
  readonly nowMs: () => number
  readonly today: string
  readonly value: string | null
  readonly disabled: boolean
  readonly error: string | null
  readonly takesFocus: boolean
  readonly onChange: (value: string | null) => void
}

function PromptDate({ date, nowMs, today, takesFocus, disabled, error, ...field }: PromptDateProps) {
  const shared = { label: date.label, required: !disabled, disabled, ...field }
  return date.kind === 'moment' ? (
    <MomentField {...shared} nowMs={nowMs} latest={today} inWords error={error} takesFocus={takesFocus} />
  ) : (
    <DateField {...shared} error={error ?? false} {...(takesFocus ? { 'data-autofocus': true } : {})} />
  )
}
