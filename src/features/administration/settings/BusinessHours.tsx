/** Working hours and further holidays; the national ones are listed. docs/rules.md#sla-clock */
import { Button, Checkbox, Pill, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import { useState } from 'react'
import type { Settings } from '../../../domain/settings/settings.ts'
import { nationalHolidays } from '../../../domain/sla/national-holidays.ts'
import { LONGEST_HOLIDAY_NAME, yearlyInWords } from '../../../domain/sla/yearly-holidays.ts'
import { dayOfDigits, dayTyping, isUnfinishedDay } from '../../../domain/time/day-typing.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { FormCard } from '../../../ui/FormCard.tsx'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'
import { useNow } from '../../../ui/useNow.ts'
import {
  HOURS_RULES,
  withHoliday,
  withoutHoliday,
  withoutYearly,
  withYearly,
  yearlyOf,
} from './business-hours.ts'
import { useSavePart } from './save-parts.ts'
import { useSettingForm } from './useSettingForm.ts'

const TITLE = 'Expediente e feriados'

const digitsUpTo = (most: number) => (text: string) => text.replace(/\D/g, '').slice(0, most)
const asTime = (digits: string) => (digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits)
const HOLIDAY = dayTyping('near', Date.now)
const dayWords = (day: string) => day.split('-').toReversed().join('/')

export function BusinessHours({ hours: current }: { readonly hours: Settings['business_hours'] }) {
  const form = useSettingForm({ business_hours: current }, { ...HOURS_RULES, plain: (value) => value })
  const hours = form.values.business_hours ?? current
  const { start, end, holidays } = hours
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [isYearly, setYearly] = useState(false)
  const [name, setName] = useState('')
  const [nameless, setNameless] = useState(false)
  const [town, setTown] = useState('')
  const forget = () => {
    setTyped('')
    setName('')
    setTown('')
    setNameless(false)
  }
  const change = (part: Partial<typeof hours>) => form.change('business_hours', { ...hours, ...part })
  /** Returns the hours with the typed day; null: it is no date, and the field says so. */
  const taken = () => {
    const day = dayOfDigits(typed)
    const isDay = day !== null && !isUnfinishedDay(day)
    setWrong(isDay ? null : 'Digite uma data, como 24/12/2026')
    if (!isDay) return null
    if (!isYearly) {
      setTyped('')
      return withHoliday(hours, day)
    }
    if (name.trim() === '') {
      setNameless(true)
      return null
    }
    forget()
    return withYearly(hours, { day: day.slice(5), name: name.trim(), town: town.trim() })
  }
  const add = () => {
    const next = taken()
    if (next !== null) form.change('business_hours', next)
  }
  /** A day that was typed and not added is saved too. */
  const save = async () => {
    if (typed === '') return form.save()
    const next = taken()
    return next !== null && (await form.save({ business_hours: next }))
  }
  const cancel = () => {
    forget()
    setWrong(null)
    form.cancel()
  }
  const { busy, problem } = form
  const changes = typed === '' ? form.changes : Math.max(form.changes, 1)
  const card = useSavePart({ title: TITLE, changes, busy, problem, save, cancel })
  const year = Number(saoPauloDay(useNow(60_000)).slice(0, 4))
  return (
    <FormCard {...card}>
      <Text size="sm" c="dimmed">
        Os prazos em horas úteis contam de segunda a sexta, neste horário de Brasília. Padrão: 08:30 às 18:00.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MaskedInput
          label="Início do expediente"
          inputMode="numeric"
          value={start.replace(':', '')}
          clean={digitsUpTo(4)}
          format={asTime}
          onChange={(digits) => change({ start: asTime(digits) })}
          error={form.errors['business_hours.start']}
        />
        <MaskedInput
          label="Fim do expediente"
          inputMode="numeric"
          value={end.replace(':', '')}
          clean={digitsUpTo(4)}
          format={asTime}
          onChange={(digits) => change({ end: asTime(digits) })}
          error={form.errors['business_hours.end']}
        />
      </SimpleGrid>
      <MaskedInput
        label="Outro feriado"
        description={isYearly ? 'Vale o dia e o mês de todo ano' : 'Estadual, municipal ou da corretora'}
        placeholder={HOLIDAY.placeholder}
        inputMode={HOLIDAY.keyboard}
        value={typed}
        clean={HOLIDAY.clean}
        format={HOLIDAY.format}
        shape={HOLIDAY.shape}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === '') return
          // The form would save.
          event.preventDefault()
          add()
        }}
        error={wrong}
      />
      <Checkbox
        label="O feriado se repete todo ano"
        description="Como os municipais. Só o de um município conta para prazos da lei"
        checked={isYearly}
        onChange={(event) => setYearly(event.currentTarget.checked)}
      />
      {isYearly ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label="Nome do feriado"
            maxLength={LONGEST_HOLIDAY_NAME}
            value={name}
            error={nameless && name.trim() === '' ? 'Diga o nome do feriado' : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Município"
            description="Se for municipal"
            maxLength={LONGEST_HOLIDAY_NAME}
            value={town}
            onChange={(event) => setTown(event.currentTarget.value)}
          />
        </SimpleGrid>
      ) : null}
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={add}>
        Adicionar feriado
      </Button>
      {holidays.length === 0 ? null : (
        <Pill.Group aria-label="Outros feriados">
          {holidays.map((day) => (
            <Pill
              key={day}
              size="lg"
              withRemoveButton
              removeButtonProps={{
                'aria-label': `Remover ${dayWords(day)}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => form.change('business_hours', withoutHoliday(hours, day))}
            >
              {dayWords(day)}
            </Pill>
          ))}
        </Pill.Group>
      )}
      {yearlyOf(hours).length === 0 ? null : (
        <Pill.Group aria-label="Feriados de todo ano">
          {yearlyOf(hours).map((holiday) => (
            <Pill
              key={`${holiday.day} ${holiday.town}`}
              size="lg"
              withRemoveButton
              removeButtonProps={{
                'aria-label': `Remover ${yearlyInWords(holiday)}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => form.change('business_hours', withoutYearly(hours, holiday))}
            >
              {yearlyInWords(holiday)} · todo ano
            </Pill>
          ))}
        </Pill.Group>
      )}
      <Stack gap={4}>
        <Text size="sm" fw={640}>
          Feriados nacionais de {year}, que já não contam
        </Text>
        <Text size="sm" c="dimmed">
          {nationalHolidays(year)
            .map(({ day, name }) => `${dayWords(day).slice(0, 5)} ${name}`)
            .join(' · ')}
        </Text>
      </Stack>
    </FormCard>
  )
}
