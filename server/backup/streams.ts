/** Between the streams of Node and of the web, whose types in Node and in the browser's library do not fit each other. */
import { Readable } from 'node:stream'

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** When it is destroyed, it cancels the stream. */
export const fromWeb = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.from(chunksOf(stream), { objectMode: false })

/** When it is cancelled, it ends the source. */
export function toWeb(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await chunks.return?.()
    },
  })
}
