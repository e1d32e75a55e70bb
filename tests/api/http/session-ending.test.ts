/** A device that signed out offline ends its session later, with a proof that is no token. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endingProof } from '../../../src/db/session/session-endings.ts'
import { describeDatabase } from '../support/databases.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

const ENDED = { status: 200, body: { message: 'Sessão encerrada.' } }

describeDatabase('session ending', (open) => {
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer(await open())
  })
  afterAll(() => server.stop())

  const confirm = async (token: string) => (await server.call('GET', '/api/tokenconfirm', { token })).status
  const end = (proof: unknown, token?: string) =>
    server.call('POST', '/api/sessions/end', { body: { proof }, ...(token === undefined ? {} : { token }) })
  const endings = () => server.security.filter(({ event }) => event === 'session_ended')
  const rows = () => server.store.db.selectFrom('sessions').selectAll().execute()

  test('the proof ends its session without a token, and no other session', async () => {
    const [lost, kept] = [await server.signIn('corretor'), await server.signIn('corretor')]
    expect(await end(await endingProof(lost))).toMatchObject(ENDED)
    expect([await confirm(lost), await confirm(kept)]).toEqual([401, 200])
  })

  test('any signed-in user may send it, also with an expired token', async () => {
    const [first, second] = [await server.signIn('corretor'), await server.signIn('gerente')]
    expect(await end(await endingProof(first), second)).toMatchObject(ENDED)
    expect([await confirm(first), await confirm(second)]).toEqual([401, 200])
    expect(await end(await endingProof(second), first)).toMatchObject(ENDED)
    expect(await confirm(second)).toBe(401)
  })

  test('the answer does not reveal whether the session existed', async () => {
    const proof = await endingProof(await server.signIn('corretor'))
    const answers = [await end(proof), await end(proof), await end(await endingProof('of nobody'))]
    for (const answer of answers) expect({ status: answer.status, body: answer.body }).toEqual(ENDED)
    const [first, ...others] = answers.map(({ headers }) => Object.keys(headers).sort())
    for (const names of others) expect(names).toEqual(first)
  })

  test('the proof is no token, and the token is no proof', async () => {
    const token = await server.signIn('corretor')
    const proof = await endingProof(token)
    expect(await confirm(proof)).toBe(401)
    expect((await end(token)).status).toBe(400)
    expect(await confirm(token)).toBe(200)
  })

  test('the database stores neither, so its content ends no session', async () => {
    const token = await server.signIn('corretor')
    const proof = await endingProof(token)
    const stored = await rows()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(JSON.stringify(stored)).not.toContain(proof)
    for (const row of stored) {
      await end(row.token_hash)
      await end(row.ending_hash)
    }
    expect(await confirm(token)).toBe(200)
  })

  test('a session of an earlier version can be ended after its next use', async () => {
    const token = await server.signIn('corretor')
    await server.store.db.updateTable('sessions').set({ ending_hash: null }).execute()
    const proof = await endingProof(token)
    await end(proof)
    expect(await confirm(token)).toBe(200)
    await end(proof)
    expect(await confirm(token)).toBe(401)
  })

  test.each([
    ['no body', undefined],
    ['no proof', {}],
    ['another kind', { proof: 17 }],
    ['other characters', { proof: 'x'.repeat(64) }],
    ['one digit more', { proof: '0'.repeat(65) }],
  ])('%s is refused', async (_case, body) => {
    const answer = await server.call('POST', '/api/sessions/end', body === undefined ? {} : { body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('a body above 1 KB is not read', async () => {
    const answer = await server.call('POST', '/api/sessions/end', { body: { proof: '0'.repeat(2000) } })
    expect(answer.status).toBe(413)
  })

  test('the security log records the ended session and its user once, without the proof', async () => {
    const token = await server.signIn('gerente')
    const proof = await endingProof(token)
    const before = endings().length
    await end(proof)
    await end(proof)
    const lines = endings().slice(before)
    const row = (await rows()).find(({ id }) => id === lines[0]?.session_id)
    expect(lines).toEqual([expect.objectContaining({ user_id: row?.user_id, about: 'signed out offline' })])
    expect(JSON.stringify(server.security)).not.toContain(proof)
  })
})
