/** docs/api.md is true word for word: bash runs its blocks against a server, and the answers are those that it shows. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeDatabase } from '../support/databases.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

/** A block of shell, and the block below it that shows its answer. */
interface Step {
  /** Of the page, for messages. */
  readonly line: number
  readonly shell: string
  readonly kind: 'json' | 'text' | null
  readonly shown: string
}

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm

function stepsOf(page: string): Step[] {
  const steps: Step[] = []
  for (const { index, 1: kind = '', 2: text = '' } of page.matchAll(FENCE)) {
    const line = page.slice(0, index).split('\n').length
    const last = steps.at(-1)
    if (kind === 'sh') steps.push({ line, shell: text, kind: null, shown: '' })
    else if ((kind === 'json' || kind === 'text') && last?.kind === null)
      steps[steps.length - 1] = { ...last, kind, shown: text }
    else throw new Error(`docs/api.md:${line}: a block '${kind}' that belongs to no shell block`)
  }
  return steps
}

/** Separates the outputs of two blocks. */
const END = '\u0004end of block\u0004'

/** What each block of the page prints, in one bash. */
async function outputsOf(steps: readonly Step[], url: string): Promise<string[]> {
  const script = steps.map(({ shell }) => `${shell}\nprintf '%s' '${END}'`).join('\n')
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-s'], {
    env: { PATH: process.env.PATH, FAROL: url, LANG: 'C.UTF-8', NO_PROXY: '127.0.0.1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  shell.stdin.end(script)
  const [printed, complaints] = await Promise.all([buffer(shell.stdout), buffer(shell.stderr)])
  expect(complaints.toString(), 'on the standard error').toBe('')
  return printed.toString().split(END).slice(0, -1)
}

const ANY = '…'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares with a text in which `…` means any text. */
const fitsText = (shown: string, text: string) =>
  new RegExp(
    `^${shown
      .split(ANY)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*')}$`,
    's',
  ).test(text)

/** The first difference as a sentence, or null. `shown` is the page's. */
function difference(shown: unknown, answer: unknown, at = 'answer'): string | null {
  if (shown === ANY) return answer === undefined ? `${at} is missing` : null
  if (typeof shown === 'string' && typeof answer === 'string')
    return fitsText(shown, answer) ? null : `${at} is ${JSON.stringify(answer)}`
  if (Array.isArray(shown) && Array.isArray(answer)) {
    if (shown.length !== answer.length) return `${at} has ${answer.length} rows`
    return (
      shown
        .map((one, place) => difference(one, answer[place], `${at}[${place}]`))
        .find((found) => found !== null) ?? null
    )
  }
  if (isObject(shown) && isObject(answer)) {
    const { [ANY]: more, ...named } = shown
    const further = Object.keys(answer).filter((name) => !(name in named))
    if (more === undefined && further.length > 0) return `${at} has also ${further.join(', ')}`
    return (
      Object.entries(named)
        .map(([name, one]) => difference(one, answer[name], `${at}.${name}`))
        .find((found) => found !== null) ?? null
    )
  }
  return shown === answer ? null : `${at} is ${JSON.stringify(answer)}`
}

/** The JSON values of a text, in their order. */
function valuesIn(text: string): unknown[] {
  const values: unknown[] = []
  let from = 0
  for (let to = 1; to <= text.length; to++) {
    if (!'}]'.includes(text.charAt(to - 1))) continue
    try {
      values.push(JSON.parse(text.slice(from, to)))
      from = to
    } catch {
      // The value goes on.
    }
  }
  if (text.slice(from).trim() !== '') throw new Error(`no JSON: ${text.slice(from)}`)
  return values
}

function problemOf({ kind, shown }: Step, output: string): string | null {
  if (kind === null) return output === '' ? null : `prints what the page does not show: ${output}`
  if (kind === 'text') return fitsText(shown.trim(), output.trim()) ? null : `prints ${output}`
  return difference(valuesIn(shown), valuesIn(output))
}

describeDatabase('docs/api.md', (open) => {
  let server: DemoServer
  let url: string
  beforeAll(async () => {
    server = await startDemoServer(await open())
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => server.stop())

  test('each block prints what the page shows', async () => {
    const steps = stepsOf(readFileSync('docs/api.md', 'utf8'))
    expect(steps.length).toBeGreaterThan(15)
    const outputs = await outputsOf(steps, url)
    const wrong = steps.flatMap((step, place) => {
      const output = outputs[place]
      const problem = output === undefined ? 'did not run' : problemOf(step, output)
      return problem === null ? [] : [`docs/api.md:${step.line}: ${problem}`]
    })
    expect(wrong).toEqual([])
  })

  test.each<[string, unknown, unknown, string | null]>([
    ['the same', { a: 1, b: [null] }, { a: 1, b: [null] }, null],
    ['another value', { a: 1 }, { a: 2 }, 'answer.a is 2'],
    ['any value', { a: '…' }, { a: 2 }, null],
    ['any value that is missing', { a: '…' }, {}, 'answer.a is missing'],
    ['part of a text', { a: 'por …' }, { a: 'por Bruna' }, null],
    ['another text', { a: 'por …' }, { a: 'de Bruna' }, 'answer.a is "de Bruna"'],
    ['further fields', { a: 1 }, { a: 1, b: 2 }, 'answer has also b'],
    ['further fields that the page allows', { a: 1, '…': '…' }, { a: 1, b: 2 }, null],
    ['a further row', [1], [1, 2], 'answer has 2 rows'],
  ])('the comparison knows %s', (_case, shown, answer, found) => {
    expect(difference(shown, answer)).toBe(found)
  })
})
