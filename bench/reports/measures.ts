/** Measurements of the reports on a running server. Each prints a Markdown table. */
import { readFile } from 'node:fs/promises'
import { firstSyncs, mixed } from '../load/measures.ts'
import { Timings, timedCall } from '../load/timing.ts'
import type { Prepared } from '../prepared.ts'
import type { Records } from '../records.ts'
import { CALLS, INI } from './calls.ts'

const ROUNDS = 20
/** Twenty devices must work as long as all reports are asked for. */
const LOAD_SECONDS = 60

/** Each report alone, of a month and of a year. */
export async function answers(name: string, url: string, token: string, records: Records): Promise<void> {
  console.log(`\n| ${name}, ms (p50 · p95 · p99) | a month | a year |\n|---|---|---|`)
  for (const [report, pathOf] of Object.entries(CALLS)) {
    const cells: string[] = []
    for (const days of [30, 365]) {
      const timings = new Timings()
      const path = `/api/${pathOf(days)}`
      // The first answer reads from the disk.
      await timedCall(url, { path, token }, new Timings())
      for (let round = 0; round < ROUNDS; round++) await timedCall(url, { path, token }, timings)
      cells.push(timings.summary)
      records.note(`${name}: ${report}, ${days} days, p95`, timings.at(0.95))
    }
    console.log(`| ${report} | ${cells.join(' | ')} |`)
  }
}

/** The reports of a year while devices that have had their first sync push and pull without a pause. */
export async function answersBeside(name: string, url: string, { admin, devices }: Prepared): Promise<void> {
  await firstSyncs(url, devices)
  let isOver = false
  const load = mixed(url, devices, LOAD_SECONDS).finally(() => {
    isOver = true
  })
  const timings = Object.entries(CALLS).map(([report, pathOf]) => ({
    report,
    path: `/api/${pathOf(365)}`,
    times: new Timings(),
  }))
  while (!isOver) for (const { path, times } of timings) await timedCall(url, { path, token: admin }, times)
  const { pushes, pulls, took } = await load
  console.log(`\n| ${name}, ms (p50 · p95 · p99) | a year |\n|---|---|`)
  for (const { report, times } of timings) console.log(`| ${report} | ${times.summary} |`)
  console.log(
    `| push and pull, ${Math.round((pushes.count + pulls.count) / took)} a second | ${pulls.summary} |`,
  )
}

/** Resident memory of a process in MB. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** A sheet of all leads, and a small call that is asked again and again meanwhile. */
export async function sheetOfAll(url: string, pid: number, token: string): Promise<void> {
  const before = await residentMb(pid)
  let isOver = false
  const others = new Timings()
  const asking = (async () => {
    while (!isOver) await timedCall(url, { path: '/api/leads/list-count', token }, others)
  })()
  const started = performance.now()
  const answer = await fetch(`${url}/api/leads/indicationManagerReportExport?${INI(800)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const reader = answer.body?.getReader()
  let first = 0
  let bytes = 0
  let most = before
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    if (first === 0) first = performance.now() - started
    bytes += next.value.length
    most = Math.max(most, await residentMb(pid))
  }
  const took = (performance.now() - started) / 1000
  isOver = true
  await asking
  console.log(`
| planilha de todos os leads | |
|---|---|
| tamanho, duração | ${(bytes / 1e6).toFixed(1)} MB, ${took.toFixed(1)} s |
| primeiro byte | ${first.toFixed(0)} ms |
| memória do servidor | +${(most - before).toFixed(0)} MB |
| list-count enquanto isso, ms | ${others.summary} |`)
}
