/** The server's notices on the sign-in screen, before any sign-in. */
import { expect, test } from 'vitest'
import { noticesRoute } from '../../../src/contract/notices.ts'
import { describeDatabase } from '../support/databases.ts'
import { house } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { startDemoServer } from './demo-server.ts'

const NAMELESS = { name: null, logo: null }

describeDatabase('notices', (open) => {
  test.each([
    ['0.0.0.0', true],
    ['127.0.0.1', false],
  ])('on %s the notice about the demo reports whether other machines reach it: %s', async (HOST, reachable) => {
    const server = await startDemoServer(await open(), { HOST })
    const { status, body } = await server.call('GET', '/api/notices')
    expect(status).toBe(200)
    expect(noticesRoute.answer.parse(body)).toEqual({
      data: { sends_mail: false, demo_reachable: reachable, brokerage: NAMELESS },
    })
    await server.stop()
  })

  test('an installation without demo data has no notice', async () => {
    const store = await open()
    await house(store)
    const server = await startServer(store, { HOST: '0.0.0.0' })
    const answer = await server.app.inject({ method: 'GET', url: '/api/notices' })
    expect(JSON.parse(answer.body)).toEqual({
      data: { sends_mail: false, demo_reachable: false, brokerage: NAMELESS },
    })
    await server.stop()
  })
})
