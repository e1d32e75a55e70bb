/** A caller that goes while its body is read is no failure of the server, and no lost database. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerError } from '../../../server/wire/errors.ts'

test('a body that ends in the middle is no error in the log', async () => {
  let said = ''
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const app = fastify({ logger: { level: 'error', stream } })
  app.setErrorHandler(answerError)
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const failed = Promise.withResolvers<unknown>()
  app.post('/', async ({ raw }) => {
    try {
      for await (const _ of raw);
    } catch (error) {
      failed.resolve(error)
      throw error
    }
  })
  const answered = Promise.withResolvers<number>()
  app.addHook('onSend', async (_request, reply) => answered.resolve(reply.statusCode))
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(address.port), address.hostname)
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nhost: farol\r\ncontent-type: a/b\r\ncontent-length: 100\r\n\r\nhalf')
  socket.once('error', () => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  socket.resetAndDestroy()
  expect(await failed.promise).toMatchObject({ code: 'ECONNRESET' })
  expect(await answered.promise).toBe(400)
  await app.close()
  expect(said).toBe('')
})
