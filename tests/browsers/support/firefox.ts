/** Firefox by its own WebDriver BiDi, without a driver. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFirefox } from '../../../scripts/find/other-browsers.ts'
import type { Browser, InputSource, Tab } from './browser.ts'
import { BrowserProcess, dropProfile, newProfile } from './process.ts'

/** Preferences of a Brazilian user. Firefox sets the others for remote control itself. */
const PREFERENCES = {
  'intl.accept_languages': 'pt-BR, pt',
  'ui.prefersReducedMotion': 1,
}

interface Message {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: unknown
  readonly method?: string
  readonly error?: string
  readonly message?: string
  readonly params?: {
    readonly level?: string
    readonly text?: string
    readonly source?: { readonly context?: string }
  }
}

/** One connection of WebDriver BiDi: commands with their results, and the console lines of pages. */
class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  #commands = 0
  /** Console lines by tab. */
  readonly said = new Map<string, string[]>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(String(data))
      if (message.id === undefined) this.#hear(message)
      else this.#waiting.get(message.id)?.(message)
    })
    socket.addEventListener('close', () => {
      for (const tell of this.#waiting.values()) tell({ type: 'error', error: 'the connection is closed' })
    })
  }

  #hear({ params }: Message): void {
    const context = params?.source?.context ?? ''
    const said = this.said.get(context) ?? []
    this.said.set(context, said)
    said.push(`${params?.level}: ${params?.text}`)
  }

  static async to(url: string): Promise<Connection> {
    const socket = new WebSocket(url)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)))
    })
    return new Connection(socket)
  }

  async ask<Answer>(method: string, params: unknown): Promise<Answer> {
    this.#commands += 1
    const id = this.#commands
    const message = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
    this.#waiting.delete(id)
    if (message.type === 'error') throw new Error(`${method}: ${message.error}: ${message.message}`)
    return message.result as Answer
  }

  close(): void {
    this.#socket.close()
  }
}

interface Evaluated {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

class FirefoxTab implements Tab {
  readonly #connection: Connection
  readonly #context: string
  constructor(connection: Connection, context: string) {
    this.#connection = connection
    this.#context = context
  }

  async goTo(url: string): Promise<void> {
    await this.#connection.ask('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async reload(): Promise<void> {
    await this.#connection.ask('browsingContext.reload', { context: this.#context, wait: 'complete' })
  }

  async call(declaration: string, argument: string): Promise<string> {
    const { result, exceptionDetails } = await this.#connection.ask<Evaluated>('script.callFunction', {
      target: { context: this.#context },
      functionDeclaration: declaration,
      arguments: [{ type: 'string', value: argument }],
      awaitPromise: true,
    })
    if (result?.value === undefined) throw new Error(exceptionDetails?.text ?? 'no answer')
    return result.value
  }

  async said(): Promise<readonly string[]> {
    return this.#connection.said.get(this.#context) ?? []
  }

  async perform(source: InputSource): Promise<void> {
    await this.#connection.ask('browsingContext.activate', { context: this.#context })
    await this.#connection.ask('input.performActions', { context: this.#context, actions: [source] })
  }

  async close(): Promise<void> {
    await this.#connection.ask('browsingContext.close', { context: this.#context })
  }
}

export async function launchFirefox(): Promise<Browser> {
  const program = await findFirefox()
  if (program === null) throw new Error('there is no Firefox here')
  const profile = await newProfile()
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), preferences.join(''))
  const firefox = new BrowserProcess(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      ...process.env,
      TZ: 'America/Sao_Paulo',
      MOZ_HEADLESS_WIDTH: '1440',
      MOZ_HEADLESS_HEIGHT: '900',
    },
  )
  const listening = /WebDriver BiDi listening on (ws:\S+)/
  const url = await firefox.until(
    () => firefox.said.map((line) => listening.exec(line)?.[1]).find((found) => found !== undefined) ?? null,
  )
  const connection = await Connection.to(`${url}/session`)
  await connection.ask('session.new', { capabilities: {} })
  await connection.ask('session.subscribe', { events: ['log.entryAdded'] })
  return {
    said: firefox.said,
    openTab: async () => {
      const { context } = await connection.ask<{ context: string }>('browsingContext.create', { type: 'tab' })
      return new FirefoxTab(connection, context)
    },
    close: async () => {
      connection.close()
      await firefox.end()
      await dropProfile(profile)
    },
  }
}
