/** The assistant of the scripted peer: personas, their words, and answers that are written piece by piece. */
import { page, userEvent } from 'vitest/browser'
import {
  type ChatEvent,
  changePersonaRoute,
  chatHistoryRoute,
  chatStreamRoute,
  type Exchange,
  type PersonaAnswer,
  personasRoute,
  resetPersonaRoute,
} from '../../../src/contract/assistant.ts'
import { needsService, PERSONAS } from '../../../src/domain/assistant/personas.ts'
import type { Asked, Peer } from './peer.ts'

/** Writes one answer. A turn that throws cuts the connection. */
type Turn = () => AsyncIterable<ChatEvent>

export const says = (text: string): ChatEvent => ({ kind: 'text', text })

/** All of it at once. */
export const answer = (...events: readonly ChatEvent[]): Turn =>
  async function* () {
    yield* events
    yield { kind: 'done' }
  }

function streamOf(turn: Turn): ReadableStream<Uint8Array<ArrayBuffer>> {
  const events = turn()[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await events.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
    },
  })
}

const personaOf = ({ path }: Asked) => Number(path.split('/').at(-1))

export class Assistant {
  /** Taken by one question each. */
  readonly turns: Turn[] = []
  /** What the server has of the conversation. */
  readonly history: Exchange[] = []
  #personas: readonly PersonaAnswer[]

  constructor(peer: Peer, { hasService = true } = {}) {
    this.#personas = PERSONAS.map((persona) => ({
      ...persona,
      edited: false,
      available: hasService || !needsService(persona),
      revision: '1',
    }))
    peer.answersBy(personasRoute, () => ({
      data: [...this.#personas],
      sends_personal_data: false,
      receiver: hasService ? 'ia.exemplo' : null,
    }))
    peer.answersBy(chatHistoryRoute, () => ({ data: [...this.history] }))
    peer.answersBy(chatStreamRoute, () => streamOf(this.turns.shift() ?? answer()))
    peer.answersBy(changePersonaRoute, (asked) => {
      const { name, description, instructions } = changePersonaRoute.body.parse(asked.body)
      return this.#write(personaOf(asked), { name, description, instructions, edited: true })
    })
    peer.answersBy(resetPersonaRoute, (asked) => {
      const delivered = PERSONAS.find(({ id }) => id === personaOf(asked))
      return this.#write(personaOf(asked), { ...delivered, edited: false })
    })
  }

  #write(id: number, change: Partial<PersonaAnswer>): PersonaAnswer {
    const persona = this.#personas.find((one) => one.id === id)
    if (persona === undefined) throw new Error(`no persona ${id}`)
    const next = { ...persona, ...change }
    this.#personas = this.#personas.map((one) => (one.id === id ? next : one))
    return next
  }
}

export const box = page.getByRole('textbox', { name: 'Mensagem' })
export const send = page.getByRole('button', { name: 'Enviar' })
export const answers = page.getByRole('article', { name: /respondeu$/ })
export const persona = (name: string) => page.getByRole('radio', { name, exact: true })

export async function ask(question: string): Promise<void> {
  await userEvent.fill(box, question)
  await userEvent.keyboard('{Enter}')
}
