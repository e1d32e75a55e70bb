/** Delivers a letter (a request in flight): it arrives, is lost, doubled or late, or a proxy answers it. */
import { expect } from 'vitest'
import { z } from 'zod'
import { beginsLead } from '../../../src/commands/registry.ts'
import { pushRequestSchema, pushResponseSchema } from '../../../src/contract/sync.ts'
import type { Letter } from './network.ts'
import { expectPresentRules } from './rule-oracle.ts'
import type { SimAnswer } from './sim-server.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'

const BAD_GATEWAY: SimAnswer = {
  status: 502,
  body: 'Bad Gateway',
  headers: { 'content-type': 'text/html' },
}

export const isPush = ({ request }: Letter) => request.path.startsWith('/api/sync/push')

const isPull = ({ request }: Letter) => request.path.startsWith('/api/sync?')

export const isUpload = ({ request }: Letter) => request.method === 'PUT'

const uidOf = ({ request }: Letter) => request.path.split('/').at(-1) ?? ''

const jsonOf = ({ request }: Letter) => (typeof request.body === 'string' ? request.body : '')

/** Returns the uid of the lead of the first applied command in the letter's answer; null if there is none. */
export function appliedLead(letter: Letter): string | null {
  const { answer } = letter
  if (!isPush(letter) || answer?.status !== 200) return null
  const { results } = pushResponseSchema.parse(JSON.parse(answer.body))
  for (const result of results)
    if (result.outcome === 'applied' && result.rows.leads[0] !== undefined) return result.rows.leads[0].uid
  return null
}

/** Returns the last command of a batch whose lead also has an earlier command there; null if there is none. */
export function secondOfOneLead(letter: Letter): { uid: string; place: number } | null {
  if (!isPush(letter)) return null
  const { commands } = pushRequestSchema.parse(JSON.parse(jsonOf(letter)))
  const uids = commands.map(({ args }) => aboutLead.safeParse(args).data?.lead_uid)
  const place = uids.findLastIndex((uid, at) => uid !== undefined && uids.indexOf(uid) < at)
  const uid = uids[place]
  return uid === undefined ? null : { uid, place }
}

const aboutLead = z.object({ lead_uid: z.string() })

/** The arguments of a creation. */
const beginning = z.object({ lead_uid: z.string(), client_uid: z.string() })

/** Whether a creation got a client that the server has under another uid than the tablet. */
function joinsClient(letter: Letter, answer: string): boolean {
  const { commands } = pushRequestSchema.parse(JSON.parse(jsonOf(letter)))
  const begun = commands.filter(({ command }) => beginsLead(command))
  const asked = new Map(begun.map(({ key, args }) => [key, beginning.parse(args)]))
  return pushResponseSchema.parse(JSON.parse(answer)).results.some((result) => {
    const made = asked.get(result.key)
    if (made === undefined || result.outcome !== 'applied') return false
    const lead = result.rows.leads.find(({ uid }) => uid === made.lead_uid)
    return lead !== undefined && lead.client_uid !== made.client_uid
  })
}

