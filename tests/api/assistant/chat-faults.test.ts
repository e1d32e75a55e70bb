/** What the assistant makes of a service that fails, is silent, or is left. */
import { describe, expect, test } from 'vitest'
import { CHAT_FAILURES } from '../../../server/integrations/assistant/chat-completions.ts'
import { cut, says, silence, status } from '../support/ai-peer.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { ANALYST, chatHouse, listening, newSession } from './chat-house.ts'

describeDatabase('the assistant', (open) => {
  const house = chatHouse(open)
  const { ask, history } = house

  describe('faults of the service', () => {
    test.each([
      ['429', status(429), CHAT_FAILURES.busy],
      ['500', status(500), CHAT_FAILURES.unreachable],
      ['401', status(401), CHAT_FAILURES.refused],
      ['an answer cut in the middle', cut('Era uma'), CHAT_FAILURES.cut],
      [
        'an end without an end',
        (response) => void response.writeHead(200).end('data: {"choices":[]}\n\n'),
        CHAT_FAILURES.cut,
      ],
      ['no text at all', says(), CHAT_FAILURES.unreachable],
    ] as [
      string,
      ReturnType<typeof says>,
      string,
    ][])('%s: one sentence, and nothing is kept', async (_what, turn, sentence) => {
      house.peer.next(turn)
      const sessionId = newSession()
      const { events } = await ask('Oi', ANALYST, sessionId)
      expect(events.at(-1)).toEqual({ kind: 'failed', message: sentence })
      expect(JSON.stringify(events)).not.toContain('segredo')
      expect(await history(house.admin, sessionId)).toEqual([])
      house.peer.next(turn)
      const query = new URLSearchParams({ sessionId, prompt: 'Oi', personId: '2' })
      expect(await house.admin.call('GET', `/ai/chat?${query}`)).toMatchObject({
        status: 503,
        body: { code: 'unavailable', message: sentence },
      })
    })

    test.each([
      ['silence', silence()],
      ['silence in the middle', silence('Era uma')],
    ])('%s ends with the time of an answer', async (_what, turn) => {
      const quick = await listening(house.server, 150)
      house.peer.next(turn)
      const { events } = await quick.stream(house.admin, {
        prompt: 'Oi',
        personId: ANALYST,
        sessionId: newSession(),
      })
      expect(events.at(-1)).toEqual({ kind: 'failed', message: CHAT_FAILURES.late })
      await quick.stop()
    })

    test('a service that is away', async () => {
      const away = await startServer(house.store, { AI_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'm' })
      const query = new URLSearchParams({ sessionId: 's', prompt: 'Oi', personId: '2' })
      expect(await (await away.device(ADMIN)).call('GET', `/ai/chat?${query}`)).toMatchObject({
        status: 503,
        body: { message: CHAT_FAILURES.unreachable },
      })
      await away.stop()
    })

    test('a stopped answer stays as far as it came, and the service is left', async () => {
      let left = false
      house.peer.next((response, asked) => {
        response.on('close', () => (left = true))
        return silence('Era uma vez')(response, asked)
      })
      const sessionId = newSession()
      const stopped = new AbortController()
      const response = await house.http.ask(
        house.admin,
        { prompt: 'Conte', personId: ANALYST, sessionId },
        stopped.signal,
      )
      const reader = response.body?.getReader()
      await reader?.read()
      stopped.abort()
      await expect.poll(() => left).toBe(true)
      await expect
        .poll(async () => (await history(house.admin, sessionId)).map(({ chat_response }) => chat_response))
        .toEqual(['Era uma vez'])
    })

    test('a third answer at the same time waits its turn', async () => {
      const slow = [silence('a'), silence('b')]
      house.peer.next(...slow)
      const stopped = new AbortController()
      for (const _ of slow) {
        const running = await house.http.ask(
          house.admin,
          { prompt: 'Oi', personId: ANALYST, sessionId: newSession() },
          stopped.signal,
        )
        await running.body?.getReader().read()
      }
      expect((await ask('Oi')).status).toBe(429)
      stopped.abort()
      house.peer.next(says('Oi'))
      await expect.poll(async () => (await ask('Oi')).status).toBe(200)
    })
  })
})
