/** A calendar that reads an address, by a library of others (ical.js). */
import ICAL from 'ical.js'
import { expect } from 'vitest'
import { z } from 'zod'
import { newCalendarFeedRoute } from '../../../src/contract/calendar.ts'
import { type CalendarChoices, NEW_CHOICES } from '../../../src/domain/calendar/choices.ts'
import type { Device, TestServer } from '../support/server.ts'

export const ALL: CalendarChoices = {
  ...NEW_CHOICES,
  name: 'Celular',
  schedules: true,
  deadlines: true,
  renewals: true,
}
export const RETURNS: CalendarChoices = { ...NEW_CHOICES, name: 'Celular', alarm: null }

export interface ReadEvent {
  readonly uid: string
  readonly title: string
  readonly status: string
  readonly sequence: number
  /** ISO 8601 in UTC, or the day. */
  readonly start: string
  readonly end: string
  readonly changed: string
  readonly url: string | null
  /** As they are written. */
  readonly alarms: readonly string[]
}

const text = (value: unknown) => (value === null || value === undefined ? null : z.string().parse(value))

function timeOf(time: ICAL.Time): string {
  if (time.isDate) return time.toString()
  expect(time.zone?.tzid).toBe('America/Sao_Paulo')
  return time.toJSDate().toISOString()
}

/** Reads a file as a calendar does. Throws for what is no iCalendar. */
export function readFile(file: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(file))
  expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('America/Sao_Paulo')
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const valueOf = (name: string) => component.getFirstPropertyValue(name)
    return {
      uid: event.uid,
      title: event.summary,
      status: text(valueOf('status')) ?? '',
      sequence: event.sequence,
      start: timeOf(event.startDate),
      end: timeOf(event.endDate),
      changed: String(valueOf('last-modified')),
      url: text(valueOf('url')),
      alarms: component
        .getAllSubcomponents('valarm')
        .map((alarm) => alarm.getFirstProperty('trigger')?.toICALString() ?? ''),
    }
  })
}

/** Makes an address. Returns its path below the origin, its id and a reader of it. */
export async function address(server: TestServer, device: Device, choices: CalendarChoices) {
  const answer = await device.call('POST', '/calendar-feeds', choices)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { id, url } = newCalendarFeedRoute.answer.parse(answer.body)
  const path = new URL(url).pathname
  const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url: path, headers })
  return {
    id,
    path,
    ask,
    status: async () => (await ask()).statusCode,
    file: async () => (await ask()).body,
    events: async (): Promise<ReadEvent[]> => {
      const read = await ask()
      expect(read.statusCode, read.body).toBe(200)
      return readFile(read.body)
    },
  }
}
