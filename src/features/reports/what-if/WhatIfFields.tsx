/** What the panel 'E se?' changes: limits, hours, days, and the brokers of a channel. docs/rules.md#what-if */
import { Checkbox, Chip, NumberInput, Text } from '@mantine/core'
import '@mantine/core/styles/Chip.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import type { WhatIfAnswer } from '../../../domain/reports/what-if/answer.ts'
import { type Change, hoursProblem, MOST_BROKERS } from '../../../domain/reports/what-if/change.ts'
import { type LimitKey, limitLine, limitProblem } from '../../../domain/reports/what-if/limits.ts'
import { limitsOf } from '../../../domain/reports/what-if/measures.ts'
import type { WhatIfReport } from '../../../domain/reports/what-if/what-if-report.ts'
import { WORKED_DAYS } from '../../../domain/sla/business-calendar.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatNumber } from '../../../domain/text/formats.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'
import classes from './WhatIfPanel.module.css'

interface WhatIfFieldsProps {
  readonly report: WhatIfReport
  readonly change: Change
  readonly answer: WhatIfAnswer
  readonly catalogues: Catalogues
  readonly onChange: (change: Change) => void
}

const DAYS = ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom'] as const

interface LimitFieldProps {
  readonly limit: LimitKey
  readonly present: number
  /** null: as it is. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

/** An empty field is the present limit. */
function LimitField({ limit, present, value, onChange }: LimitFieldProps) {
  const { label, unit, isWhole } = limitLine(limit)
  const [typed, setTyped] = useState<string | number>(value ?? '')
  const number = typeof typed === 'number' ? typed : typed === '' ? null : Number(typed)
  const problem = number === null ? null : limitProblem(limit, number)
  return (
    <NumberInput
      label={label}
      description={`Em ${unit}. Hoje: ${formatNumber(present)}`}
      placeholder={formatNumber(present)}
      decimalSeparator=","
      thousandSeparator="."
      allowDecimal={!isWhole}
      decimalScale={2}
      allowNegative={false}
      hideControls
      value={typed}
      error={problem}
      onChange={(next) => {
        setTyped(next)
        if (next === '') onChange(null)
        else if (limitProblem(limit, Number(next)) === null)
          onChange(Number(next) === present ? null : Number(next))
      }}
    />
  )
}

interface TimeOfDayProps {
  readonly label: string
  /** 'HH:mm' */
  readonly present: string
  /** null: as it is. */
  readonly value: string | null
  readonly error?: string | null
  readonly onChange: (value: string | null) => void
}

const clean = (text: string) => text.replace(/\D/g, '').slice(0, 4)
const format = (digits: string) => (digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits)
const isTime = (digits: string) => /^([01]\d|2[0-3])[0-5]\d$/.test(digits)

/** Typed as four digits. An empty field is the present time. */
function TimeOfDay({ label, present, value, error = null, onChange }: TimeOfDayProps) {
  const [digits, setDigits] = useState(clean(value ?? ''))
  const isWrong = digits.length === 4 && !isTime(digits)
  return (
    <MaskedInput
      label={label}
      description={`Hoje: ${present}`}
      placeholder={present}
      inputMode="numeric"
      value={digits}
      clean={clean}
      format={format}
      error={isWrong ? 'Digite um horário, como 08:30' : error}
      onChange={(next) => {
        setDigits(next)
        if (next === '') onChange(null)
        else if (isTime(next)) onChange(format(next) === present ? null : format(next))
      }}
    />
  )
}

/** null: the limit is as it is. */
function withLimit(limits: Change['limits'], key: LimitKey, value: number | null): Change['limits'] {
  const { [key]: _, ...others } = limits
  return value === null ? others : { ...others, [key]: value }
}

export function WhatIfFields({ report, change, answer, catalogues, onChange }: WhatIfFieldsProps) {
  const { present, staff } = answer
  const { limits, start, end, days = WORKED_DAYS, holidays, channel, brokers } = change
  const here = staff.find((each) => each.channel === channel)
  const [chosen, setChosen] = useState(channel ?? null)
  const ofChosen = staff.find((each) => each.channel === chosen)
  const nameOf = (id: number) => catalogues.channels.get(id)?.name ?? `Canal ${id}`
  const setLimit = (key: LimitKey, value: number | null) => {
    onChange({ ...change, limits: withLimit(limits, key, value) })
  }
  return (
    <div className={`${classes.fields} ${classes.controls}`}>
      {limitsOf(report).map((key) => (
        <LimitField
          key={key}
          limit={key}
          present={present.limits[key]}
          value={limits[key] ?? null}
          onChange={(value) => setLimit(key, value)}
        />
      ))}
      <TimeOfDay
        label="Início do expediente"
        present={present.hours.start}
        value={start ?? null}
        error={hoursProblem(change, present)}
        onChange={(value) => onChange({ ...change, start: value ?? undefined })}
      />
      <TimeOfDay
        label="Fim do expediente"
        present={present.hours.end}
        value={end ?? null}
        onChange={(value) => onChange({ ...change, end: value ?? undefined })}
      />
      <fieldset className={classes.week}>
        <Text component="legend" size="sm" fw={500} mb={4}>
          Dias de trabalho
        </Text>
        <div className={classes.days}>
          <Chip.Group
            multiple
            value={days.map(String)}
            onChange={(next) => {
              const worked = next.map(Number).toSorted((a, b) => a - b)
              // A week without a working day has no working time.
              if (worked.length > 0)
                onChange({ ...change, days: worked.join() === WORKED_DAYS.join() ? undefined : worked })
            }}
          >
            {DAYS.map((name, place) => (
              <Chip key={name} value={String(place + 1)} size="sm">
                {name}
              </Chip>
            ))}
          </Chip.Group>
          <Checkbox
            className={classes.holidays ?? ''}
            label="Também em feriados"
            checked={holidays === true}
            onChange={(event) =>
              onChange({ ...change, holidays: event.currentTarget.checked ? true : undefined })
            }
          />
        </div>
      </fieldset>
      <IdSelect
        className={classes.wide ?? ''}
        label="Corretores de um canal"
        placeholder="Escolha o canal"
        value={chosen}
        choices={staff.map((each) => ({
          id: each.channel,
          name: `${nameOf(each.channel)} · ${counted(each.brokers, 'corretor', 'corretores')}`,
        }))}
        onChange={(next) => {
          setChosen(next)
          onChange({ ...change, channel: undefined, brokers: undefined })
        }}
      />
      {ofChosen === undefined ? null : (
        <NumberInput
          key={ofChosen.channel}
          label="Quantos corretores"
          description={`Hoje: ${ofChosen.brokers}`}
          min={1}
          max={MOST_BROKERS}
          clampBehavior="strict"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={(here === undefined ? undefined : brokers) ?? ofChosen.brokers}
          onChange={(next) => {
            const asked =
              typeof next === 'number' && next >= 1 && next !== ofChosen.brokers ? next : undefined
            onChange({
              ...change,
              channel: asked === undefined ? undefined : ofChosen.channel,
              brokers: asked,
            })
          }}
        />
      )}
    </div>
  )
}
