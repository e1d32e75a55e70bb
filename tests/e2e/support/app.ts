/** The application as a user operates it: by the texts on the screen. */

import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { PASSWORD } from '../../support/demo-password.ts'
import { addressIn, blocksWorkers } from './front.ts'
import { leadUidsIn, storedIn } from './storage.ts'

/** How often each user has signed in by the form, in this worker. */
export const signIns = new Map<string, number>()

export class App {
  readonly page: Page
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
  }

  /** Opens a page of the server at `url`. */
  static async open(context: BrowserContext, url: string, path = '/'): Promise<App> {
    const page = await context.newPage()
    const address = await addressIn(context, url)
    const app = new App(page, address)
    await page.goto(address + path)
    return app
  }

  /**
   * Opens a page and waits until the user is signed in and the page ready to go offline. Signs in on a device without a
   * stored profile.
   */
  static async signedIn(context: BrowserContext, url: string, login: string, path = '/'): Promise<App> {
    const app = await App.open(context, url, path)
    const entrance = app.page.getByRole('button', { name: 'Entrar' })
    await expect(entrance.or(app.connection()).first()).toBeAttached()
    if (await entrance.isVisible()) await app.signIn(login)
    await app.ready()
    return app
  }

  /** The address of the server in this browser. */
  get url(): string {
    return this.#url
  }

  async signIn(login: string, password = PASSWORD): Promise<void> {
    signIns.set(login, (signIns.get(login) ?? 0) + 1)
    await this.page.getByLabel('Login', { exact: true }).fill(login)
    await this.page.getByLabel('Senha', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Entrar' }).click()
  }

  /** Signs out with an empty queue; resolves at the sign-in screen. */
  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Conta de/ }).click()
    await this.page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(this.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  }

  /**
   * Waits until the user is signed in, the first sync done and the page controlled by the service worker, unless the test
   * blocks it.
   */
  async ready(): Promise<void> {
    await expect(this.connection()).toBeAttached()
    if (!blocksWorkers(this.page.context())) await this.controlled()
    await this.settled()
  }

  /** Waits until the service worker is installed and controls the page. */
  async controlled(): Promise<void> {
    // Polls by the clock: a page with nothing to paint may never produce the next frame.
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
      polling: 100,
    })
  }

  /** Waits until the queue is empty and the last exchange reached the server. */
  async settled(): Promise<void> {
    await expect(this.connection()).toHaveText(/^Conectado(?!.*pendente)(?!.*Baixando).*atualizado/, {
      timeout: 30_000,
    })
  }

  /** The texts in the top bar about connection, queue and age. */
  connection(): Locator {
    return this.page.getByTestId('connection')
  }

  async openTab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  }

  card(leadId: number): Locator {
    return this.page.getByRole('article', { name: `Lead ${leadId}`, exact: true })
  }

  /**
   * Finds the lead by its number with the filter bar and waits for its card among the results: the card of the list before
   * them is another element, and a tap on it while they come would be lost.
   */
  async find(leadId: number): Promise<Locator> {
    const number = this.page.getByLabel('Número do lead')
    const filters = this.page.getByRole('button', { name: /^Filtros( \(\d+\))?$/u })
    // Before the first painting there is neither.
    await expect(number.or(filters).filter({ visible: true }).first()).toBeVisible()
    if (!(await number.isVisible())) await filters.click()
    const results = this.page.getByRole('heading', { name: 'Resultados' })
    const isFound = (await number.inputValue()) === String(leadId) && (await results.isVisible())
    if (!isFound) {
      await number.fill(String(leadId))
      await this.page.getByRole('button', { name: 'Filtrar', exact: true }).click()
    }
    await expect(results).toBeVisible()
    await expect(this.page.getByRole('article')).toHaveCount(1)
    await expect(this.card(leadId)).toBeVisible()
    return this.card(leadId)
  }

  /** Captures the lead and leaves its form open: docs/rules.md#capture. */
  async capture(leadId: number): Promise<void> {
    const card = await this.find(leadId)
    await card.getByRole('button', { name: 'Capturar esse Lead' }).click()
    const dialog = this.page.getByRole('dialog')
    await expect(dialog).toContainText(`Tem certeza que deseja capturar o lead ${leadId}?`)
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await this.isTold('Lead capturada com sucesso')
    await expect(this.page.getByRole('dialog', { name: new RegExp(`^Lead ${leadId} `) })).toBeVisible()
  }

  /** A command was told: as done, or as waiting where there is no network or no answer. docs/rules.md#waiting-changes */
  async isTold(done: string): Promise<void> {
    const waiting = this.page.getByText(/^Guardado neste aparelho; será enviado/)
    await expect(this.page.getByText(done, { exact: true }).or(waiting).last()).toBeVisible()
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.#url + path)
  }

  /** Opens the lead's scheduling dialog from its card and fills it. `at` as YYYY-MM-DDTHH:mm. */
  async schedule(leadId: number, entry: { at: string; note: string }): Promise<void> {
    const card = await this.find(leadId)
    await card.getByRole('button', { name: /Agendar/ }).click()
    const dialog = this.page.getByRole('dialog', { name: /Agendamento de Lead/ })
    const [day = '', time = ''] = entry.at.split('T')
    const typed = `${day.split('-').reverse().join('/')} ${time}`
    await dialog.getByRole('textbox', { name: 'Data e hora' }).fill(typed)
    await dialog.getByLabel('Observações').fill(entry.note)
    await dialog.getByRole('button', { name: 'Agendar', exact: true }).click()
    await this.isTold('Lead agendada com sucesso!')
  }

  async setServiceStatus(leadId: number, option: string): Promise<void> {
    const card = await this.find(leadId)
    await card.getByLabel('Situação do atendimento').click()
    await this.page.getByRole('option', { name: option }).click()
  }

  async clearServiceStatus(leadId: number): Promise<void> {
    const card = await this.find(leadId)
    await card.getByRole('button', { name: /^Situação do atendimento: / }).click()
    await card.getByRole('button', { name: 'Limpar situação' }).click()
    await expect(card.getByRole('button', { name: 'Situação do atendimento', exact: true })).toBeVisible()
  }

  async closeDialogs(): Promise<void> {
    for (
      let open = await this.page.getByRole('dialog').count();
      open > 0;
      open = await this.page.getByRole('dialog').count()
    ) {
      // The form leaves Escape to what is above it: it closes by its button.
      const form = this.page
        .getByRole('dialog')
        .filter({ has: this.page.getByRole('form', { name: 'Lead' }) })
      if (open === 1 && (await form.count()) === 1) {
        await form.getByRole('banner').getByRole('button', { name: 'Fechar', exact: true }).click()
        await expect(form).toHaveCount(0)
      } else {
        await this.page.keyboard.press('Escape')
        await this.page.waitForTimeout(250)
      }
    }
  }

  /** Dispatches the event of a tab that gets the focus back, one of the reasons to sync. */
  async syncNow(): Promise<void> {
    await this.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  }

  /** Dispatches the browser's background sync to the service worker, as with no tab open. */
  async backgroundSync(): Promise<void> {
    const cdp = await this.page.context().newCDPSession(this.page)
    const found = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const mine = registrations.find(({ scopeURL }) => scopeURL.startsWith(this.#url))
        if (mine !== undefined) resolve(mine.registrationId)
      })
    })
    await cdp.send('ServiceWorker.enable')
    const registrationId = await found
    await cdp.send('ServiceWorker.dispatchSyncEvent', {
      origin: this.#url,
      registrationId,
      tag: 'farol-outbox',
      lastChance: false,
    })
    await cdp.detach()
  }

  /** The number of leads in the mirror of the signed-in user. */
  async leadsOnDevice(): Promise<number> {
    const stored = await storedIn(this.page)
    const [id] = Object.keys(stored.databases).flatMap((name) => /^farol-(\d+)\/leads$/.exec(name)?.[1] ?? [])
    return id === undefined ? 0 : leadUidsIn(stored, Number(id)).length
  }

  /** The version that the page runs, null before it is known. */
  version(): Promise<string | null> {
    return this.page.evaluate(() => document.documentElement.dataset.version ?? null)
  }
}
