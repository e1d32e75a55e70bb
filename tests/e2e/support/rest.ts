/** A plain REST client that reads the state of the server. */
import { PASSWORD } from '../../support/demo-password.ts'
import { prepared } from './prepared.ts'

export interface RestLead {
  id: number
  uid: string
  state: number
  status: number
  broker: { id: number; name: string } | null
  channel_id: number
  suspended_lead: boolean
  create_lead_date: string
  capture_date: string | null
  client_name: string
  service_status: number | null
  lead_scheduling: { scheduling_date: string; description: string; status: number } | null
}

export class Rest {
  readonly #url: string
  readonly #token: string
  readonly #confirmation: string | null
  private constructor(url: string, token: string, confirmation: string | null = null) {
    this.#url = url
    this.#token = token
    this.#confirmation = confirmation
  }

  /** A client with a session that every server of a test has from its beginning. */
  static async signIn(url: string, login: string): Promise<Rest> {
    const kept = prepared().sessions[login]
    return kept === undefined ? Rest.signInAnew(url, login) : new Rest(url, kept.rest)
  }

  /** A client with a session of its own. */
  static async signInAnew(url: string, login: string, password = PASSWORD): Promise<Rest> {
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password }),
    })
    if (!answer.ok) throw new Error(`login of ${login}: ${answer.status}`)
    const body: { data: { token: string } } = await answer.json()
    return new Rest(url, body.data.token)
  }

  /** The same client after it has confirmed with the password, for five minutes. */
  async confirmed(own_password = PASSWORD): Promise<Rest> {
    const { status, body } = await this.call('POST', '/sessions/confirm', { own_password })
    if (status !== 200) throw new Error(`confirm: ${status} ${JSON.stringify(body)}`)
    return new Rest(this.#url, this.#token, (body as { data: { confirmation: string } }).data.confirmation)
  }

  async call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(this.#confirmation === null ? {} : { 'farol-confirmation': this.#confirmation }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    }
  }

  /** Returns the logins whose prepared sessions have ended at this server, each with the session's use. */
  static async endedSessions(url: string): Promise<string[]> {
    const sessions = Object.entries(prepared().sessions).flatMap(([login, { device, rest }]) => [
      { name: `${login} (device)`, token: device },
      { name: `${login} (rest)`, token: rest },
    ])
    const statuses = await Promise.all(
      sessions.map(async ({ name, token }) => ({
        name,
        status: (await new Rest(url, token).call('GET', '/users/me')).status,
      })),
    )
    return statuses.filter(({ status }) => status === 401).map(({ name }) => name)
  }

  async userId(): Promise<number> {
    return ((await this.call('GET', '/users/me')).body as { id: number }).id
  }

  async lead(id: number): Promise<RestLead> {
    const { status, body } = await this.call('GET', `/leads/${id}`)
    if (status !== 200) throw new Error(`GET /leads/${id}: ${status} ${JSON.stringify(body)}`)
    return body as RestLead
  }

  /** The commands in the lead's history, the last one first. */
  async history(id: number): Promise<string[]> {
    const { status, body } = await this.call('GET', `/leads/${id}/timeline`)
    if (status !== 200) throw new Error(`GET /leads/${id}/timeline: ${status} ${JSON.stringify(body)}`)
    return (body as { data: { command: string }[] }).data.map(({ command }) => command)
  }

  async leads(query: string): Promise<RestLead[]> {
    const { status, body } = await this.call('GET', `/leads/list-broker?${query}`)
    if (status !== 200) throw new Error(`GET /leads/list-broker: ${status} ${JSON.stringify(body)}`)
    return (body as { leads: RestLead[] }).leads
  }

  async #sessions(): Promise<{ id: string; device_id: string | null }[]> {
    const { body } = await this.call('GET', '/sessions')
    return (body as { data: { id: string; device_id: string | null }[] }).data
  }

  /** Ends the session of the user's device with this id, as the user does on another device. */
  async endSessionOf(device: string): Promise<void> {
    const found = (await this.#sessions()).find(({ device_id }) => device_id === device)
    const { status } = await (await this.confirmed()).call('DELETE', `/sessions/${found?.id}`)
    if (status >= 300) throw new Error(`the session of ${device} was not ended: ${status}`)
  }

  /**
   * Ends the user's other sessions, but for those that stored profiles and clients share: beyond twenty live sessions a
   * sign-in ends the one that was used longest ago.
   */
  async endForeignSessions(): Promise<void> {
    const confirmed = await this.confirmed()
    for (const { id, device_id } of await this.#sessions())
      if (!/^(aparelho|rest)-/u.test(device_id ?? '')) await confirmed.call('DELETE', `/sessions/${id}`)
  }
}
