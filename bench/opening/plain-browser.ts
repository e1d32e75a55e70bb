/**
 * Chromium as a user starts it: nobody inspects its pages. While an inspector of V8 is attached (Playwright, `Runtime.enable`), V8
 * parses again around each `Error` that react-dom makes as it loads, which costs 140 ms with the processor ÷ 6. What this file says
 * by the browser's socket slows, sizes and presses a page, and belongs to no inspector of V8.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BROWSER_FLAGS } from '../../scripts/browser-flags.ts'
import { findBrowser } from '../../scripts/find/browser.ts'

const STARTS_WITHIN_MS = 30_000

export interface Place {
  readonly x: number
  readonly y: number
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Repeats `ask` until it resolves to something. Throws after STARTS_WITHIN_MS. */
async function soon<Value>(ask: () => Promise<Value | null>): Promise<Value> {
  const deadline = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const value = await ask()
    if (value !== null) return value
    if (Date.now() > deadline) throw new Error('Chromium did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Its devtools' socket, which one page of the browser belongs to. */
class PageSocket {
  readonly #socket: WebSocket
  readonly #waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >()
  #last = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error }: Answer = JSON.parse(String(data))
      const waiting = this.#waiting.get(id ?? 0)
      if (error === undefined) waiting?.resolve(result)
      else waiting?.reject(new Error(error.message))
    })
  }

  static async open(address: string): Promise<PageSocket> {
    const socket = new WebSocket(address)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)))
    })
    return new PageSocket(socket)
  }

  send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#socket.send(JSON.stringify({ id, method, params }))
    return answered
  }
}

interface Look {
  /** By how much the processor of the page's main thread is slowed. 1: not at all. */
  readonly rate: number
  readonly width: number
  readonly height: number
}

export class PlainBrowser {
  readonly #process: ChildProcess
  readonly #page: PageSocket

  private constructor(process: ChildProcess, page: PageSocket) {
    this.#process = process
    this.#page = page
  }

  /** Starts a process on the profile, with one empty page. */
  static async start(profile: string, { rate, width, height }: Look): Promise<PlainBrowser> {
    const executable = await findBrowser()
    if (executable === null) throw new Error('no Chromium found or installable')
    const portFile = join(profile, 'DevToolsActivePort')
    await rm(portFile, { force: true })
    const child = spawn(
      executable,
      [
        '--headless=new',
        ...BROWSER_FLAGS,
        // As Playwright starts it, which has prepared the profile.
        '--password-store=basic',
        '--use-mock-keychain',
        '--disable-extensions',
        '--no-default-browser-check',
        '--lang=pt-BR',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        'about:blank',
      ],
      { stdio: 'ignore', env: { ...process.env, TZ: 'America/Sao_Paulo' } },
    )
    const port = await soon(
      async () => (await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0] || null,
    )
    const address = await soon(async () => {
      const pages = await fetch(`http://127.0.0.1:${port}/json/list`)
        .then(async (answer): Promise<{ type: string; webSocketDebuggerUrl: string }[]> => answer.json())
        .catch(() => [])
      return pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? null
    })
    const page = await PageSocket.open(address)
    await page.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
    if (rate !== 1) await page.send('Emulation.setCPUThrottlingRate', { rate })
    return new PlainBrowser(child, page)
  }

  async goto(url: string): Promise<void> {
    await this.#page.send('Page.navigate', { url })
  }

  /** A press of the mouse there, as the browser itself would hand it to the page. */
  async press({ x, y }: Place): Promise<void> {
    const at = { x, y, button: 'left', clickCount: 1 }
    // The page may answer late: both are under way at once, as from a hand.
    const pressed = this.#page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
    const released = this.#page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
    await Promise.all([pressed, released])
  }

  /** Ends it as a user does: what it has still to write is written. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    // The answer may not come any more.
    void this.#page.send('Browser.close').catch(() => undefined)
    await ended
  }
}