export class Delivery {
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Lets the server handle the request and checks the answer, even if it is lost later. Null: the server died. */
  async #serve(letter: Letter): Promise<SimAnswer | null> {
    const { tablet, request } = letter
    const { witness } = this.#stage.server.database
    const before = witness.committed.length
    const known = isUpload(letter) && (await this.#stage.server.files.pathsOf(uidOf(letter))).length > 0
    // The clock advances while the server works: a lead recent enough afterwards was recent enough before.
    const nowMs = this.#stage.clock.now
    const mustRefuse = this.#stage.server.mustRefuse(request.token)
    const answer = await this.#stage.server.handle(request)
    witness.revive()
    if (known) this.#stage.count('document sent again')
    if (isUpload(letter) && answer?.status === 204)
      this.#stage.oracle.documents.promised(uidOf(letter), this.#stage.clock.now)
    if (isUpload(letter) && answer?.status === 422) this.#stage.count('document refused')
    if (isPush(letter))
      this.#stage.oracle.commands.carriedOut(jsonOf(letter), witness.committed.slice(before))
    if (isPush(letter))
      await expectPresentRules(this.#stage.server.db, witness.committed.slice(before), tablet.number)
    if (answer === null) this.#stage.count('server died')
    else if (mustRefuse) {
      this.#stage.count('refused at the next request')
      expect(
        answer.status,
        `${request.path.slice(0, 14)} of tablet ${tablet.number}, whose session is over`,
      ).toBe(401)
    }
    if (isPush(letter) && answer?.status === 200)
      await this.#stage.oracle.handOvers.answered(tablet, {
        request: jsonOf(letter),
        answer: answer.body,
        committed: witness.committed.slice(before),
      })
    const user =
      answer === null || answer.status !== 200 ? null : await this.#stage.server.user(tablet.userId)
    if (answer !== null && user !== null) {
      await this.#stage.oracle.arrivals.answerSent({
        tablet,
        path: request.path,
        request: jsonOf(letter),
        answer,
        user,
        nowMs,
        lead: (uid) => this.#stage.server.lead(uid),
        leadsOfClient: (uid) => this.#stage.server.leadsOfClient(uid),
        documentOfClient: (uid) => this.#stage.server.documentOfClient(uid),
      })
      this.#noteOutcomes(letter, answer)
    }
    this.#stage.say(
      `  letter ${letter.number} of tablet ${tablet.number}: ${request.path.slice(0, 16)} ${answer?.status ?? 'dead'}`,
    )
    return answer
  }

  #noteOutcomes(letter: Letter, { body }: SimAnswer): void {
    if (isPush(letter)) {
      for (const outcome of ['applied', 'conflict', 'rejected', 'blocked'])
        if (body.includes(`"outcome":"${outcome}"`)) this.#stage.count(outcome)
      if (body.includes('"refused_with":')) this.#stage.count('group refused')
      if (joinsClient(letter, body)) this.#stage.count('client known under another uid')
    }
    if (body.includes('"reset":true')) this.#stage.count('reset')
    if (body.includes('"more":true')) this.#stage.count('partial page')
    if (/"removed":\{"leads":\["/.test(body)) this.#stage.count('removed')
  }

  async deliver(letter: Letter): Promise<void> {
    const answer = await this.#serve(letter)
    if (answer === null) this.#stage.network.lose(letter, false)
    else letter.answer = answer
    await letter.tablet.quiet()
  }

  /** Delivers what the tablet sends, with its answers, until it rests. Returns the answer to its last pull, if any. */
  async settle(tablet: Tablet): Promise<SimAnswer | null> {
    let last: SimAnswer | null = null
    for (let turns = 0; turns < 200; turns++) {
      const letter = this.#stage.network.letters.find((one) => one.tablet === tablet)
      if (letter === undefined) return last
      if (letter.answer === null) await this.deliver(letter)
      if (isPull(letter)) last = letter.answer
      await this.giveBack(letter)
    }
    throw new Error(`tablet ${tablet.number} still sends after 200 turns`)
  }

  /** A proxy replaces the answer of an applied command by a 502, while another user changes the same lead. */
  async overruledUnheard(letter: Letter, overrule: (uid: string) => Promise<void>): Promise<void> {
    const lead = appliedLead(letter)
    if (lead === null) return
    await overrule(lead)
    this.#stage.network.giveBack(letter, BAD_GATEWAY)
    await letter.tablet.quiet()
  }

  /** The server dies between two commands on a lead, and another user changes it before the second is sent again. */
  async cutInTwo(letter: Letter, overrule: (uid: string) => Promise<void>): Promise<void> {
    const second = secondOfOneLead(letter)
    if (second === null) return
    this.#stage.server.database.witness.dieAfterCommits(second.place)
    await this.deliver(letter)
    await overrule(second.uid)
  }

  async deliverLate(letter: Letter): Promise<void> {
    this.#stage.network.takeStraggler(letter)
    await this.#serve(letter)
  }

  async giveBack(letter: Letter): Promise<void> {
    if (letter.answer === null) return
    this.#stage.network.giveBack(letter, letter.answer)
    await letter.tablet.quiet()
  }

  /** The user acts before the tablet has processed the answer. */
  async giveBackDuring(letter: Letter, act: (tablet: Tablet) => Promise<void>): Promise<void> {
    if (letter.answer === null) return
    this.#stage.network.giveBack(letter, letter.answer)
    await act(letter.tablet)
    await letter.tablet.quiet()
  }

  async lose(letter: Letter): Promise<void> {
    this.#stage.network.lose(letter, this.#stage.chance.happens(0.5))
    await letter.tablet.quiet()
  }

  async double(letter: Letter): Promise<void> {
    this.#stage.network.double(letter)
  }

  /** A proxy between tablet and server answers, or truncates the server's answer. */
  async foreign(letter: Letter): Promise<void> {
    const json = { 'content-type': 'application/json' }
    const foreign: readonly (readonly [string, SimAnswer])[] = [
      [
        'captive portal',
        { status: 200, body: '<html>Wi-Fi</html>', headers: { 'content-type': 'text/html' } },
      ],
      ['broken answer', { status: 200, body: (letter.answer?.body ?? '').slice(0, -9), headers: json }],
      ['bad gateway', BAD_GATEWAY],
      [
        'server error',
        {
          status: 500,
          body: JSON.stringify({ message: 'Erro interno.', code: 'internal' }),
          headers: json,
        },
      ],
      [
        'busy',
        {
          status: 429,
          body: JSON.stringify({ message: 'Muitos pedidos.', code: 'too_many_attempts' }),
          headers: { ...json, 'retry-after': '7' },
        },
      ],
    ]
    // A 502 after the server has applied the commands is the hardest case and gets three times the weight.
    const [name, answer] = this.#stage.chance.pick([
      ...foreign,
      ...foreign.slice(2, 3),
      ...foreign.slice(2, 3),
    ])
    this.#stage.count(name)
    this.#stage.network.giveBack(letter, answer)
    await letter.tablet.quiet()
  }
}
