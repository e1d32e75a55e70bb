/** A database that hangs: passes connections on to a port until it is frozen, then says nothing and closes nothing. */
import { connect, createServer, type Socket } from 'node:net'

export interface FreezingProxy {
  /** The given address through the proxy. */
  readonly url: string
  freeze(): void
  /** Resolves once a statement with this text has been held back. */
  held(text: string): Promise<void>
  thaw(): void
  stop(): Promise<void>
}

export async function startFreezingProxy(url: string): Promise<FreezingProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let frozen = false
  let held: { readonly bytes: Buffer; readonly pass: () => void }[] = []
  let noteHeld = () => {}
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => other.destroy())
      const pass = (bytes: Buffer) => void other.write(bytes)
      socket.on('data', (bytes: Buffer) => {
        if (!frozen) return pass(bytes)
        held.push({ bytes, pass: () => pass(bytes) })
        noteHeld()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const through = new URL(url)
  through.port = String(address.port)
  return {
    url: through.href,
    freeze: () => {
      frozen = true
    },
    held: async (text) => {
      while (!held.some(({ bytes }) => bytes.includes(text)))
        await new Promise<void>((resolve) => {
          noteHeld = resolve
        })
    },
    thaw: () => {
      frozen = false
      for (const { pass } of held) pass()
      held = []
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
