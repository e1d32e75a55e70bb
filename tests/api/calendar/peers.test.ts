/**
 * Calendars of others over a real connection: vdirsyncer reads the address again and again, and khal shows what it has read.
 * Both are Debian's (`apt-get install khal vdirsyncer`).
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { presentProgram } from '../../../scripts/find/program.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { ALL, address } from './reading.ts'

const run = promisify(execFile)
const MISSING = (
  await Promise.all(
    ['khal', 'vdirsyncer'].map(async (name) => ((await presentProgram(name)) === null ? [name] : [])),
  )
).flat()
const WHY = MISSING.length === 0 ? '' : ` (without ${MISSING.join(' and ')})`

describeDatabase(`a calendar of others${WHY}`, (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let origin = ''
  let folder = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.confirmedDevice(BRUNA)
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-calendar-'))
    await mkdir(join(folder, 'events', 'farol'), { recursive: true })
    return () => rm(folder, { recursive: true })
  })

  const inFolder = (...path: string[]) => join(folder, ...path)
  const env = () => ({ ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'America/Sao_Paulo' })
  const configure = async (url: string) => {
    await writeFile(
      inFolder('vdirsyncer'),
      `[general]
status_path = "${inFolder('status')}"
[pair farol]
a = "address"
b = "kept"
collections = null
conflict_resolution = "a wins"
[storage address]
type = "http"
url = "${url}"
[storage kept]
type = "filesystem"
path = "${inFolder('events', 'farol')}"
fileext = ".ics"
`,
    )
    await writeFile(
      inFolder('khal'),
      `[calendars]
[[farol]]
path = ${inFolder('events', 'farol')}
readonly = True
[locale]
local_timezone = America/Sao_Paulo
default_timezone = America/Sao_Paulo
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${inFolder('khal.db')}
`,
    )
    await run('vdirsyncer', ['-c', inFolder('vdirsyncer'), 'discover'], { env: env() })
  }
  /** Reads the address, and says what the calendar shows of the day and the next nine. */
  const shown = async (day: string): Promise<string[]> => {
    await run('vdirsyncer', ['-c', inFolder('vdirsyncer'), 'sync'], { env: env() })
    const format = ['--day-format', '', '--format', '{start-time}|{title}|{status}|{url}']
    const listed = await run('khal', ['-c', inFolder('khal'), 'list', ...format, day, '10d'], { env: env() })
    return listed.stdout.split('\n').filter((line) => line !== '')
  }
  const files = async () => {
    const names = await readdir(inFolder('events', 'farol'))
    return Promise.all(names.map((name) => readFile(inFolder('events', 'farol', name), 'utf8')))
  }

  test.skipIf(MISSING.length > 0)(
    'shows a return, its change and its end',
    { timeout: 120_000 },
    async () => {
      const first = new Date(Math.ceil(server.context.now() / HOUR_MS) * HOUR_MS + 30 * HOUR_MS)
      const second = new Date(first.getTime() + 50 * HOUR_MS)
      const name = 'Ana; Lima, "Aninha"'
      const lead = await addLead(store, {
        ...workedBy(BRUNA),
        scheduling_date: first.toISOString(),
        scheduling_status: 0,
        old_end_of_validity: saoPauloDay(second.getTime()),
      })
      await store.db.updateTable('clients').set({ name }).execute()
      const choices = { ...ALL, deadlines: false, names: true }
      const feed = await address(server, bruna, choices)
      await configure(`${origin}${feed.path}`)
      const day = saoPauloDay(server.context.now())
      const link = `${origin}/?lead=${lead.id}`
      const clock = (at: Date) => new Date(at.getTime() - 3 * HOUR_MS).toISOString().slice(11, 16)
      const told = (kind: string) => `${kind} · ${name} · lead Nº ${lead.id}`
      expect((await shown(day)).toSorted()).toEqual(
        [
          `${clock(first)}|${told('Retorno')}|CONFIRMED |${link}`,
          `|${told('Vencimento do seguro')}|CONFIRMED |${link}`,
        ].toSorted(),
      )
      expect(await files()).toHaveLength(2)

      server.forward(HOUR_MS)
      await store.db.updateTable('leads').set({ scheduling_date: second.toISOString() }).execute()
      expect(await shown(day)).toContain(`${clock(second)}|${told('Retorno')}|CONFIRMED |${link}`)
      expect(await files()).toHaveLength(2)

      server.forward(HOUR_MS)
      await store.db.updateTable('leads').set({ scheduling_status: 1, old_end_of_validity: null }).execute()
      expect((await shown(day)).map((line) => line.split('|').slice(1))).toEqual([
        ['Cancelado', 'CANCELLED ', ''],
        ['Cancelado', 'CANCELLED ', ''],
      ])
      // Nothing of the client is left where the calendar lies.
      expect((await files()).join()).not.toMatch(/Aninha|lead=/)

      await bruna.call('DELETE', `/calendar-feeds/${feed.id}`)
      await expect(shown(day)).rejects.toThrow(/Not Found/)
    },
  )
})
