/**
 * Ciphers and files that run beside the event loop. A tablet that waits for one is not quiet, however busy the machine is:
 * a sealed store enciphers between two operations.
 */
let running = 0

export const areCiphersRunning = (): boolean => running > 0

function count(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const act: unknown = Reflect.get(owner, name)
    if (typeof act !== 'function') throw new Error(`there is no ${name} to count`)
    const counted = new Proxy(act, {
      async apply(own, self: unknown, args: unknown[]): Promise<unknown> {
        running += 1
        try {
          return await Reflect.apply(own, self, args)
        } finally {
          running -= 1
        }
      },
    })
    Object.defineProperty(owner, name, { value: counted })
  }
}

count(crypto.subtle, ['encrypt', 'decrypt', 'importKey', 'deriveBits', 'digest', 'sign'])
count(Blob.prototype, ['arrayBuffer'])
