/** The Web Locks of one device: a lock goes to whoever has waited longest when its holder ends, however it ends. */
import type { Locks } from '../../../src/sync/turn.ts'

export class DeviceLocks implements Locks {
  #held = false
  #waiting: (() => void)[] = []
  readonly #onHandedOver: () => void

  constructor(onHandedOver: () => void) {
    this.#onHandedOver = onHandedOver
  }

  /** One user lives on a tablet, so that all ask for one name. */
  async request(_name: string, { signal }: { signal: AbortSignal }, act: () => Promise<void>): Promise<void> {
    signal.throwIfAborted()
    if (this.#held) await this.#turn(signal)
    this.#held = true
    try {
      await act()
    } finally {
      const next = this.#waiting.shift()
      // Held without a gap: nobody comes in between.
      this.#held = next !== undefined
      next?.()
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const mine = () => {
      this.#onHandedOver()
      resolve()
    }
    this.#waiting.push(mine)
    signal.addEventListener('abort', () => {
      this.#waiting = this.#waiting.filter((other) => other !== mine)
      reject(signal.reason)
    })
    return promise
  }
}
