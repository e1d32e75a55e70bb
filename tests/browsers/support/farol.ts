/** The application as its user operates it, on any engine. */

import { expect } from '@playwright/test'
import { PASSWORD } from '../../support/demo-password.ts'
import { type Browser, inPage } from './browser.ts'
import { Screen, type Thing } from './screen.ts'

/** Connection, queue and age, in the top bar. */
const CONNECTION: Thing = { role: 'link', name: /^(Conectado|Conectando|Sem conexão|Sessão expirada)/ }
const NUMBER: Thing = { role: 'field', name: 'Número do lead' }
const FILTERS: Thing = { role: 'button', name: 'Filtros' }
const SETTLED = /^Conectado(?!.*pendente)(?!.*Baixando).*atualizado/

export class Farol extends Screen {
  readonly #url: string

  private constructor(tab: Screen['tab'], url: string) {
    super(tab)
    this.#url = url
  }

  static async open(browser: Browser, url: string): Promise<Farol> {
    const farol = new Farol(await browser.openTab(), url)
    await farol.goTo('/')
    return farol
  }

  /** A broker at the board, ready to go offline. */
  static async signedIn(browser: Browser, url: string): Promise<Farol> {
    const farol = await Farol.open(browser, url)
    await farol.#signIn('corretor')
    await farol.ready()
    return farol
  }

  goTo(path: string): Promise<void> {
    return this.tab.goTo(this.#url + path)
  }

  async #signIn(login: string): Promise<void> {
    await this.fill('Login', login)
    await this.fill('Senha', PASSWORD)
    await this.click({ role: 'button', name: 'Entrar' })
  }

  /** Waits until the user is signed in, the first sync done and the page controlled by the service worker. */
  async ready(): Promise<void> {
    await this.sees(CONNECTION)
    await this.until(async () =>
      expect(await inPage(this.tab, () => navigator.serviceWorker.controller !== null)).toBe(true),
    )
    await this.settled()
  }

  says(connection: RegExp): Promise<void> {
    return this.until(async () => expect((await this.look(CONNECTION)).text).toMatch(connection))
  }

  /** Waits until the queue is empty and the last exchange reached the server. */
  settled(): Promise<void> {
    return this.says(SETTLED)
  }

  card(leadId: number): Thing {
    return { role: 'article', name: `Lead ${leadId}` }
  }

  /** Finds the lead by its number in the filter bar. */
  async find(leadId: number): Promise<Thing> {
    await this.until(async () =>
      expect((await this.count(NUMBER)) + (await this.count(FILTERS))).toBeGreaterThan(0),
    )
    if ((await this.count(NUMBER)) === 0) await this.click(FILTERS)
    await this.fill(NUMBER.name, String(leadId))
    await this.click({ role: 'button', name: 'Filtrar' })
    await this.sees(this.card(leadId))
    return this.card(leadId)
  }

  /** Captures the lead and leaves its form open. */
  async capture(leadId: number): Promise<void> {
    const within = await this.find(leadId)
    await this.click({ role: 'button', name: 'Capturar esse Lead', within })
    await this.click({ role: 'button', name: 'Continuar', within: { role: 'dialog', name: /./ } })
    await this.sees({ role: 'dialog', name: new RegExp(`^Lead ${leadId} `) })
  }

  async work(leadId: number): Promise<Thing> {
    const within = await this.find(leadId)
    await this.click({ role: 'button', name: 'Trabalhar lead', within })
    const form: Thing = { role: 'dialog', name: new RegExp(`^Lead ${leadId} `) }
    await this.sees(form)
    return form
  }

  async closeForm(leadId: number): Promise<void> {
    const form: Thing = { role: 'dialog', name: new RegExp(`^Lead ${leadId} `) }
    await this.click({ role: 'button', name: 'Fechar', within: form })
    await this.misses(form)
  }

  /** `at` as YYYY-MM-DDTHH:mm. */
  async schedule(leadId: number, { at, note }: { at: string; note: string }): Promise<void> {
    const within = await this.find(leadId)
    await this.click({ role: 'button', name: /Agendar/, within })
    const dialog: Thing = { role: 'dialog', name: /Agendamento de Lead/ }
    await this.sees(dialog)
    const [day = '', time = ''] = at.split('T')
    if ((await this.count({ role: 'field', name: 'Hora', within: dialog })) === 0)
      await this.fill('Data e hora', `${day.split('-').reverse().join('/')} ${time}`, dialog)
    else {
      await this.fill('Data', day, dialog)
      await this.fill('Hora', time, dialog)
    }
    await this.fill('Observações', note, dialog)
    await this.click({ role: 'button', name: 'Agendar', within: dialog })
    await this.misses(dialog)
  }

  async setServiceStatus(leadId: number, option: string): Promise<void> {
    const within = await this.find(leadId)
    await this.click({ role: 'button', name: 'Situação do atendimento', within })
    await this.click({ role: 'option', name: option })
  }

  /** The version that the page runs, null before it is known. */
  version(): Promise<string | null> {
    return inPage(this.tab, () => document.documentElement.dataset.version ?? null)
  }
}
