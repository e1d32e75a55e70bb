/** WebKitGTK by classic WebDriver: Debian's driver, its MiniBrowser and a virtual display. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findWebKitGtk } from '../../../scripts/find/other-browsers.ts'
import { freePort } from '../../e2e/support/server.ts'
import { type Browser, type InputSource, inPage, type Tab } from './browser.ts'
import { BrowserProcess, dropProfile, newProfile } from './process.ts'

const WIDTH = 1440
const HEIGHT = 900

/** Keeps the page's console lines from now on: a browser under automation has a private session, which reports none. */
function listen(): void {
  const page: typeof globalThis & { said?: string[] } = globalThis
  if (page.said !== undefined) return
  const said: string[] = []
  page.said = said
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    const write = console[level]
    console[level] = (...words) => {
      said.push(`${level}: ${words.map(String).join(' ')}`)
      write(...words)
    }
  }
  addEventListener('error', ({ message }) => said.push(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => said.push(`error: ${String(reason)}`))
}

/** A script that was running when its page was left never gets a result. */
const TIMEOUTS = { script: 20_000, pageLoad: 120_000 }

/** One session of classic WebDriver. */
class Session {
  readonly #url: string
  #id = ''
  #window = ''
  constructor(url: string) {
    this.#url = url
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(this.#url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value }: { value: unknown } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

  async begin(capabilities: unknown): Promise<void> {
    const begun = await this.#ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
    this.#id = (begun as { sessionId: string }).sessionId
  }

  post(what: string, body: unknown): Promise<unknown> {
    return this.#ask('POST', `/session/${this.#id}/${what}`, body)
  }

  delete(what: string): Promise<unknown> {
    return this.#ask('DELETE', `/session/${this.#id}/${what}`)
  }

  /** Later commands go to this tab. */
  async turnTo(handle: string): Promise<void> {
    if (this.#window === handle) return
    await this.post('window', { handle })
    this.#window = handle
  }
}

class WebKitTab implements Tab {
  readonly #session: Session
  readonly #handle: string
  constructor(session: Session, handle: string) {
    this.#session = session
    this.#handle = handle
  }

  async #post(what: string, body: unknown): Promise<unknown> {
    await this.#session.turnTo(this.#handle)
    return this.#session.post(what, body)
  }

  async goTo(url: string): Promise<void> {
    await this.#post('url', { url })
  }

  async reload(): Promise<void> {
    await this.#post('refresh', {})
  }

  async call(declaration: string, argument: string): Promise<string> {
    const script = `
      (${listen.toString()})();
      const done = arguments[1];
      (${declaration})(arguments[0]).then(
        (text) => done({ text }),
        (error) => done({ error: String(error) }),
      );
    `
    const answer = (await this.#post('execute/async', { script, args: [argument] })) as {
      text?: string
      error?: string
    }
    if (answer.text === undefined) throw new Error(answer.error)
    return answer.text
  }

  said(): Promise<string[]> {
    return inPage(this, () => (globalThis as { said?: string[] }).said ?? [])
  }

  async perform(source: InputSource): Promise<void> {
    await this.#post('actions', { actions: [source] })
  }

  async close(): Promise<void> {
    await this.#session.turnTo(this.#handle)
    await this.#session.delete('window')
  }
}

/** A display in memory, which chooses its own number. */
async function startScreen(program: string): Promise<{ display: string; process: BrowserProcess }> {
  const screen = new BrowserProcess(
    program,
    ['-displayfd', '1', '-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-nolisten', 'tcp'],
    process.env,
  )
  const number = await screen.until(() => screen.said.find((line) => /^\d+$/.test(line)) ?? null)
  return { display: `:${number}`, process: screen }
}

export async function launchWebKitGtk(): Promise<Browser> {
  const programs = await findWebKitGtk()
  if (programs === null) throw new Error('there is no WebKitGTK here')
  const profile = await newProfile()
  await mkdir(join(profile, 'gtk-3.0'))
  await writeFile(join(profile, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const screen = await startScreen(programs.screen)
  const port = await freePort()
  const driver = new BrowserProcess(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    ...process.env,
    DISPLAY: screen.display,
    TZ: 'America/Sao_Paulo',
    XDG_CONFIG_HOME: profile,
    XDG_CACHE_HOME: profile,
    XDG_DATA_HOME: profile,
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
    // Without a graphics card its buffers cannot be shared, and nothing is drawn.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  })
  const url = `http://127.0.0.1:${port}`
  await driver.until(() => fetch(`${url}/status`).catch(() => null))
  const session = new Session(url)
  await session.begin({
    timeouts: TIMEOUTS,
    'webkitgtk:browserOptions': {
      binary: programs.browser,
      args: ['--automation'],
    },
  })
  return {
    said: driver.said,
    openTab: async () => {
      // A background tab takes no input, and the driver cannot bring one to the front: each tab has a window.
      const { handle } = (await session.post('window/new', { type: 'window' })) as { handle: string }
      await session.turnTo(handle)
      await session.post('window/rect', { x: 0, y: 0, width: WIDTH, height: HEIGHT })
      return new WebKitTab(session, handle)
    },
    close: async () => {
      await driver.end()
      await screen.process.end()
      await dropProfile(profile)
    },
  }
}
