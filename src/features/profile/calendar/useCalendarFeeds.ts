/** The user's addresses and what is done with them. After any failure the list is read anew: a lost answer may have made one. */
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { type CallResult } from '../../../api/call-result.ts'
import {
  type CalendarFeed,
  calendarFeedsRoute,
  changeCalendarFeedRoute,
  endCalendarFeedRoute,
  type MadeCalendarFeed,
  newCalendarFeedRoute,
  renewCalendarFeedRoute,
} from '../../../contract/calendar.ts'
import { failureWords, online } from '../../../device/online.ts'
import type { CalendarChoices } from '../../../domain/calendar/choices.ts'
import type { SaveOutcome } from '../../../ui/FormDialog.tsx'
import { notify } from '../../../ui/notify.ts'

const SAVE_AGAIN = 'Salvar de novo não faz outro endereço.'
const OTHER_CHOICES =
  'O endereço que você pediu antes já existe, com outras escolhas. Se não for usar, encerre-o na lista.'

const read = () => online((token) => call(calendarFeedsRoute, { token }))

/** What a save came to, for its dialog. */
function outcomeOf(result: CallResult<unknown>): SaveOutcome<CalendarChoices> {
  if (result.kind === 'ok') return { kind: 'saved' }
  const message = failureWords(result, 'salvar o endereço') ?? ''
  if (result.kind === 'unreachable')
    return { kind: 'refused', message: result.mayBeDone === true ? `${message} ${SAVE_AGAIN}` : message }
  const { errors, made } = result.body
  return {
    kind: 'refused',
    message: made === undefined ? message : OTHER_CHOICES,
    ...(errors === undefined ? {} : { errors }),
  }
}

export function useCalendarFeeds() {
  const [feeds, setFeeds] = useState<readonly CalendarFeed[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Shown only here, until the user closes it. */
  const [made, setMade] = useState<MadeCalendarFeed | null>(null)
  const [busy, setBusy] = useState(false)
  /** Identifies the next address, so that a repeated attempt after a lost answer makes no second one. */
  const [creation, setCreation] = useState(() => crypto.randomUUID())
  const [renewal, setRenewal] = useState(() => crypto.randomUUID())

  const take = useCallback((result: Awaited<ReturnType<typeof read>>) => {
    setProblem(failureWords(result, 'ver os seus endereços'))
    if (result.kind === 'ok') setFeeds(result.value.data)
  }, [])
  useEffect(() => {
    let gone = false
    void read().then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [take])

  const put = (feed: CalendarFeed) =>
    setFeeds((before) => {
      const others = before ?? []
      return others.some(({ id }) => id === feed.id)
        ? others.map((one) => (one.id === feed.id ? feed : one))
        : [feed, ...others]
    })
  const drop = (id: string) => {
    setFeeds((before) => before?.filter((one) => one.id !== id) ?? null)
    setMade((before) => (before?.id === id ? null : before))
  }
  const show = (feed: MadeCalendarFeed) => {
    put(feed)
    setMade(feed)
  }

  async function asked<Value>(ask: (token: string) => Promise<CallResult<Value>>) {
    setBusy(true)
    const result = await online(ask)
    if (result.kind !== 'ok') {
      const list = await read()
      if (list.kind === 'ok') setFeeds(list.value.data)
    }
    setBusy(false)
    return result
  }

  return {
    feeds,
    problem,
    made,
    busy,
    forget: () => setMade(null),
    create: async (choices: CalendarChoices): Promise<SaveOutcome<CalendarChoices>> => {
      const result = await asked((token) =>
        call(newCalendarFeedRoute, { token, key: creation, body: choices }),
      )
      // A conflict is about the address that an earlier attempt made: the next attempt makes another.
      const isConflict = result.kind === 'refused' && result.body.code === 'conflict'
      if (result.kind === 'ok' || isConflict) setCreation(crypto.randomUUID())
      if (result.kind === 'ok') show(result.value)
      return outcomeOf(result)
    },
    change: async (id: string, choices: CalendarChoices): Promise<SaveOutcome<CalendarChoices>> => {
      const result = await asked((token) =>
        call(changeCalendarFeedRoute, { token, params: { id }, body: choices }),
      )
      if (result.kind === 'ok') {
        put(result.value)
        notify.saved('Endereço alterado')
      }
      return outcomeOf(result)
    },
    renew: async ({ id }: CalendarFeed) => {
      const result = await asked((token) =>
        call(renewCalendarFeedRoute, { token, key: renewal, params: { id } }),
      )
      const isConflict = result.kind === 'refused' && result.body.code === 'conflict'
      if (result.kind === 'ok' || isConflict) setRenewal(crypto.randomUUID())
      if (result.kind === 'ok') show(result.value)
      else notify.error(failureWords(result, 'renovar o endereço', 'o endereço foi renovado') ?? '')
    },
    end: async ({ id }: CalendarFeed) => {
      const result = await asked((token) => call(endCalendarFeedRoute, { token, params: { id } }))
      // Another device, or an administrator, was faster: it is gone all the same.
      const isGone = result.kind === 'ok' || (result.kind === 'refused' && result.status === 404)
      if (!isGone)
        return notify.error(failureWords(result, 'encerrar o endereço', 'o endereço foi encerrado') ?? '')
      drop(id)
      notify.saved('Endereço encerrado')
    },
  }
}
