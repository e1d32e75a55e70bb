/** A conversation that arrives with nine faults ends in the state of one that arrives clean. docs/rules.md#whatsapp */
import { expect, test } from 'vitest'
import { describeDatabase } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { withoutLeads } from '../support/people.ts'
import { inWhatsAppHouse, type WhatsAppHouse } from '../support/whatsapp-house.ts'
import type { Changed, Said } from '../support/whatsapp-peer.ts'

const SEEDS = 6

/** Numbers between 0 and 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What is told, and what is sent of it. */
type Told =
  | { readonly kind: 'said'; readonly said: Said }
  | { readonly kind: 'changed'; readonly changed: Changed }

interface Conversation {
  readonly told: readonly Told[]
}

const PEOPLE = [
  { person: '5531987654321', bsuid: 'BR.1' },
  // Without the ninth digit.
  { person: '553191111222', bsuid: 'BR.2' },
  { person: '5531955556666', bsuid: 'BR.3' },
] as const
const TYPES = ['text', 'text', 'image', 'audio', 'interactive'] as const

function conversationOf(random: () => number, startS: number): Conversation {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick')
    return item
  }
  const told: Told[] = []
  for (let place = 0; place < 10; place++) {
    const said: Said = {
      id: `wamid.f${place}`,
      at: startS + place * 61,
      isSent: random() < 0.5,
      ...pick(PEOPLE),
      text: `mensagem ${place}`,
      type: pick(TYPES),
    }
    told.push({ kind: 'said', said })
    if (random() < 0.3)
      told.push({
        kind: 'changed',
        changed: { id: `wamid.e${place}`, at: said.at + 20, original: said, text: `outra ${place}` },
      })
    if (random() < 0.2)
      told.push({
        kind: 'changed',
        changed: { id: `wamid.r${place}`, at: said.at + 40, original: said, text: null },
      })
  }
  return { told }
}

describeDatabase('WhatsApp with faults', (open) => {
  let house: WhatsAppHouse
  inWhatsAppHouse(open, (made) => {
    house = made
  })

  const bodyOf = (told: Told) =>
    told.kind === 'said' ? house.peer.said(told.said) : house.peer.changed(told.changed)

  /** All that a conversation leaves, without numbers of rows. */
  async function stateAfter(tell: () => Promise<void>): Promise<unknown> {
    await withoutLeads(house.store)
    await emptied(house.store, ['whatsapp_events', 'whatsapp_people', 'whatsapp_strangers'], 'continue')
    const [one, other] = [await house.lead('31987654321'), await house.lead('31991111222')] as const
    await tell()
    await house.work()
    const ofLead = async ({ uid, id }: { uid: string; id: number }) => {
      const { contact_type, contact_date, first_call_date } = await house.row(uid)
      const messages = (await house.messages(id)).map((one) => JSON.stringify(one)).toSorted()
      return { contact_type, contact_date, first_call_date, messages }
    }
    const calls = await house.store.db.selectFrom('calls').select(['date', 'way']).orderBy('date').execute()
    const strangers = (await house.strangers()).map(({ number, messages, first_at, last_at }) => ({
      number,
      messages,
      first_at,
      last_at,
    }))
    return { leads: [await ofLead(one), await ofLead(other)], calls, strangers }
  }

  /** One of nine faults, or none, beside each body. */
  async function withFault(random: () => number, told: Told, tell: (body: object) => Promise<number>) {
    const body = bodyOf(told)
    const bytes = JSON.stringify(body)
    const signedOtherwise = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    switch (Math.floor(random() * 6)) {
      case 0:
        // Doubled.
        await tell(body)
        break
      case 1:
        // A stranger's, with a wrong signature.
        expect(await house.peer.sendBytes(bytes.replaceAll('mensagem', 'falsa'), signedOtherwise)).toBe(401)
        break
      case 2:
        // Of a type that nobody knows, which is no message.
        await tell(house.peer.body('message_template_status_update', { event: 'APPROVED' }))
        break
      case 3:
        // Too big.
        expect(await house.peer.sendBytes(`${bytes.slice(0, -1)},"x":"${'x'.repeat(3_200_000)}"}`)).toBe(413)
        break
      case 4:
        // Cut.
        expect(await house.peer.sendBytes(bytes.slice(0, bytes.length / 2), signedOtherwise)).toBe(401)
        break
    }
    await tell(body)
  }

  test('random conversations with nine faults end as the clean ones', { timeout: 240_000 }, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = randomOf(seed)
      const { told } = conversationOf(random, Math.floor(house.now() / 1000) - 3000)
      const tell = async (body: object) => {
        const status = await house.peer.sendBytes(JSON.stringify(body))
        expect(status).toBe(200)
        return status
      }
      // The pairing of names and numbers is known before in both.
      const pairings = PEOPLE.map((one, place) =>
        house.peer.status({ id: `wamid.p${place}`, at: 1_700_000_000, isSent: true, ...one }, 'sent'),
      )
      const clean = await stateAfter(async () => {
        for (const body of [...pairings, ...told.map(bodyOf)]) {
          await tell(body)
          await house.work()
        }
      })
      const shuffled = told.map((one) => ({ one, at: random() })).toSorted((a, b) => a.at - b.at)
      const faulty = await stateAfter(async () => {
        for (const body of pairings) await tell(body)
        for (const { one } of shuffled) {
          // Without its number.
          const isNameless = one.kind === 'said' && random() < 0.3
          const sent: Told = isNameless ? { kind: 'said', said: { ...one.said, person: null } } : one
          await withFault(random, sent, tell)
          // Late: some wait for others.
          if (random() < 0.4) await house.work()
        }
      })
      expect(faulty, `seed ${seed}`).toEqual(clean)
    }
  })
})
