/** A file of events (.ics, RFC 5545), on the server and on a device. Screens load it when it is asked for. docs/rules.md#calendar */
import { TZDate } from '@date-fns/tz/date'
import ical, {
  type ICalAlarmData,
  ICalAlarmType,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { SAO_PAULO } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import type { EventTime } from './events.ts'
import { zoneText } from './zone.ts'

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** An event as a calendar gets it. */
export interface WrittenEvent {
  readonly uid: string
  readonly time: EventTime
  /** When it became what it is, epoch ms. */
  readonly changedMs: number
  /** null: it is off, and nothing is told of it. */
  readonly shown: {
    readonly title: string
    /** The address of its lead. */
    readonly link: string
    readonly isBusy: boolean
  } | null
}

export const CANCELLED_TITLE = 'Cancelado'

/** Calendars that follow such hints ask again after it. */
const ASKED_AGAIN_SECONDS = HOUR_MS / 1000

/** A day has no time to count from: its alarm comes at nine. */
const MORNING_SECONDS = (9 * HOUR_MS) / 1000

const COUNTED_FROM_MS = Date.UTC(2020, 0, 1)
/** A later state has a greater number, on every device. It fits 32 bits until 2088. */
export const sequenceAt = (ms: number): number => Math.floor((ms - COUNTED_FROM_MS) / 1000)

const SECOND_MS = 1000
const wholeSecond = (ms: number) => new Date(Math.floor(ms / SECOND_MS) * SECOND_MS)

/** A name of an import may have signs that no calendar takes. */
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

function timeOf(time: EventTime): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone'> {
  // A date without a zone is written by its day in UTC.
  if (time.kind === 'day') return { start: new Date(`${time.day}T00:00:00Z`), allDay: true, timezone: null }
  const [start, end] = [new TZDate(time.startMs, SAO_PAULO), new TZDate(time.endMs, SAO_PAULO)]
  return { start, end, timezone: SAO_PAULO }
}

function alarmOf({ kind }: EventTime, minutes: number): ICalAlarmData {
  if (kind === 'day') return { type: ICalAlarmType.display, triggerAfter: MORNING_SECONDS }
  return { type: ICalAlarmType.display, triggerBefore: (minutes * MINUTE_MS) / 1000 }
}

function dataOf({ uid, time, changedMs, shown }: WrittenEvent): ICalEventData {
  const changed = wholeSecond(changedMs)
  const common = {
    ...timeOf(time),
    id: uid,
    sequence: sequenceAt(changedMs),
    stamp: changed,
    lastModified: changed,
  }
  if (shown === null)
    return {
      ...common,
      summary: CANCELLED_TITLE,
      status: ICalEventStatus.CANCELLED,
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    }
  const { title, link, isBusy } = shown
  return {
    ...common,
    summary: inOneLine(title),
    description: `Abrir no Farol: ${link}`,
    url: link,
    status: ICalEventStatus.CONFIRMED,
    transparency: isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    busystatus: isBusy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
  }
}

interface Around {
  /** Minutes before; null: no alarm. */
  readonly alarm: number | null
  /** Between these instants the file's zone is right, epoch ms. */
  readonly fromMs: number
  readonly untilMs: number
  /** The file is asked for again and again, so it has a name and says how often. */
  readonly isFeed: boolean
}

/**
 * The library writes its own instants (DTSTAMP) by the clock of a calendar's zone, without saying so, and a zone before other
 * properties. So it knows no zone, and the zone comes where RFC 5545 has it. It is a component of a file without events, too.
 */
function withZone(text: string, zone: string): string {
  const [end] = ['\r\nBEGIN:VEVENT', '\r\nEND:VCALENDAR']
    .map((line) => text.indexOf(line))
    .filter((at) => at >= 0)
  return `${text.slice(0, end)}\r\n${zone}${text.slice(end)}\r\n`
}

/** Returns the text of the file. The same events give the same text. */
export function calendarText(
  events: readonly WrittenEvent[],
  { alarm, fromMs, untilMs, isFeed }: Around,
): string {
  const file = ical({
    prodId: { company: 'Farol', product: 'Farol', language: 'PT-BR' },
    ...(isFeed ? { name: 'Farol', ttl: ASKED_AGAIN_SECONDS } : {}),
  })
  for (const event of events) {
    const made = file.createEvent(dataOf(event))
    // The library would count an alarm that comes after the start from the end, and takes this from no data.
    if (alarm !== null && event.shown !== null)
      made.createAlarm(alarmOf(event.time, alarm)).relatesTo('START')
  }
  return withZone(file.toString(), zoneText(fromMs, untilMs))
}
